/** Hungarian and Finnish, which are searched but not spoken, pass for no other language. */
import { expect, it } from 'vitest';
import {
  visitorLanguagesOf,
  writtenLanguage,
} from '../../../../src/answering/extractive/languages/visitor-language.ts';

it.each(['köszönöm', 'szombaton meddig vannak nyitva', 'mi franciaország fővárosa', 'onko teillä sauna'])(
  'a question in none of the spoken languages: %s',
  (question) => {
    expect(visitorLanguagesOf(question)).toEqual([]);
  },
);

it('takes a Hungarian text for no English one', () => {
  const text =
    'A műtét előtt az állat 12 órán át nem ehet, de vizet ihat. A műtött állatot délután lehet hazavinni. A kutya is.';
  expect(writtenLanguage(text)).toBeNull();
});

it.each([
  ['de', 'Wie hoch ist die Kaution für eine Geige?'],
  ['es', '¿A qué hora abre el museo?'],
  ['pt', 'não posso nem entrar?'],
])('leaves %s alone', (language, question) => {
  expect(visitorLanguagesOf(question)).toContain(language);
});
