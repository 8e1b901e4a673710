/** Words of visitors in eight languages that their sites say otherwise, and the language that a few of them tell. */
import { expect, it } from 'vitest';
import { asksForRequirements } from '../../../../src/answering/extractive/facts/requirements.ts';
import { faqQuestion } from '../../../../src/answering/extractive/follow-ups/faq-questions.ts';
import { conversationLanguage } from '../../../../src/answering/extractive/languages/conversation-language.ts';
import { isGenericWord } from '../../../../src/answering/extractive/terms/question-words.ts';
import { meansTheSame } from '../../../../src/answering/extractive/thesaurus/synonyms.ts';
import { textAsker } from '../asker.ts';

it.each([
  ['chefin', 'leiterin'],
  ['patronne', 'directrice'],
  ['metalico', 'efectivo'],
  ['abmelden', 'kundigen'],
  ['spoznienie', 'przetrzymanie'],
  ['pozyczac', 'wypozyczalnia'],
  ['ausleihen', 'verleih'],
  ['hocanin', 'egitmenler'],
  ['arabami', 'otopark'],
  ['buslinien', 'bus'],
  ['rdv', 'rendez'],
  ['dk', 'dakika'],
])('%s means %s', (asked, said) => {
  expect(meansTheSame(asked, said)).toBe(true);
});

it.each([
  'Repareren jullie ook andere merken?',
  'Acceptez-vous la carte bancaire?',
  '¿Aceptan tarjetas de crédito?',
  'Havlu veriyor musunuz?',
  'Dolaplar kilitli mi?',
  'Radite li tehnički pregled?',
  'Bieten Sie auch Gutscheine?',
  'Hvornår er der åbent?',
])('suggests the question of a heading: %s', (heading) => {
  expect(faqQuestion(heading)?.replace('\u00a0', '')).toBe(heading);
});

it('suggests no aside that only ends like one', () => {
  for (const heading of ['Und jetzt das?', 'Noch nie hier gewesen?', 'Ready for summer?'])
    expect(faqQuestion(heading)).toBeNull();
});

it.each([
  ['Comment obtenir un acte de naissance ?', 'Comment obtenir un acte de naissance\u00a0?'],
  ['Acceptez-vous la carte ?', 'Acceptez-vous la carte\u00a0?'],
  ['How can I pay ?', 'How can I pay?'],
])('has a space before the mark in French alone: %s', (heading, question) => {
  expect(faqQuestion(heading)).toBe(question);
});

it('is asked in Spanish where a small word is of Portuguese, too', () => {
  const passages = [
    { title: 'Xyz', url: null, headings: ['Xyz'], text: 'Las clases son por la tarde y hay que reservar.' },
  ];
  expect(conversationLanguage({ question: 'haceis masajes o fisioterapia', memory: [], passages })).toBe('es');
});

it.each(['il faut quoi comme papiers pour refaire ma carte', 'kayit icin ne lazim', 'što mi treba za upis?'])(
  'asks for what is required: %s',
  (question) => {
    expect(asksForRequirements(question)).toBe(true);
  },
);

it.each(['nachmittag', 'aprem', 'tarde', 'pomeriggio', 'popoludniu', 'ujutro'])(
  'is no topic but a time of day: %s',
  (word) => {
    expect(isGenericWord(word)).toBe(true);
  },
);

it('takes no street for what it is called after', () => {
  expect(meansTheSame('bus', 'bahnhofstrasse')).toBe(false);
  const ask = textAsker(
    '# Kurse\n\n## Kontakt\n\nKurse e. V.  \nBahnhofstraße 12  \n35781 Weilburg\n\nWir sind gut zu erreichen. Die Buslinien 61 und 62 halten vor dem Haus.',
  );
  expect(ask('mit dem bus')).toContain('Buslinien 61 und 62');
});

it('says that cash is not taken, and not how else one pays', () => {
  const ask = textAsker(
    '# Club\n\n## Tarifas\n\nCon el carné de estudiante no se paga matrícula. No aceptamos pagos en efectivo.',
  );
  expect(ask('puedo pagar en metalico')).toContain('No aceptamos pagos en efectivo');
});

it.each([
  ['de', 'braucht man zumba'],
  ['de', 'kriegt man zumba'],
  ['pt', 'dá pra fazer zumba'],
])('are told for %s: %s', (language, question) => {
  expect(conversationLanguage({ question, memory: [], passages: [] })).toBe(language);
});
