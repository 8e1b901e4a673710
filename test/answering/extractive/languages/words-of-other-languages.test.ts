/** Questions of visitors in Swedish, Norwegian, Ukrainian, Russian, Greek, Romanian, Vietnamese, Korean, Japanese and Hindi, in words that the pages lack. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../../src/answering/extractive/contact/contact-answer.ts';
import { answerableQuestion } from '../../../../src/answering/extractive/plain-question.ts';
import { contentWords } from '../../../../src/answering/extractive/question/question-terms.ts';
import { namesNoTopic } from '../../../../src/answering/extractive/question/standalone-question.ts';
import { serviceConceptsOf } from '../../../../src/answering/extractive/thesaurus/synonyms.ts';
import { analyseQuery } from '../../../../src/text/analysis/analyse.ts';
import { textAsker } from '../asker.ts';

const pasted = (...sentences: readonly string[]) => `# Xyz\n\n${sentences.join('\n\n')}`;

it.each([
  ['Når stenger dere?', 'Mandag–fredag 9–18', 'Vi holder til ved elva.'],
  ['När öppnar ni?', 'Måndag–fredag 9–18', 'Salongen ligger vid torget.'],
  ['Vem äger salongen?', 'Ägare: Karin Lindqvist.', 'Vi tar kort och kontanter i salongen.'],
  ['Чи можна курити?', 'У номерах палити заборонено.', 'Сніданок входить у вартість.'],
  ['Скільки коштує взяти лижі напрокат?', 'Прокат лиж коштує 450 грн на день.', 'Сауна коштує 800 грн.'],
  ['Коли треба виїхати?', 'Виїзд до 11:00.', 'Сніданок подаємо з 8:00.'],
  ['Кто хозяин пекарни?', 'Владелец пекарни — Гульнара Сафина.', 'Хлеб печём на закваске.'],
  ['Есть безглютеновый хлеб?', 'Хлеб без глютена печём по вторникам.', 'Торты печём на заказ.'],
  ['Κάνετε έκπτωση σε αδέρφια;', 'Τα αδέλφια έχουν έκπτωση 15 %.', 'Τα βιβλία πληρώνονται χωριστά.'],
  ['동생이랑 같이 다니면 할인되나요?', '형제가 함께 등록하면 10% 할인됩니다.', '교재비는 별도입니다.'],
  ['수업 빠지면 보강해 주시나요?', '결석한 수업은 보강해 드립니다.', '주차는 무료입니다.'],
  ['Aveți carduri cadou?', 'Vindem card cadou de 50 de lei.', 'Cumpărăm cărți vechi.'],
])('answers “%s”', (question, answer, other) => {
  const found = textAsker(pasted(other, answer))(question);
  expect(found).toContain(answer.slice(0, 8));
  expect(found).not.toContain(other.slice(0, 8));
});

it('finds a Greek street with its number', () => {
  for (const address of ['Παραλιακή οδός 14, λιμάνι', 'Δωδώνης 58, Ιωάννινα']) {
    const question = 'που βρισκεστε';
    const passages = [{ title: '', headings: [], text: address }];
    expect(contactAnswer(question, contentWords(question), passages, 'el')?.markdown).toBe(address);
  }
});

it('gives the plural of a Romanian thing the stem of its singular', () => {
  for (const [one, many] of ['loc locuri', 'card carduri', 'cadou cadouri', 'preț prețuri'].map((pair) =>
    pair.split(' '),
  ))
    expect(analyseQuery(`și ${many}`)[0]).toBe(analyseQuery(`și ${one}`)[0]);
});

it('leaves the end of a Korean noun that sounds like “if”', () => {
  expect(analyseQuery('비빔냉면')).toContain('냉면');
  expect(analyseQuery('빠지면')).toEqual(['빠지']);
  expect(analyseQuery('원장님')).toEqual(['원장']);
});

it('asks for opening hours by the English word in Hindi', () => {
  expect(serviceConceptsOf('टाइम')).toContain('hours');
});

it('leaves out a request that is written in kana', () => {
  expect(contentWords('駐車場の値段おしえて')).toEqual(contentWords('駐車場の値段'));
});

it('takes who runs a place for its owner', () => {
  const asked = { question: 'Hvem driver kafeen?', memory: [], passages: [] };
  expect(answerableQuestion(asked)).toBe('Hvem eier kafeen?');
  expect(serviceConceptsOf('eier')).toEqual(serviceConceptsOf('vertskap'));
});

describe('A Vietnamese chat', () => {
  const plain = (question: string) => answerableQuestion({ question, memory: [], passages: [] });

  it('calls delivery ship, and addresses the shop', () => {
    expect(plain('phí ship bao nhiêu')).toBe('phí giao hàng bao nhiêu');
    expect(plain('sđt là gì')).toBe('số điện thoại là gì');
    expect(plain('có giao hoa không shop ơi')).toBe('có giao hoa không');
  });

  it('is not read into other languages', () => {
    for (const question of ['When does the ship leave?', 'How do I find the shop', 'Was kostet der Shop?'])
      expect(plain(question)).toBe(question);
  });
});

describe('A filler of one language', () => {
  it.each([
    ['How much is the fare?', 'fare'],
    ['how do I clean a hat', 'hat'],
    ['su var mı', 'su'],
    ['Kan tahlili yapıyor musunuz?', 'kan'],
    ['¿Tienen mate?', 'mate'],
  ])('names the topic of “%s” in another: %s', (question, topic) => {
    expect(contentWords(question)).toContain(topic);
    expect(namesNoTopic(question)).toBe(false);
  });

  it.each([
    ['Wer hat heute Dienst?', 'hat'],
    ['Che cosa si può fare?', 'fare'],
    ['Kan jeg betale med kort?', 'kan'],
  ])('stays one in “%s”: %s', (question, filler) => {
    expect(contentWords(question)).not.toContain(filler);
  });
});
