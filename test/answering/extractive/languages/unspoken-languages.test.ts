/** Finnish, which is searched but not spoken, passes for no other language. */
import { expect, it } from 'vitest';
import { visitorLanguagesOf } from '../../../../src/answering/extractive/languages/visitor-language.ts';

it('is none of the spoken languages', () => {
  expect(visitorLanguagesOf('onko teillä sauna')).toEqual([]);
});

it.each([
  ['de', 'Wie hoch ist die Kaution für eine Geige?'],
  ['es', '¿A qué hora abre el museo?'],
  ['pt', 'não posso nem entrar?'],
])('leaves %s alone', (language, question) => {
  expect(visitorLanguagesOf(question)).toContain(language);
});
