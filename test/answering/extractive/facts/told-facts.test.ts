/** Facts that a page tells without the word that a visitor asks with. */
import { describe, expect, it } from 'vitest';
import { tellsChild, tellsSenior } from '../../../../src/answering/extractive/facts/age-groups.ts';
import { tellsDuration } from '../../../../src/answering/extractive/facts/durations.ts';
import { tellsLimit, tellsMinimum } from '../../../../src/answering/extractive/facts/limits.ts';
import { asksWhetherFree } from '../../../../src/answering/extractive/facts/prices.ts';
import { tellsLanguages } from '../../../../src/answering/extractive/facts/spoken-languages.ts';
import { asker } from '../asker.ts';

describe('A visitor asks for the greatest amount', () => {
  it('and gets what is allowed “at most”', () => {
    const ask = asker(`<h1>Send a message</h1><p>One call sends one message to everybody who is named in it.</p>
      <table><tr><th>Field</th><th>Type</th><th>Meaning</th></tr><tr><td>to</td><td>array</td><td>Who gets the message.</td></tr>
      <tr><td>subject</td><td>string</td><td>At most 998 characters.</td></tr><tr><td>files</td><td>array</td><td>Sent with the message.</td></tr></table>`);
    expect(ask('maximum subject length')).toContain('At most 998 characters.');
  });

  it.each([
    ['up to 25 MB', true],
    ['Höchstens 3 Kubikmeter', true],
    ['Grupos de 12 personas como máximo', true],
    ['The Maximum Hotel has 40 rooms', false],
    ['from Monday to 5 May', false],
  ])('of which a text tells by its words: %s, %s', (text, tells) => expect(tellsLimit(text)).toBe(tells));
});

describe('A visitor asks for the least amount', () => {
  it('and gets what is needed “at least”', () => {
    const ask = asker(`<h1>Signing in</h1><p>Your account is yours alone. Please share it with nobody else.</p>
      <h2>Passwords</h2><p>Passwords need at least 12 characters. Ten wrong passwords lock the account.</p>`);
    expect(ask('minimum password length')).toContain('at least 12 characters');
  });

  it.each([
    ['mindestens 3 Nächte', true],
    ['Orders of €20 or more', true],
    ['3個以上のご注文', true],
    ['up to 25 MB', false],
    ['The Minimum Hotel has 40 rooms', false],
  ])('of which a text tells by its words: %s, %s', (text, tells) => expect(tellsMinimum(text)).toBe(tells));
});

describe('A visitor asks which languages there are', () => {
  it('and gets their names', () => {
    const ask = asker(`<h1>Visit</h1><p>Everything about your visit to the museum by the sea, in any weather.</p>
      <h2>Guides</h2><p>Audio guides cost €3. They are in English, French and Welsh.</p><h2>Lockers</h2><p>They take a coin.</p>`);
    expect(ask('what languages are there?')).toContain('English, French and Welsh');
    expect(tellsLanguages('Our English breakfast is served until ten.')).toBe(false);
  });
});

describe('A visitor asks for an age group', () => {
  it('and gets the price that the page gives by years', () => {
    const ask = asker(`<h1>Tickets</h1><p>You can buy all of our tickets at the door or in advance on this page.</p>
      <ul><li>Standard: €8</li><li>Over 65s: €5</li><li>Under 12s: nothing to pay</li></ul><h2>Tours</h2><p>They cost €4 a person.</p>`);
    expect(ask('price for pensioners')).toContain('Over 65s: €5');
    expect(ask('ticket price for kids')).toContain('Under 12s: nothing to pay');
  });

  it.each([
    ['Menores de 12 años: gratis', true],
    ['Kinder 6–17 Jahre', true],
    ['under 5 minutes', false],
    ['unter 12 €', false],
  ])('of children, which a text tells by numbers: %s, %s', (text, tells) => expect(tellsChild(text)).toBe(tells));

  it.each([
    ['estudiantes, mayores de 65, desempleados', true],
    ['Concessions (60+)', true],
    ['ab 65 €', false],
    ['over 65,000 books', false],
  ])('of seniors, which a text tells by numbers: %s, %s', (text, tells) => expect(tellsSenior(text)).toBe(tells));
});

it.each([
  ['decided within 24 hours', true],
  ['It takes a year', true],
  ['every two weeks', false],
  ['alle 14 Tage', false],
  ['£48 a year', false],
  ['twice a day', false],
  ['a second driver', false],
])('A text tells a length of time, and no rate: %s, %s', (text, tells) => expect(tellsDuration(text)).toBe(tells));

describe('“Free” asks for what costs nothing', () => {
  it.each([
    ['Is there a free plan?', true],
    ['Is it free?', true],
    ['How many messages can I send on the free plan?', false],
    ['Are two months free?', false],
  ])('except in a name of a plan and behind a length of time: %s, %s', (question, asks) =>
    expect(asksWhetherFree(question)).toBe(asks),
  );
});
