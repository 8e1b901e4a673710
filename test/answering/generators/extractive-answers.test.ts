import { describe, expect, it } from 'vitest';
import { withoutClosing } from '../../../src/answering/extractive/dialogue/small-talk.ts';
import { extractiveAnswers } from '../../../src/answering/generators/extractive-answers.ts';
import { beeRequest, collect, describeAnswerGeneratorContract } from '../../contracts/answer-generator.ts';

describeAnswerGeneratorContract('extractive', async () => ({ generator: extractiveAnswers(), close: async () => {} }));

describe('Answering without a model', () => {
  const generator = extractiveAnswers();
  const never = new AbortController().signal;
  const ask = (question: string, more: Partial<typeof beeRequest> = {}) =>
    collect(generator.answer({ ...beeRequest, question, ...more }, never));

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

  it('gives the contact of whom a pronoun means, not any', async () => {
    const text = 'Reception: +44 20 7946 0001\nWedding manager: Ada Flint, +44 20 7946 0002';
    const passages = [{ title: 'Contact', url: null, headings: [], text }];
    const memory = [{ role: 'user', content: 'Who is the wedding manager?' }] as const;
    expect(await ask('How can I call her?', { passages, memory })).toMatch(
      /^Wedding manager: Ada Flint, \+44 20 7946 0002/,
    );
  });

  it('is about the age of the present question, not that of the one before', async () => {
    const text = '| Who | Fee |\n| --- | --- |\n| 11–17 years | €95 |\n| up to 10 years | €60 |\n| Adults | €210 |';
    const passages = [{ title: 'Fees', url: null, headings: ['Fees'], text }];
    const memory = [{ role: 'user', content: 'My daughter is 12, how much does she pay?' }] as const;
    expect(await ask('and a child of 8?', { passages, memory })).toBe('**up to 10 years**\n- Fee: €60 [1]');
  });

  it('names nothing as close that only has a word which goes with anything', async () => {
    const passages = [
      { title: 'Errors', url: null, headings: ['Error messages'], text: 'How to fix errors of the app.' },
    ];
    expect(await ask('Can you fix my car?', { passages })).not.toContain('closest');
  });

  it('lists no topic twice that is a heading and a title', async () => {
    const passages = [{ title: 'pricing', url: null, headings: ['Pricing'], text: 'A seat costs 6 euros a month.' }];
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

  it('offers a human with the refusal when hand-off is on', async () => {
    const chatbot = { ...beeRequest.chatbot, humanHandoffEnabled: true };
    expect(await ask('What is the capital of Mongolia?', { chatbot })).toContain('talk to a human');
  });

  it.each([
    [
      'I want to speak to a human',
      'Of course. Ask for a human with the button below, and somebody will answer you here.',
    ],
    [
      'Hi, can I talk to a real person please?',
      'Of course. Ask for a human with the button below, and somebody will answer you here.',
    ],
    ['Human', 'Of course. Ask for a human with the button below, and somebody will answer you here.'],
    [
      'Ich möchte mit einem Menschen sprechen',
      'Gern. Fordern Sie mit der Schaltfläche unten einen Menschen an, dann antwortet Ihnen hier jemand persönlich.',
    ],
    [
      'Kann ich bitte mit einem Mitarbeiter reden?',
      'Gern. Fordern Sie mit der Schaltfläche unten einen Menschen an, dann antwortet Ihnen hier jemand persönlich.',
    ],
    [
      "Je voudrais parler à quelqu'un",
      'Bien sûr. Demandez un humain avec le bouton ci-dessous, et quelqu’un vous répondra ici.',
    ],
    [
      'Quiero hablar con una persona real',
      'Por supuesto. Pida hablar con una persona con el botón de abajo y alguien le responderá aquí.',
    ],
    [
      'Posso parlare con un operatore?',
      'Certo. Chieda una persona con il pulsante qui sotto e qualcuno le risponderà qui.',
    ],
    [
      'Quero falar com um atendente',
      'Claro. Peça para falar com uma pessoa com o botão abaixo e alguém lhe responderá aqui.',
    ],
    [
      'Kan ik met een medewerker praten?',
      'Natuurlijk. Vraag met de knop hieronder om een mens, dan antwoordt iemand u hier.',
    ],
    ['转人工', '当然可以。请使用下方的按钮请求人工服务，会有人在这里回复您。'],
    ['אני רוצה לדבר עם נציג', 'בוודאי. בקשו לדבר עם אדם באמצעות הכפתור שלמטה, ומישהו יענה לכם כאן.'],
  ])('offers a human to who asks for one when hand-off is on: %s', async (message, reply) => {
    const chatbot = { ...beeRequest.chatbot, humanHandoffEnabled: true };
    expect(await ask(message, { chatbot })).toBe(reply);
    expect(await ask(message)).not.toBe(reply);
  });

  it('takes a short line above running text for its heading, as PDF files have them', async () => {
    const text = `Catering
Our catering orders must be placed at least five days in advance, and the smallest order is worth 150 euros.

Cancellation
Catering orders can be cancelled free of charge until 48 hours before delivery. Later cancellations cost half.`;
    const passages = [{ title: 'Terms', url: null, headings: [], text }];
    expect(await ask('Can I cancel a catering order?', { passages })).toMatch(/^Catering orders can be cancelled free/);
  });

  it.each(['What does a human eat?', 'Who is the person that keeps bees?', 'What does an agent cost?'])(
    'takes no question that only names one for a request: %s',
    async (message) => {
      const chatbot = { ...beeRequest.chatbot, humanHandoffEnabled: true };
      expect(await ask(message, { chatbot })).not.toMatch(/^Of course/);
    },
  );

  it.each([
    ['Hello', 'Hello!'],
    ['hallo zusammen!', 'Hallo!'],
    ['Vielen Dank :)', 'Gern geschehen'],
    ['Merci beaucoup', 'Avec plaisir'],
    ['¡Hola!', '¡Hola!'],
    ['Hej då', 'Hej då'],
    ['Спасибо', 'Пожалуйста'],
    ['你好', '您好'],
    ['ありがとうございます', 'どういたしまして'],
    ['thanks bye', 'Goodbye'],
    ['thanks, that helped', "You're welcome"],
    ['Thanks so much for your quick reply!', "You're welcome"],
    ['Danke, das hat mir sehr geholfen', 'Gern geschehen'],
    ['Vielen Dank im Voraus für Ihre Antwort', 'Gern geschehen'],
    ['Merci pour votre aide', 'Avec plaisir'],
    ['gracias por tu ayuda', 'De nada'],
    ["Grazie per l'aiuto", 'Prego'],
    ['Who are you?', 'assistant of Bee helper'],
    ['Wer bist du?', 'Assistent von Bee helper'],
  ])('answers small talk in its language, without a source: %s', async (message, reply) => {
    const answer = await ask(message);
    expect(answer).toContain(reply);
    expect(answer).not.toMatch(/\[\d\]/);
  });

  it.each([
    ['Are you there?', 'Hello!'],
    ['Hallo, ist da jemand?', 'Hallo!'],
    ['are you chatgpt?', 'assistant of Bee helper'],
    ['👍', "You're welcome"],
    ['no thanks', 'Goodbye'],
    ['That’s not what I asked!', "I'm sorry"],
    ['thats wrong', "I'm sorry"],
    ["No, that's wrong", "I'm sorry"],
    ['nein das stimmt nicht', 'Das tut mir leid'],
    ['👎', "I'm sorry"],
    ['Das stimmt nicht', 'Das tut mir leid'],
    ['je ne comprends pas', 'Je suis désolé'],
    ['I have a question', 'What would you like to know?'],
    ['hi, I have a question', 'What would you like to know?'],
    ['wait', 'What would you like to know?'],
    ['?', 'What would you like to know?'],
    ['Ich hätte da mal eine Frage', 'Was möchten Sie wissen?'],
    ['tengo una duda', '¿Qué desea saber?'],
    ['у меня вопрос', 'Что вы хотите узнать?'],
    ['質問があります', '何をお知りになりたいですか'],
  ])('quotes nothing to a message that asks nothing of the content: %s', async (message, reply) => {
    const chatty = {
      title: 'Chat',
      url: null,
      headings: [],
      text: 'Wait for what is wrong with no question. Are you there?',
    };
    const answer = await ask(message, { passages: [...beeRequest.passages, chatty] });
    expect(answer).toContain(reply);
    expect(answer).not.toMatch(/\[\d\]/);
  });

  it('leads to a human who says yes to the offer of one, and asks whoever else says yes what they want to know', async () => {
    const chatbot = { ...beeRequest.chatbot, humanHandoffEnabled: true };
    const refused = await ask('Which hospital treats honey allergies?', { chatbot });
    const memory = [
      { role: 'user', content: 'Which hospital treats honey allergies?' },
      { role: 'assistant', content: refused },
    ] as const;
    expect(await ask('yes please', { chatbot, memory })).toMatch(/^Of course/);
    expect(await ask('yes please', { memory })).toMatch(/^What would you like to know/);
    expect(await ask('yes please', { chatbot })).toMatch(/^What would you like to know/);
  });

  it('takes no city and no garment behind a comma for thanks', () => {
    for (const question of ['Do you deliver to Lyon, Nice?', 'Säljer ni strumpor, bra?', 'Heb je een rok, top?'])
      expect(withoutClosing(question)).toBe(question);
    expect(withoutClosing('Do you deliver to Nice? Thanks!')).toBe('Do you deliver to Nice?');
  });

  it('offers a human with an apology, where one can be asked for', async () => {
    const chatbot = { ...beeRequest.chatbot, humanHandoffEnabled: true };
    expect(await ask('you are useless', { chatbot })).toMatch(/^I'm sorry.* talk to a human\.$/);
    expect(await ask('you are useless')).not.toContain('human');
  });

  it('takes the language of a message that is in several from the session, else from the content', async () => {
    const german = [{ role: 'user', content: 'Wie viele Blüten besucht eine Biene?' }] as const;
    expect(await ask('ok', { memory: german })).toContain('Gern geschehen');
    const passages = [
      { title: 'Bienen', url: null, headings: [], text: 'Die Bienen sind im Winter im Stock und schlafen nicht.' },
    ];
    expect(await ask('Hallo', { passages })).toContain('Was möchten Sie wissen?');
  });

  it('looks behind a greeting for the question', async () => {
    expect(await ask('Hi there, what is honey made of?')).toContain('Honey is made of nectar.');
  });

  it.each([
    ['What is honey made of? Thank you!'],
    ['What is honey made of, thanks for your help'],
    ['Hello! What is honey made of? Many thanks in advance.'],
  ])('looks before the thanks for the question: %s', async (question) => {
    const thanked = {
      title: 'Guests',
      url: null,
      headings: [],
      text: 'Thank you for the honey! We thank you in advance.',
    };
    const passages = [...beeRequest.passages, thanked];
    expect(await ask(question, { passages })).toMatch(/^Honey is made of nectar\.[^[]*\[2\]$/);
  });

  it('names the closest section with a refusal', async () => {
    expect(await ask('Which hospital treats honey allergies?')).toContain(
      'The closest that I have: *How honey is made*.',
    );
  });

  it('understands a follow-up by the question before it', async () => {
    const memory = [{ role: 'user', content: 'What is honey made of?' }] as const;
    expect(await ask('And how long does it keep?', { memory })).toContain('It keeps for years.');
  });

  it('understands what comes afterwards by the question before it', async () => {
    const memory = [{ role: 'user', content: 'How long is the trial?' }] as const;
    const text = 'The trial takes 21 days.\n\n## What happens when the trial ends?\n\nNothing is deleted.';
    const passages = [{ title: 'Pricing', url: null, headings: [], text }];
    expect(await ask('and what happens afterwards?', { memory, passages })).toContain('Nothing is deleted.');
  });

  describe('after several questions', () => {
    const page = (title: string, text: string) => ({ title, url: null, headings: [title], text });
    const asked = (...questions: readonly string[]) => questions.map((content) => ({ role: 'user', content }) as const);
    const pool = page(
      'Freibad',
      'Der Eintritt kostet 4,50 € für Erwachsene und 2,50 € für Kinder. Ein Kurs dauert zehn Stunden.',
    );
    const passport = page('Reisepass', 'Ein Reisepass kostet 70 €. Die Ausstellung dauert vier Wochen.');
    const dogs = page('Hundesteuer', 'Sie melden Ihren Hund bei der Stadtkasse an. Ein Hund kostet 108 € im Jahr.');
    const passages = [pool, passport, dogs];

    it('goes back to the one that names what is meant', async () => {
      const memory = asked('Ich brauche einen neuen Reisepass', 'was kostet der?');
      expect(await ask('und wie lange dauert das?', { memory, passages })).toContain('vier Wochen');
    });

    it('takes a question for the price alone for one about the same', async () => {
      const memory = asked('Wie kann ich meinen Hund anmelden?');
      for (const question of ['Was kostet das?', 'wie teuer?'])
        expect(await ask(question, { memory, passages })).toContain('108 €');
      expect(await ask('Was kostet das Freibad?', { memory, passages })).toContain('4,50 €');
    });

    it('takes it for a new one where the one before has no price', async () => {
      const memory = asked('Where is the moon?');
      const prices = [{ title: 'Tickets', url: null, headings: ['Tickets'], text: 'A ticket costs €8.' }];
      expect(await ask('how much does it cost?', { memory, passages: prices })).toContain('€8');
    });

    it('rather answers what it adds than the one before again', async () => {
      const text = 'Paying yearly saves a tenth. A dedicated address costs $30. Each plan has its own limit.';
      const plans = [{ title: 'Plans', url: null, headings: [], text: text.replaceAll('. ', '.\n\n') }];
      const memory = asked('does it include a dedicated address?');
      expect(await ask('and yearly?', { memory, passages: plans })).toBe('Paying yearly saves a tenth. [1]');
    });
  });

  it('answers no other question from the question before it', async () => {
    const memory = [{ role: 'user', content: 'What is honey made of?' }] as const;
    expect(await ask('Who is your CEO?', { memory })).not.toContain('nectar');
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

  it('quotes no number in brackets that could be taken for a citation', async () => {
    const passages = [
      { title: 'Bees', url: null, headings: [], text: 'Bees pollinate flowers[3] since the Cretaceous [12, 14].' },
    ];
    expect(await ask('Since when do bees pollinate flowers?', { passages })).toBe(
      'Bees pollinate flowers since the Cretaceous. [1]',
    );
  });
});
