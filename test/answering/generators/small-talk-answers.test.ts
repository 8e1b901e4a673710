/** Messages that ask nothing of the content, answered without a model: greetings, thanks, complaints, requests for a human. */
import { describe, expect, it } from 'vitest';
import { withoutClosing } from '../../../src/answering/extractive/dialogue/small-talk.ts';
import { beeRequest } from '../../contracts/answer-generator.ts';
import { ask } from './ask-without-model.ts';

describe('Answering small talk without a model', () => {
  it('offers a human with the refusal when hand-off is on', async () => {
    const chatbot = { ...beeRequest.chatbot, humanHandoffEnabled: true };
    expect(await ask('What is the capital of Mongolia?', { chatbot })).toContain('talk to a human');
  });

  it.each([
    [
      'I want to speak to a human',
      'Of course. If you have not pressed the button below yet, please do so, and somebody will answer you here.',
    ],
    [
      'Hi, can I talk to a real person please?',
      'Of course. If you have not pressed the button below yet, please do so, and somebody will answer you here.',
    ],
    [
      'Human',
      'Of course. If you have not pressed the button below yet, please do so, and somebody will answer you here.',
    ],
    [
      'Ich möchte mit einem Menschen sprechen',
      'Gern. Falls Sie die Schaltfläche unten noch nicht gedrückt haben, tun Sie das bitte: Dann antwortet Ihnen hier jemand persönlich.',
    ],
    [
      'Kann ich bitte mit einem Mitarbeiter reden?',
      'Gern. Falls Sie die Schaltfläche unten noch nicht gedrückt haben, tun Sie das bitte: Dann antwortet Ihnen hier jemand persönlich.',
    ],
    [
      'wie kann ich mit einem echten Menschen sprechen?',
      'Gern. Falls Sie die Schaltfläche unten noch nicht gedrückt haben, tun Sie das bitte: Dann antwortet Ihnen hier jemand persönlich.',
    ],
    [
      'Comment parler à un humain ?',
      'Bien sûr. Si ce n’est pas déjà fait, appuyez sur le bouton ci-dessous : quelqu’un vous répondra ici.',
    ],
    [
      "Je voudrais parler à quelqu'un",
      'Bien sûr. Si ce n’est pas déjà fait, appuyez sur le bouton ci-dessous : quelqu’un vous répondra ici.',
    ],
    [
      'Quiero hablar con una persona real',
      'Por supuesto. Si aún no lo ha hecho, pulse el botón de abajo y alguien le responderá aquí.',
    ],
    [
      'Posso parlare con un operatore?',
      'Certo. Se non l’ha ancora fatto, prema il pulsante qui sotto: qualcuno le risponderà qui.',
    ],
    [
      'Quero falar com um atendente',
      'Claro. Se ainda não o fez, pressione o botão abaixo e alguém lhe responderá aqui.',
    ],
    [
      'Kan ik met een medewerker praten?',
      'Natuurlijk. Als u dat nog niet hebt gedaan, druk dan op de knop hieronder: iemand antwoordt u hier.',
    ],
    ['转人工', '当然可以。如果您还没有点击下方的按钮，请点击，之后会有人在这里回复您。'],
    ['אני רוצה לדבר עם נציג', 'בוודאי. אם עדיין לא לחצתם על הכפתור שלמטה, אפשר ללחוץ עליו עכשיו, ומישהו יענה לכם כאן.'],
  ])('offers a human to who asks for one when hand-off is on: %s', async (message, reply) => {
    const chatbot = { ...beeRequest.chatbot, humanHandoffEnabled: true };
    expect(await ask(message, { chatbot })).toBe(reply);
    expect(await ask(message)).not.toBe(reply);
  });

  it.each([
    'can i get a human',
    'I just want to talk to a human',
    'Please put me through to someone',
    'is there anyone i can talk to?',
    "I don't want to talk to a bot",
    'i want to talk to a human not a bot',
    'could I speak with somebody from your team?',
    'how do i speak to a real person',
    'can a human help me?',
  ])('understands who asks for a human in other words: %s', async (message) => {
    const chatbot = { ...beeRequest.chatbot, humanHandoffEnabled: true };
    expect(await ask(message, { chatbot })).toMatch(/^Of course/);
  });

  it.each([
    'What does a human eat?',
    'Who is the person that keeps bees?',
    'What does an agent cost?',
    'How do I contact support?',
    'How can I talk to customer service?',
    'can i get a human resources contact',
    'can someone bring honey to my gran',
    'is there someone at the desk on Sunday?',
    'can I talk to my doctor about honey?',
  ])('takes no question that only names one for a request: %s', async (message) => {
    const chatbot = { ...beeRequest.chatbot, humanHandoffEnabled: true };
    expect(await ask(message, { chatbot })).not.toMatch(/^Of course/);
  });

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

  it.each(['this bot is useless', 'Your answers are really bad', 'what a stupid chatbot', "you don't know anything"])(
    'apologises to who scolds the chatbot: %s',
    async (message) => expect(await ask(message)).toMatch(/^I'm sorry/),
  );

  it('takes praise for thanks', async () => expect(await ask('you are great!')).toMatch(/^You're welcome/));

  it.each(['The coffee is bad', 'is that useful for bees?', 'your service is terrible, what can I do?'])(
    'takes no question and no complaint about something else for it: %s',
    async (message) => expect(await ask(message)).not.toMatch(/^I'm sorry/),
  );

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
});
