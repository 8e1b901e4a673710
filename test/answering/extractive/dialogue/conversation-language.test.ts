import { describe, expect, it } from 'vitest';
import { conversationLanguage } from '../../../../src/answering/extractive/languages/conversation-language.ts';

const italian = {
  title: '',
  url: null,
  headings: [],
  text: 'Il check-in è possibile dalle 15 alle 20 per gli ospiti.',
};
const asked = (question: string, passages = [italian], earlier: readonly string[] = []) =>
  conversationLanguage({ question, passages, memory: earlier.map((content) => ({ role: 'user', content })) });

describe('The language of a question', () => {
  it('is its own, whatever the content is in', () => {
    expect(asked('Where can I park?')).toBe('en');
    expect(asked('peut-on payer en espèces ?')).toBe('fr');
  });

  it('is the one of its possible languages that was spoken before, or that the content is in', () => {
    expect(asked("C'è una piscina?")).toBe('it');
    expect(asked("C'è una piscina?", [], ['¿Dónde está el hotel?'])).toBe('es');
    const german = { ...italian, text: 'Die Gebühren werden zum 15. des Monats mit der Lastschrift eingezogen.' };
    expect(asked('zahlt man per Rechnung oder Lastschrift', [german])).toBe('de');
    expect(asked('una piscina', [{ ...italian, text: 'The pool is open for you and for all of the guests.' }])).toBe(
      'es',
    );
  });

  it('is the one that most passages are in, when the question may be in several', () => {
    const german = { ...italian, text: 'Die Gebühren werden zum 15. des Monats mit der Lastschrift eingezogen.' };
    const dutch = { ...italian, text: 'De kosten worden op de vijftiende van de maand van uw rekening afgeschreven.' };
    expect(asked('Rechnung', [dutch, german, german])).toBe('de');
    expect(asked('Rechnung', [german, dutch, dutch])).toBe('nl');
  });

  it('is English with “u” for “you”', () => {
    expect(asked('do u do takeaways', [])).toBe('en');
    expect(asked('jak se dostanu do města', [])).toBe('cs');
  });

  it('is the only one that the caller holds possible, whatever the content is in', () => {
    const conversation = { question: 'Rechnung', passages: [italian], memory: [] };
    expect(conversationLanguage(conversation, ['fr'])).toBe('fr');
    expect(conversationLanguage(conversation, ['fr', 'it'])).toBe('it');
  });

  it('is that of the content for a question whose only common word is English and French', () => {
    const english = { ...italian, text: 'The shop is open on every day of the week, and there is a garden with it.' };
    expect(asked('opening hours on sunday', [english])).toBe('en');
  });

  it('is that of its letters, where its only common word is of several languages', () => {
    expect(asked('o której zamykacie kuchnię?')).toBe('pl');
    expect(asked('a za 14-latka?', [], ['Ile płacę za dziecko 5 lat?'])).toBe('pl');
    expect(asked('a ticket', [{ ...italian, text: 'The pool is open for you and for all of the guests.' }])).toBe('en');
  });

  it('is not Dutch for a Spanish, French or Portuguese question that holds no other common word than “de”', () => {
    const spanish = { ...italian, text: 'El envío en la península cuesta cinco euros y es gratuito desde cincuenta.' };
    expect(asked('gastos de envio', [spanish])).toBe('es');
    const french = { ...italian, text: 'La livraison est gratuite et vous la recevez dans les deux jours.' };
    expect(asked('frais de livraison', [french])).toBe('fr');
    expect(asked('gastos de envio', [], ['¿Cuánto cuesta una entrada?'])).toBe('es');
    expect(asked('tarjeta', [spanish], ['gastos de envio'])).toBe('es');
  });

  it('is that of the content whose words it has, where no more than a small word is of another language', () => {
    const german = { ...italian, text: 'Die Ratenzahlung ist nach Absprache möglich, die Rechnung zahlen Sie bar.' };
    const dutch = { ...italian, text: 'De vloerverwarming is na twee dagen van het werk weer te gebruiken.' };
    const french = { ...italian, text: 'Fêtez votre anniversaire à la piscine avec les amis de la famille.' };
    expect(asked('in raten zahlen?', [german])).toBe('de');
    expect(asked('vloerverwarming per m2', [dutch])).toBe('nl');
    expect(asked('anniversaire a la piscine', [french])).toBe('fr');
  });

  it('is its own, where it has more words of its language than of the content', () => {
    const german = { ...italian, text: 'Das Hotel hat eine Sauna, und das Restaurant ist am Abend offen.' };
    expect(asked('do you have a sauna in the hotel', [german])).toBe('en');
  });
});
