import { describe, expect, it } from 'vitest';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import { beeRequest, describeAnswerGeneratorContract } from '../../contracts/answer-generator.ts';
import { ask } from './ask-without-model.ts';

describeAnswerGeneratorContract('extractive', async () => ({ generator: extractiveAnswers(), close: async () => {} }));

describe('Answering without a model', () => {
  it('quotes the sentence that answers, with its passage', async () => {
    expect(await ask('How do bees pollinate flowers?')).toMatch(
      /^Bees pollinate flowers by carrying pollen on their legs\..*\[1\]$/,
    );
    expect(await ask('What is honey made of?')).toMatch(/^Honey is made of nectar\..*\[2\]$/);
  });

  it.each([
    ['What is the capital of Mongolia?', "I couldn't find"],
    ['Wie hoch ist der Eiffelturm in Paris und wer hat ihn gebaut?', 'nichts gefunden'],
    ['¿Cuál es la capital de Mongolia?', 'No he encontrado'],
    ['蒙古的首都是哪里？', '没有找到'],
    ['เมืองหลวงของมองโกเลียคืออะไร', 'ไม่พบ'],
    ['ما هي عاصمة منغوليا؟', 'لم أجد'],
    ['Какая столица Монголии?', 'не нашёл'],
    ['モンゴルの首都はどこですか？', '見つかりません'],
  ])('refuses an off-topic question in its language: %s', async (question, refusal) => {
    expect(await ask(question)).toContain(refusal);
  });

  it('names nothing as close that only has a word which goes with anything', async () => {
    const passages = [
      { title: 'Errors', url: null, headings: ['Error messages'], text: 'How to fix errors of the app.' },
    ];
    expect(await ask('Can you fix my car?', { passages })).not.toContain('closest');
  });

  it('lists no topic twice that is a heading and a title', async () => {
    const passages = [{ title: 'pricing', url: null, headings: ['Pricing'], text: '- A seat costs 6 euros a month.' }];
    expect((await ask('What topics do you know about?', { passages })).match(/pricing/gi)).toHaveLength(1);
  });

  it('lists long titles without half a character', async () => {
    const passages = beeRequest.passages.map((passage, at) => ({
      ...passage,
      title: `${'x'.repeat(at + 1)}${'🐝'.repeat(99)}`,
      headings: [],
    }));
    const answer = await ask('What topics do you know about?', { passages });
    expect(answer).toContain('🐝');
    expect(answer.isWellFormed()).toBe(true);
  });

  it('takes a short line above running text for its heading, as PDF files have them', async () => {
    const text = `Catering
Our catering orders must be placed at least five days in advance, and the smallest order is worth 150 euros.

Cancellation
Catering orders can be cancelled free of charge until 48 hours before delivery. Later cancellations cost half.`;
    const passages = [{ title: 'Terms', url: null, headings: [], text }];
    expect(await ask('Can I cancel a catering order?', { passages })).toMatch(/^Catering orders can be cancelled free/);
  });

  it('names the closest section with a refusal', async () => {
    expect(await ask('Which hospital treats honey allergies?')).toContain(
      'The closest that I have: *How honey is made*.',
    );
  });

  it('names no section as the closest for a word that stands in its text alone', async () => {
    const text = 'Large pages load the script last. A shop may own several keys.';
    const passages = [{ title: 'Embedding', url: null, headings: ['Embed it in a page'], text }];
    expect(await ask('How much is a large bouquet?', { passages })).not.toContain('closest');
  });

  it('answers both questions of a message', async () => {
    const both = await ask('What is honey made of and how do bees pollinate flowers?');
    expect(both).toMatch(/Honey is made of nectar\.[\s\S]*Bees pollinate flowers by carrying pollen/);
  });

  it('answers the second of two questions once where the first answer tells it', async () => {
    const text = 'La visita al submarino dura 45 minutos (4 € con guía).';
    const visit = { title: 'Agenda', url: null, headings: ['Visita al submarino'], text };
    const entry = { title: 'Entradas', url: null, headings: ['Precios'], text: '- General: 8 €\n- Reducida: 5 €' };
    expect(await ask('¿Cuánto dura la visita al submarino y cuánto cuesta?', { passages: [entry, visit] })).toBe(
      `${text} [2]`,
    );
  });

  it('answers the one of two questions that it can, and says nothing twice', async () => {
    const passages = [{ title: 'About', url: null, headings: [], text: 'Sandwiches are served. We take cards only.' }];
    const cards = await ask('Are there sandwiches and can I rent a wetsuit?', { passages });
    expect(cards).toMatch(/^Sandwiches are served\./);
    const twice = await ask('Do you serve sandwiches and what sandwiches are served?', { passages });
    expect(twice.match(/Sandwiches are served/g)).toHaveLength(1);
  });

  describe('about a site by its name', () => {
    const chatbot = { ...beeRequest.chatbot, name: 'Plotline' };
    const told = (title: string, text: string, url: string | null = null) => ({ title, url, headings: [], text });
    const about = told('About us', 'Plotline was founded in 2017 in Ghent by Lotte Maes.');
    const boards = told('Boards', 'Plotline shows tasks on boards for teams of up to 200 people.');

    it('answers what it says, not what only holds the name', async () => {
      expect(await ask('Does Plotline have invoicing?', { chatbot, passages: [about, boards] })).toContain(
        "I couldn't find",
      );
      expect(await ask('When was Plotline founded?', { chatbot, passages: [about, boards] })).toContain('2017');
      expect(await ask('When was the company founded?', { chatbot, passages: [about, boards] })).toContain('2017');
      expect(await ask('What is Plotline?', { chatbot, passages: [about, boards] })).toContain('Plotline');
    });

    it('names no section as the closest for the name alone', async () => {
      const passages = [{ ...about, headings: ['Plotline'] }, boards];
      expect(await ask('Plotline ballet', { chatbot, passages })).not.toContain('closest');
    });

    it.each([
      ['its host', told('About us', about.text, 'https://www.plotline.example/about'), boards],
      ['its titles', told('About us – Plotline', about.text), told('Plotline | Boards', boards.text)],
    ])('knows the name from %s too', async (_, ...passages) => {
      expect(await ask('Does Plotline have invoicing?', { passages })).toContain("I couldn't find");
    });
  });

  it('says that it knows nothing about the place whose opening hours are asked for', async () => {
    const text = 'The town hall is open Monday to Friday 9 am to 5 pm. Saturday and Sunday it is closed.';
    const passages = [
      { ...beeRequest.passages[0], title: 'Contact', headings: [], text },
    ] as typeof beeRequest.passages;
    expect(await ask('is the pool open on sunday', { passages })).toMatch(/^I found nothing about “pool”\./);
    expect(await ask('is the office open on sunday', { passages })).toMatch(/^The town hall is open/);
    expect(await ask('is the town hall open on sunday', { passages })).toMatch(/^The town hall is open/);
  });

  it('says what it knows nothing about where only the other half of the question is there', async () => {
    const text = 'Open Settings, then Import, and choose the file from Trello or a CSV file.';
    const passages = [{ title: 'Docs', url: null, headings: ['Import'], text }];
    expect(await ask('import from asana', { passages })).toBe(
      `I found nothing about “asana”. The closest that I have:\n\n${text} [1]`,
    );
    expect(await ask('import from Trello', { passages })).toBe(`${text} [1]`);
  });

  it('tells the opening hours to who asks for a holiday, and says so where they do not name it', async () => {
    const hours = (more: string) => [
      { title: 'Visit', url: null, headings: ['Opening hours'], text: `Monday to Friday 9 am to 5 pm.${more}` },
    ];
    const unlisted = { passages: hours(' Closed at the weekend.') };
    expect(await ask('Are you open on bank holidays?', unlisted)).toMatch(
      /^I found nothing about “bank holidays”\. The closest that I have:\n\nMonday to Friday 9 am to 5 pm\./,
    );
    expect(await ask('what time do you open on New Year’s Eve', unlisted)).toMatch(
      /“New Year’s Eve”[\s\S]*9 am to 5 pm/,
    );
    const listed = { passages: hours(' We are closed on bank holidays.') };
    expect(await ask('Are you open on bank holidays?', listed)).toMatch(
      /^(?!I found nothing).*closed on bank holidays/,
    );
    expect(await ask('What do you sell at Christmas?', unlisted)).toContain("I couldn't find");
  });

  it('shows the row of a table that was asked for', async () => {
    const rows = ['POST /messages | 100 a second', 'GET /messages | 20 a second', 'GET /statistics | 2 a second'];
    const text = ['# Rate limits', 'Endpoint | Limit', '--- | ---', ...rows, 'POST /keys | 10 an hour'].join('\n');
    const passages = [{ title: 'Limits', url: null, headings: [], text }];
    expect(await ask('What is the rate limit for statistics?', { passages })).toBe(
      '**GET /statistics**\n- Limit: 2 a second [1]',
    );
  });

  it.each(['How do I back up the data?', 'how can I backup data'])('takes two words for one: %s', async (question) => {
    const passages = [{ title: 'Docs', url: null, headings: ['Backup'], text: 'Copy the data folder to a disk.' }];
    expect(await ask(question, { passages })).toContain('Copy the data folder');
  });

  it('quotes what the owner added as it is, without what a browser would run', async () => {
    const harmless = 'Refunds are asked for at [our desk](https://desk.test/refunds?a=1&b=2) with your <order number>.';
    const passageOf = (text: string) => [{ title: 'Reviews.csv', url: null, headings: ['Refunds'], text }];
    expect(await ask('How are refunds asked for?', { passages: passageOf(harmless) })).toContain(harmless);
    const hostile =
      'Refunds are asked for [here](javascript:alert(1)) with <img src=x onerror=alert(1)> and the order.';
    const answer = await ask('How are refunds asked for?', { passages: passageOf(hostile) });
    expect(answer).toMatch(/^Refunds are asked for here with .*and the order\./);
    expect(answer).not.toMatch(/javascript:|<img/);
  });

  it.each([null, 'https://shop.test/gadget'])('takes no text for code that renderers do not: of %s', async (url) => {
    const text = '```a`b\ngadget setup <img src=x onerror=alert(1)>\n```';
    const passages = [{ title: 'Gadget', url, headings: ['Set up the gadget'], text }];
    const request = { ...beeRequest, question: 'How do I set up the gadget?', passages };
    const unfiltered: string[] = [];
    for await (const part of extractiveAnswers().answer(request, new AbortController().signal)) {
      if (part.kind === 'quotation') unfiltered.push(part.text);
    }
    expect(unfiltered.join('')).not.toContain('<img');
  });

  it('quotes no number in brackets that could be taken for a citation', async () => {
    const passages = [
      { title: 'Bees', url: null, headings: [], text: 'Bees pollinate flowers[3] since the Cretaceous [12, 14].' },
    ];
    expect(await ask('Since when do bees pollinate flowers?', { passages })).toBe(
      'Bees pollinate flowers since the Cretaceous. [1]',
    );
  });
});
