/** Questions typed with accents and without ask for the same. */
import { expect, test } from 'vitest';
import { asksForPlace } from '../../../src/answering/extractive/contact/contact-question.ts';
import { asksForDuration } from '../../../src/answering/extractive/facts/durations.ts';
import { asksForFrequency } from '../../../src/answering/extractive/facts/frequencies.ts';
import { asksForPerson } from '../../../src/answering/extractive/facts/people.ts';
import { asksForRequirements } from '../../../src/answering/extractive/facts/requirements.ts';
import { asksForExistence, asksHow } from '../../../src/answering/extractive/question/expected-answer-type.ts';

test.each([
  ['a length of time', asksForDuration, 'Cuánto dura la visita', 'cuanto dura la visita'],
  ['how often', asksForFrequency, 'À quelle fréquence passez-vous', 'a quelle frequence passez-vous'],
  ['documents', asksForRequirements, 'Qué documentación necesito', 'que documentacion necesito'],
  ['a person', asksForPerson, 'Quién dirige la escuela', 'quien dirige la escuela'],
  ['the steps', asksHow, 'Cómo me apunto', 'como me apunto'],
  ['whether there is something', asksForExistence, 'Têm aulas de russo', 'tem aulas de russo'],
  ['the place', asksForPlace, 'Où êtes-vous', 'ou etes-vous'],
])('A question asks for %s, with accents and without', (_, asks, written, typed) => {
  expect([asks(written), asks(typed)]).toEqual([true, true]);
});

test.each(['위치가 어디예요', '〒の場所はどこにあります', 'где вы'])(
  'Letters of other scripts stay whole: %s',
  (question) => {
    expect(asksForPlace(question)).toBe(true);
  },
);
