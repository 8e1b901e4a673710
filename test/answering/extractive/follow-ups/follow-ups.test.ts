import { describe, expect, it } from 'vitest';
import { PHRASES } from '../../../../src/answering/extractive/dialogue/phrases.ts';
import { SMALL_TALK_REPLIES } from '../../../../src/answering/extractive/dialogue/small-talk-replies.ts';
import { extractiveAnswers } from '../../../../src/answering/extractive/extractive-answers.ts';
import { followUpQuestions } from '../../../../src/answering/extractive/follow-ups/follow-ups.ts';
import { VISITOR_LANGUAGES, visitorLanguage } from '../../../../src/answering/extractive/languages/visitor-language.ts';
import type { ExtractPassage } from '../../../../src/answering/extractive/passages/outline.ts';
import type { ConversationTurn } from '../../../../src/answering/generators/answer-generator.ts';
import { beeRequest, collect } from '../../../contracts/answer-generator.ts';

describe('The visitor’s language', () => {
  it.each([
    ['What are your opening hours?', 'en'],
    ['Wie kann ich meine Bestellung zurückgeben?', 'de'],
    ['Comment puis-je vous contacter ?', 'fr'],
    ['¿Cuáles son los horarios?', 'es'],
    ['Quali sono gli orari di apertura?', 'it'],
    ['Quais são os horários?', 'pt'],
    ['Wat zijn de openingstijden en hoe kan ik betalen?', 'nl'],
    ['Jakie są godziny otwarcia i gdzie jest sklep?', 'pl'],
    ['Mağaza nerede ve ne zaman açık?', 'tr'],
    ['Vad är era öppettider?', 'sv'],
    ['Какие у вас часы работы?', 'ru'],
    ['Які у вас години роботи?', 'uk'],
    ['Ποιες είναι οι ώρες λειτουργίας;', 'el'],
    ['ما هي ساعات العمل؟', 'ar'],
    ['מהן שעות הפתיחה?', 'he'],
    ['आपके खुलने का समय क्या है?', 'hi'],
    ['เปิดกี่โมง', 'th'],
    ['你们几点开门？', 'zh'],
    ['営業時間は何時ですか？', 'ja'],
    ['영업 시간이 어떻게 되나요?', 'ko'],
    ['12345 !?', 'en'],
    ['', 'en'],
    ['我的 iPhone 怎么退货？', 'zh'],
  ])('%s: %s', (text, language) => {
    expect(visitorLanguage(text)).toBe(language);
  });

  it('has all our phrases, with a place for what they name', () => {
    for (const language of VISITOR_LANGUAGES) {
      const { who, ...replies } = SMALL_TALK_REPLIES[language];
      const { open, ask, closest, nothingAbout, otherLanguage, ...others } = PHRASES[language];
      const frames = [ask, closest, nothingAbout, otherLanguage, who];
      expect(new Set([...open, ...frames, ...Object.values(others), ...Object.values(replies)]).size).toBe(17);
      for (const framed of frames) expect(framed).toContain('{}');
      expect([...open, ask].join('')).not.toMatch(/[|\n]/);
    }
  });
});

const suggested = (
  question: string,
  answer: string,
  passages: readonly ExtractPassage[],
  memory: readonly ConversationTurn[] = [],
) => followUpQuestions({ question, memory, passages: passages.map((one) => ({ ...one, url: null })) }, answer);

describe('Follow-up questions from the content', () => {
  it('are the questions of a list, not the headings that divide it', () => {
    const text =
      '## The kettles\n\n### What is a kettle?\n\nA pot.\n\n## Our tea\n\n### How is tea made?\n\nWith water.';
    const found = suggested('cups', 'Cups hold tea.', [{ title: 'Help', headings: ['Help'], text }]);
    expect(found.slice(0, 2)).toEqual(['What is a kettle?', 'How is tea made?']);
    expect(found[2]).not.toMatch(/kettles|our tea/i);
  });

  const passages = [
    { title: 'Shop', headings: ['Returns'], text: 'Returns are free.\nHow long does shipping take? Two days.' },
    { title: 'Shop', headings: ['Opening hours'], text: 'Mon-Fri.' },
    { title: 'Shop', headings: ['Payment'], text: 'By card.' },
  ];

  it('are its own questions first, then what its headings name', () => {
    const questions = suggested('Can I return it?', 'Returns are free.', passages);
    expect(questions[0]).toBe('How long does shipping take?');
    expect(questions.slice(1)).toEqual(['When are you open?', 'How can I pay?']);
  });

  it('are about the topics that an overview has listed', () => {
    const overview = `We sell cups. [1]\n\n${PHRASES.en.overview}\n\n- Opening hours [1]\n- Payment [1]`;
    const questions = ['When are you open?', 'How can I pay?'];
    expect(suggested('What do you offer?', overview, passages.slice(1))).toEqual(expect.arrayContaining(questions));
  });

  it('repeat no general question that was just asked, while there are others', () => {
    const [first = '', ...others] = PHRASES.en.open;
    expect(suggested(first, '', [])).toEqual([...others, first]);
  });

  it('name no heading that needs what stands above it', () => {
    const text = '## Who is behind it\n\nTwo friends.\n\n## Parking\n\nBehind the house.';
    const found = suggested('cups', 'Cups hold tea.', [{ title: 'Festival', headings: ['Festival'], text }]);
    expect(found).toContain('Where can I park?');
    expect(found.join(' ')).not.toContain('Who is behind it');
  });

  it('are told from what was asked before by the first 500 characters of it', () => {
    const asked = 'How long does shipping take?';
    const said = `Can I return it? ${'And a very long story of it. '.repeat(20)}`;
    expect(suggested(`${asked} ${said}`, 'Returns are free.', passages)).not.toContain(asked);
    expect(suggested(`${said} ${asked}`, 'Returns are free.', passages)).toContain(asked);
  });

  it('are those that the owner suggests, in the language that is spoken, after small talk', () => {
    const quickPrompts = [
      'Where are you?',
      'Was kostet der Versand?',
      'What do you sell?',
      'Do you deliver?',
      'Who are you?',
    ];
    const offered = (question: string, memory: readonly ConversationTurn[] = []) =>
      followUpQuestions({ question, memory, passages: [], chatbot: { quickPrompts } }, '');
    expect(offered('Hello')).toEqual(['Where are you?', 'What do you sell?', 'Do you deliver?']);
    expect(offered('Can I talk to a human?', [{ role: 'user', content: 'Where are you?' }])).toEqual([
      'What do you sell?',
      'Do you deliver?',
      'Who are you?',
    ]);
    expect(offered('Vielen Dank')[0]).toBe('Was kostet der Versand?');
    expect(offered('What does it cost?')).not.toContain('Where are you?');
  });

  it('stay on the page that was quoted where a page with questions shares no word with what was asked', () => {
    const pool = {
      title: 'Pool',
      headings: [],
      text: 'Dogs must stay outside.\n# Lessons\nFor all ages.\n# Lockers\nThey take a coin.',
    };
    const waste = { title: 'Waste', headings: [], text: '# What goes into the brown bin?\nLeaves and grass.' };
    const asked = (question: string) => suggested(question, 'Dogs must stay outside.', [pool, waste]);
    expect(asked('Can I bring my dog to the pool?')).toEqual([
      'Which lessons do you have?',
      'Where can I leave my bags?',
      'What goes into the brown bin?',
    ]);
    expect(asked('Can I bring leaves and my dog?')[1]).toBe('What goes into the brown bin?');
  });

  it('are not about pages that the law asks for', () => {
    const privacy = { title: 'Privacy policy', headings: ['Server logs'], text: 'They are kept for a week.' };
    const questions = suggested('Can I return it?', '', [privacy, ...passages]);
    expect(questions.join()).not.toContain('Server logs');
  });

  it('are not what the owner asks the visitor', () => {
    const help = { title: 'Help', headings: ['How can we help?'], text: 'Here are our guides.' };
    expect(suggested('Can I return it?', 'Returns are free.', [help, ...passages])).not.toContain('How can we help?');
  });

  it.each(['Frequently asked questions', 'Häufige Fragen', 'Preguntas frecuentes', 'News', 'What our clients say'])(
    'are not about a heading that names no topic: %s',
    (heading) => {
      const page = { title: 'Shop', headings: [heading], text: 'They are great.' };
      expect(suggested('Can I return it?', 'Returns are free.', [page, ...passages]).join(' ')).not.toContain(heading);
    },
  );

  it('do not ask again what was just asked', () => {
    const questions = suggested('How long does shipping take?', 'Two days.', passages);
    expect(questions).not.toContain('How long does shipping take?');
    expect(questions).toHaveLength(3);
  });

  it('are in the visitor’s language: content in another is not suggested', () => {
    const german = [{ title: 'Hilfe', headings: ['Zahlung'], text: 'Sie können mit der Karte zahlen.' }];
    expect(suggested('Wie kann ich das zurückgeben?', '', [...passages, ...german])).toContain(
      'Wie kann ich bezahlen?',
    );
    expect(suggested('Wie kann ich das zurückgeben?', '', [...passages, ...german])).not.toContain(
      'How long does shipping take?',
    );
  });

  it('are in the language of a greeting', () => {
    const german = { title: 'Hilfe', headings: ['Zahlung'], text: 'Sie können mit der Karte zahlen.' };
    expect(suggested('Hallo!', '', [...passages, german]).slice(0, 2)).toEqual([
      'Wann haben Sie geöffnet?',
      'Wie kann ich bezahlen?',
    ]);
  });

  it('are not those that were asked or offered before in the session', () => {
    const memory = [
      { role: 'user', content: 'opening hours' },
      { role: 'assistant', content: 'Mon-Fri.', suggestions: ['How can I pay?'] },
    ] as const;
    const questions = suggested('Can I return it?', 'Returns are free.', passages, memory);
    expect(questions[0]).toBe('How long does shipping take?');
    expect(questions.join(' ')).not.toMatch(/open|pay/);
    expect(questions).toHaveLength(3);
  });

  it.each([
    [
      'one plain passage',
      [{ title: '', headings: [], text: 'Beekeepers harvest honey in summer and feed sugar in winter.' }],
    ],
    ['Chinese without headings', [{ title: '', headings: [], text: '养蜂人在夏天收获蜂蜜，在冬天喂糖。' }]],
    ['nothing', []],
    ['numbers only', [{ title: '12', headings: ['3'], text: '1 2 3' }]],
    ['one endless heading', [{ title: 'x'.repeat(500), headings: ['y '.repeat(500)], text: 'z' }]],
  ])('are always three different ones: %s', (_what, given) => {
    const questions = suggested('Bees?', '', given);
    expect(new Set(questions).size).toBe(3);
  });
});

describe('A suggestion without a model', () => {
  const shops: Readonly<Record<string, { question: string; passages: readonly ExtractPassage[] }>> = {
    English: {
      question: 'Can I return a jacket?',
      passages: [
        {
          title: 'Help | Northwind',
          headings: ['Returns'],
          text: 'A jacket can be returned within 30 days. You need the receipt.',
        },
        {
          title: 'Help | Northwind',
          headings: ['How to track a parcel'],
          text: 'Open the link in our mail. It shows where the parcel is.',
        },
        { title: 'Help | Northwind', headings: ['3.1 Opening hours:'], text: 'Mon-Fri 9-17.' },
        { title: 'FAQ', headings: ['Do you ship to Norway?'], text: 'Yes, within five days.' },
        {
          title: 'News',
          headings: ['Read more', '2026-11-21'],
          text: 'Isn’t this cool? I think so! But who knows? moment occur? Nobody.',
        },
      ],
    },
    German: {
      question: 'Kann ich eine Jacke zurückgeben?',
      passages: [
        { title: 'Hilfe', headings: ['Rückgabe'], text: 'Eine Jacke kann man binnen 30 Tagen zurückgeben.' },
        { title: 'Hilfe', headings: ['Versand und Kosten'], text: 'Der Versand kostet vier Euro.' },
        { title: 'Hilfe', headings: ['Wie bezahle ich meine Bestellung?'], text: 'Mit Karte oder auf Rechnung.' },
        { title: 'Hilfe', headings: ['Öffnungszeiten'], text: 'Montag bis Freitag von neun bis fünf.' },
      ],
    },
    Chinese: {
      question: '可以退货吗？',
      passages: [
        { title: '帮助', headings: ['退货'], text: '收到商品后三十天内可以退货。' },
        { title: '帮助', headings: ['配送时间'], text: '一般两到三天送达。' },
        { title: '帮助', headings: ['支付方式'], text: '支持银行卡和支付宝。' },
      ],
    },
    'a text without any heading': {
      question: 'What is a terrarium?',
      passages: [
        {
          title: 'How to Build a Terrarium',
          headings: [],
          text: 'A terrarium is a small garden under glass. Water it once a month.',
        },
      ],
    },
  };

  it.each(Object.entries(shops))('is answered when it is asked: %s', async (_language, { question, passages }) => {
    const model = extractiveAnswers();
    const asked = suggested(question, passages[0]?.text ?? '', passages);
    expect(new Set(asked).size).toBe(3);
    for (const suggestion of asked) {
      const request = { ...beeRequest, question: suggestion, passages: passages.map((one) => ({ ...one, url: null })) };
      const answer = await collect(model.answer(request, new AbortController().signal));
      expect(answer, suggestion).toMatch(/\[\d\]/);
    }
  });

  it('is not what was just asked, in whatever letters, nor another question for the same', () => {
    const hours = [
      { title: 'Visit', headings: [], text: '## Opening hours\n\nMon-Fri 9-17\n\n## 0 % finance\n\nPay later.' },
      { title: 'Hours and days', headings: [], text: '## Open days\n\nIn May.' },
    ];
    const offered = suggested('when are you open', '', hours);
    expect(offered.map((question) => question.toLowerCase())).not.toContain('when are you open?');
    expect(offered.join()).toContain('0 % finance');
  });

  it('reads well: no asides, no navigation, no numbering, no name of the site', () => {
    const { question, passages } = shops.English ?? { question: '', passages: [] };
    expect(suggested(question, 'A jacket can be returned within 30 days. [1]', passages)).toEqual([
      'How do I track a parcel?',
      'When are you open?',
      'Do you ship to Norway?',
    ]);
    const german = shops.German ?? { question: '', passages: [] };
    expect(suggested(german.question, 'Eine Jacke kann man binnen 30 Tagen zurückgeben. [1]', german.passages)).toEqual(
      [
        'Wie bezahle ich meine Bestellung?',
        'Können Sie mir mehr zu „Versand und Kosten“ sagen?',
        'Wann haben Sie geöffnet?',
      ],
    );
  });

  it('can ask what there is: then the content’s topics are told, with where they stand', async () => {
    for (const { open, overview } of Object.values(PHRASES)) {
      const passages = (shops.English?.passages ?? []).map((one) => ({ ...one, url: null }));
      const request = { ...beeRequest, question: `  ${open[0].replace(/[?？؟;]/, '')} `, passages };
      const answer = await collect(extractiveAnswers().answer(request, new AbortController().signal));
      expect(answer).toContain(`${overview}\n\n- Returns [1]\n- How to track a parcel [2]`);
    }
  });

  it('takes a few milliseconds of thinking for eight long passages', () => {
    const text = 'Bees carry pollen from one flower to another, and honey home to the hive in the evening. '.repeat(25);
    const many = Array.from({ length: 8 }, (_, at) => ({
      title: `Page ${at}`,
      headings: [`Elephants ${at}`],
      text: `${at} ${text}`,
    }));
    suggested('How?', '', many);
    const started = performance.now();
    suggested('How do bees fly?', '', many);
    expect(performance.now() - started).toBeLessThan(250);
  });
});
