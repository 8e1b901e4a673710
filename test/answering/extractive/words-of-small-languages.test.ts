/** Questions of visitors in Norwegian, Hebrew, Russian, Greek and Dutch: words that name no topic, words for the same thing, times of day. */
import { expect, it } from 'vitest';
import { factsTold, HOURS, TIME } from '../../../src/answering/extractive/facts/fact-marks.ts';
import { answerableQuestion } from '../../../src/answering/extractive/plain-question.ts';
import { serviceConceptsOf } from '../../../src/answering/extractive/thesaurus/synonyms.ts';
import { ask } from '../generators/ask-without-model.ts';
import { textAsker } from './asker.ts';

const pasted = (...sentences: readonly string[]) => `# Xyz\n\n${sentences.join('\n\n')}`;

it.each([
  ['Når kan vi sjekke inn?', 'Innsjekking fra klokken 15.', 'Badstuen ligger ved brygga.'],
  ['Ab wann kann ich einchecken?', 'Anreise ist ab 15 Uhr.', 'Ein Zimmer kostet 90 Euro.'],
  ['מתי אתם פתוחים?', 'המוזיאון פתוח בימים ראשון עד חמישי בין 10:00 ל-18:00.', 'כרטיס למבוגר עולה 40 שקלים.'],
  ['אפשר לבוא עם כלב?', 'הכניסה לכלבים אסורה.', 'בית הקפה מגיש עוגות.'],
  ['Во сколько завтрак?', 'Завтрак подаём с 8 до 10 часов.', 'Номер стоит 4500 рублей, завтрак входит в цену.'],
  ['Можно заплатить картой?', 'Оплатить можно картой или наличными.', 'Баню топим по вечерам.'],
  ['Как отменить бронирование?', 'Отменить бронь можно за три дня до приезда.', 'Баню топим по вечерам.'],
  ['Τι ώρα είναι το πρωινό;', 'Το πρωινό σερβίρεται από τις 8 έως τις 10.', 'Το δωμάτιο κοστίζει 70 ευρώ με πρωινό.'],
  ['Μπορώ να πληρώσω με κάρτα;', 'Δεχόμαστε κάρτες και μετρητά.', 'Το πρωινό σερβίρεται στην αυλή.'],
])('answers “%s”', (question, answer, other) => {
  const found = textAsker(pasted(other, answer))(question);
  expect(found).toContain(answer.slice(0, 12));
  expect(found).not.toContain(other.slice(0, 12));
});

it('takes a Norwegian breakfast for no costs', () => {
  expect(serviceConceptsOf('frokosten')).not.toContain('price');
  const text = `# Hus\n\n## Priser\n\nEt rom koster 1290 kroner med frokost.\n\n## Frokost\n\nFrokosten serveres til klokken 10.`;
  expect(textAsker(text)('Når er frokosten?')).toBe('Frokosten serveres til klokken 10.');
});

it('takes the centre of a town for no price', () => {
  for (const word of ['центр', 'центре', 'центрі']) expect(serviceConceptsOf(word)).not.toContain('price');
  for (const word of ['цена', 'ценами', 'ціна']) expect(serviceConceptsOf(word)).toContain('price');
});

it('takes “à partir de” for no departure', () => {
  const asked = { question: 'C’est gratuit à partir de combien ?', memory: [], passages: [] };
  expect(answerableQuestion(asked)).not.toContain('partir');
});

it('names no pronoun of a Dutch question as what the content lacks', async () => {
  const passages = [{ title: 'Xyz', url: null, headings: ['Honden'], text: 'Alleen hulphonden komen binnen.' }];
  for (const question of ['Mag mijn hond mee?', 'Mag ik honden meenemen?'])
    expect(await ask(question, { passages })).toMatch(/^Alleen hulphonden/);
});

it.each([
  ...[
    'De 2 a 3 días.',
    'De lunes a viernes, grupos de 5 a 12 alumnos.',
    'Van 2 tot 3 weken.',
    'Od 10 do 20 zł w poniedziałek.',
  ],
  ...['С 3 до 5 дней.', 'Fra 2 til 3 dage.', 'Od 8 do 40.'],
])('takes numbers of other things for no hours: %s', (text) => {
  expect(factsTold(text)).not.toContain(HOURS);
  expect(factsTold(text)).not.toContain(TIME);
});

it.each(['С 10 до 18', 'Od 8 do 20 w tygodniu', 'Van 9 tot 17 uur.', 'De 9 a 14 y de 16 a 20'])(
  'takes hours without minutes for hours: %s',
  (text) => expect(factsTold(text)).toContain(TIME),
);
