import { describe, expect, it } from 'vitest';
import { followUpQuestions } from '../../../src/text/extractive/follow-ups.ts';
import { PHRASES } from '../../../src/text/extractive/phrases.ts';
import { standaloneQuestion } from '../../../src/text/extractive/standalone.ts';
import { VISITOR_LANGUAGES, visitorLanguage } from '../../../src/text/extractive/visitor-language.ts';

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

  it('has all our phrases, each question with a place for its topic', () => {
    for (const language of VISITOR_LANGUAGES) {
      const { about, open, nothingFits, offerHuman } = PHRASES[language];
      expect(new Set([...about, ...open, nothingFits, offerHuman]).size).toBe(8);
      for (const question of about) expect(question).toContain('{}');
      expect([...about, ...open].join('')).not.toMatch(/[|\n]/);
    }
  });
});

describe('Follow-up questions from the content', () => {
  const passages = [
    { title: 'Shop', headings: ['Returns'], text: 'Returns are free.\nHow long does shipping take? Two days.' },
    { title: 'Shop', headings: ['Opening hours'], text: 'Mon-Fri.' },
    { title: 'Shop', headings: ['Payment'], text: 'By card.' },
  ];

  it('are its own questions first, then what its headings name', () => {
    const questions = followUpQuestions({ question: 'Can I return it?', answer: 'Returns are free.', passages });
    expect(questions[0]).toBe('How long does shipping take?');
    expect(questions[1]).toContain('Opening hours');
    expect(questions[2]).toContain('Payment');
  });

  it('do not ask again what was just asked', () => {
    const questions = followUpQuestions({ question: 'How long does shipping take?', answer: 'Two days.', passages });
    expect(questions).not.toContain('How long does shipping take?');
    expect(questions).toHaveLength(3);
  });

  it('are in the visitor’s language', () => {
    const [, about = ''] = followUpQuestions({ question: 'Wie kann ich das zurückgeben?', answer: '', passages });
    expect(about).toMatch(/Können Sie|Was sollte/);
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
    const questions = followUpQuestions({ question: 'Bees?', answer: '', passages: given });
    expect(new Set(questions).size).toBe(3);
  });
});

describe('A question without its conversation', () => {
  it('is joined with the one before when it says too little or refers back', () => {
    expect(standaloneQuestion('And how much?', ['How long is shipping?'])).toBe('How long is shipping? And how much?');
    expect(standaloneQuestion('Where can I buy it?', ['Do you have honey?'])).toContain('honey');
  });

  it('stays as it is when it stands by itself, or is the first', () => {
    const whole = 'Which payment methods are accepted for international orders?';
    expect(standaloneQuestion(whole, ['Do you have honey?'])).toBe(whole);
    expect(standaloneQuestion('And how much?', [])).toBe('And how much?');
  });
});
