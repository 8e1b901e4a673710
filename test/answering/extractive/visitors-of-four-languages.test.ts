/** Visitors of a Greek guest house, a Czech pottery, a Romanian guest house and a Danish bicycle shop. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../src/answering/extractive/contact/contact-answer.ts';
import { smallTalkIn } from '../../../src/answering/extractive/dialogue/small-talk.ts';
import { asksForDuration, tellsDuration } from '../../../src/answering/extractive/facts/durations.ts';
import { asksForPerson } from '../../../src/answering/extractive/facts/people.ts';
import { asksForPrice, tellsPrice } from '../../../src/answering/extractive/facts/prices.ts';
import { daysIn } from '../../../src/answering/extractive/facts/weekdays.ts';
import { visitorLanguage } from '../../../src/answering/extractive/languages/visitor-language.ts';
import { contentWords } from '../../../src/answering/extractive/question/question-terms.ts';
import { namesNoTopic, standaloneQuestion } from '../../../src/answering/extractive/question/standalone-question.ts';
import { asker } from './asker.ts';

const contact = (question: string, text: string) =>
  contactAnswer(question, contentWords(question), [{ title: '', headings: [], text }], 'en')?.markdown ?? null;

it.each([
  ['cs', 'Kolik stojí kurz?', 'Kdo je prezident Francie?', 'Máte otevřeno v sobotu?'],
  ['ro', 'Cât costă o cameră?', 'Cine este președintele Franței?', 'Aveți parcare?'],
  ['da', 'Hvad koster en cykel?', 'Hvem er præsident i Frankrig?', 'Hvornår har I åbent?'],
  ['el', 'Πόσο κοστίζει;', 'Ποιος είναι ο πρόεδρος;', 'Πότε ανοίγετε;'],
  ['sv', 'Vad kostar en cykel?', 'När har ni öppet?', 'Vem äger butiken?'],
  ['vi', 'Ăn sáng ở đâu?', 'Giá bao nhiêu?', 'Mấy giờ mở cửa?'],
])('a question shows its language: %s', (language, ...questions) => {
  expect(questions.map(visitorLanguage)).toEqual(questions.map(() => language));
});

it.each([
  ['cs', 'Dobrý den', 'Díky moc', 'Na shledanou', 'Chci mluvit s člověkem'],
  ['ro', 'Bună ziua', 'Mulțumesc mult', 'La revedere', 'Vreau să vorbesc cu un om'],
  ['da', 'Goddag', 'Tusind tak', 'Farvel', 'Jeg vil gerne tale med et menneske'],
])('small talk is answered in its language: %s', (language, ...said) => {
  const kinds = ['hello', 'thanks', 'goodbye', 'human'];
  expect(said.map((text) => smallTalkIn(text))).toEqual(
    kinds.map((kind) => ({ kind, languages: expect.arrayContaining([language]) })),
  );
});

describe('A visitor asks in Greek', () => {
  const ask =
    asker(`<h1>Δωμάτια Αύρα</h1><p>Έχουμε οκτώ δωμάτια στην Πάρο.</p><h2>Πρωινό</h2><p>Σερβίρεται από τις 8 και κοστίζει 9 €.</p>
    <h2>Αναχώρηση</h2><p>Η αναχώρηση γίνεται έως τις 11:00.</p><h2>Κατοικίδια</h2><p>Επιτρέπονται με χρέωση 10 €.</p>`);

  it('in other words than the page', () => {
    expect(ask('Υπάρχει πρωινό;')).toContain('9 €');
    expect(ask('Πόσα δωμάτια έχετε;')).toContain('οκτώ');
    expect(ask('Μέχρι τι ώρα πρέπει να φύγουμε;')).toContain('11:00');
    expect(ask('Δέχεστε σκύλους;')).toContain('10 €');
    expect(ask('Έχετε πισίνα;')).toBeNull();
  });
});

describe('A visitor asks in Czech', () => {
  const ask = asker(`<h1>Keramická dílna</h1><h2>Kurzy</h2><p>Kurz trvá čtyři lekce a stojí 2 400 Kč.</p>
    <h2>Otevírací doba</h2><p>Út–Pá 10:00–18:00, So 9:00–13:00</p><h2>Poukazy</h2><p>Dárkové poukazy platí jeden rok.</p>`);

  it('in other words than the page', () => {
    expect(ask('Kdy máte otevřeno?')).toContain('10:00–18:00');
    expect(ask('Kolik stojí kurz?')).toContain('2 400 Kč');
    expect(ask('Opravujete kola?')).toBeNull();
  });

  it('where the place is or by what telephone it is reached', () => {
    const address = 'Najdete nás v ulici Hrnčířská 8, Olomouc.';
    expect(contact('Kde vás najdu?', address)).toBe(address);
    expect(contact('Jaké máte telefonní číslo?', 'Telefon 585 123 456')).toBe('Telefon 585 123 456');
  });
});

describe('A visitor asks in Romanian or Danish', () => {
  it('in other words than the page', () => {
    const pension = asker(`<h1>Pensiunea Brazii</h1><h2>Tarife</h2><p>O cameră dublă este 220 lei pe noapte.</p>
      <h2>Animale</h2><p>Animalele mici sunt acceptate.</p><h2>Program</h2><p>Recepția este deschisă între 8:00 și 22:00.</p>`);
    expect(pension('Cât costă o cameră?')).toContain('220 lei');
    expect(pension('Când este deschisă recepția?')).toContain('8:00');
    expect(pension('Aveți piscină?')).toBeNull();
    const shop = asker(`<h1>Cykelværkstedet</h1><h2>Åbningstider</h2><p>Mandag–fredag 9:00–17:00, lørdag lukket</p>
      <h2>Priser</h2><p>En stor service er 600 kr.</p>`);
    expect(shop('Hvornår har I åbent?')).toContain('9:00–17:00');
    expect(shop('Hvad koster en stor service?')).toContain('600 kr');
  });

  it('what is sold, and is not answered by the verb alone', () => {
    const shop = asker('<h1>Haine de ieri</h1><h2>Haine</h2><p>La noi vindeți și cumpărați haine vechi.</p>');
    expect(shop('Vindeți haine?')).toContain('haine vechi');
    expect(shop('Vindeți șampon?')).toBeNull();
  });

  it('by what telephone the place is reached', () => {
    expect(contact('Care este numărul de telefon?', 'Telefon 0264 555 777')).toBe('Telefon 0264 555 777');
    expect(contact('Hvad er jeres telefonnummer?', 'Ring på 86 12 34 56 eller kig forbi.')).toContain('86 12 34 56');
  });
});

it('prices, lengths of time, days and people are known in these languages', () => {
  const prices = ['Kolik stojí lístek?', 'Πόσο κοστίζει το εισιτήριο;', 'Cât costă biletul?', 'Hvad koster billetten?'];
  expect(prices.map(asksForPrice)).toEqual([true, true, true, true]);
  expect(['60 Kč', '50 lei', '10 ευρώ', 'Výpal je zdarma', 'δωρεάν'].map(tellsPrice)).not.toContain(false);
  const lengths = ['Jak dlouho kurz trvá?', 'Πόση ώρα διαρκεί;', 'Cât durează?', 'Hvor længe varer det?'];
  expect(lengths.map(asksForDuration)).toEqual([true, true, true, true]);
  expect(['10 hodin', '3 ημέρες', '2 săptămâni', '5 dage'].map(tellsDuration)).not.toContain(false);
  const days = ['v pondělí', 'τη Δευτέρα', 'luni', 'om tirsdagen'];
  expect(days.map((text) => [...daysIn(text)][0])).toEqual(['day:1', 'day:1', 'day:1', 'day:2']);
  expect(['Kdo vede kurz?', 'Cine conduce?', 'Hvem leder?', 'Siapa pemiliknya?'].map(asksForPerson)).not.toContain(
    false,
  );
});

it('a question for the price or the duration of what was named before names nothing', () => {
  const questions = [
    'Kolik to stojí?',
    'Jak dlouho trvá?',
    'Πόσο κοστίζει;',
    'Cât durează?',
    'Hvor lang tid tager det?',
  ];
  expect(questions.map(namesNoTopic)).toEqual(questions.map(() => true));
  expect(standaloneQuestion('Hvor lang tid tager det?', ['Hvad koster en service?'])).toContain('service');
});
