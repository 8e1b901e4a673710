/** Serbian in both scripts gives the same words; other languages in Cyrillic keep theirs. */
import { expect, it } from 'vitest';
import { analysePassage, analyseQuery, analyseSearch, textLanguage } from '../../../src/text/analysis/analyse.ts';
import { CROATIAN } from '../../../src/text/analysis/languages.ts';
import { inLatinLetters, isSerbianCyrillic } from '../../../src/text/analysis/serbian-cyrillic.ts';
import { expectLinear } from '../../support/growth.ts';

it.each([
  ['Колика је цена великог сервиса?', 'Kolika je cena velikog servisa?'],
  ['могу ли да платим картицом, када дођем', 'mogu li da platim karticom, kada dođem'],
  ['Љубав, Џеп и Ђурђевак', 'Ljubav, Džep i Đurđevak'],
])('“%s” has the words of “%s”', (cyrillic, latin) => {
  expect(inLatinLetters(cyrillic)).toBe(latin);
  expect(analyseQuery(cyrillic)).toEqual(analyseQuery(latin));
});

it('reads the names of a passage in the script of the whole', () => {
  const passage = { title: 'Радно време', headings: ['Субота'], text: 'Недељом не радимо. Улаз је из дворишта.' };
  const words = analysePassage(passage);
  for (const word of ['=radno', '=vreme', '=subota', '=nedeljom']) expect(words).toContain(word);
  expect(textLanguage(passage.text)).toBe(CROATIAN);
});

it.each([
  'Сколько стоит доставка?',
  'Где парковка',
  'код от двери',
  'Чи є у вас паркінг',
  'Къде се намирате?',
  'Можете ли доставить сегодня',
  'цена',
])('takes “%s” for no Serbian', (question) => {
  expect(isSerbianCyrillic(question)).toBe(false);
});

it('searches for a short question in both readings', () => {
  const words = analyseSearch('паркинг');
  expect(words).toContain('=паркинг');
  expect(words).toContain('=parking');
  expect(analyseSearch('парковка, 5 мест')).toContain('=парковка');
  expect(analyseSearch('доставка еды')).not.toContain('=dostavka');
});

it('is linear', () => {
  for (const letter of ['љ', 'а', 'ы']) expectLinear(256_000, (size) => isSerbianCyrillic(letter.repeat(size)));
});
