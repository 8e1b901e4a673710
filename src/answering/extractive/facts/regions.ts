/** Regions of countries: for shipping to France, "the rest of the EU" is an answer. */
import { lazily } from '../../../lib/lazily.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';

const IN_UNION = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE';
const OTHER_EUROPE = 'GB CH NO IS LI AL BA MD ME MK RS UA TR MC SM AD';
const ELSEWHERE =
  'US CA MX BR AR CL CO PE AU NZ JP KR CN TW HK SG MY TH VN ID PH IN PK AE SA QA KW IL EG MA TN ZA KE NG GH RU KZ';
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv'];
const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ['czechia', 'CZ'],
  ['holland', 'NL'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['britain', 'GB'],
  ['uk', 'GB'],
  ['usa', 'US'],
  ['america', 'US'],
];
const UNION_WORDS = 'eu ue european union europaische';
const EUROPE_WORDS = 'europe europa europaweit';
const WORLD_WORDS =
  'worldwide international internationally world overseas abroad weltweit ausland etranger extranjero estero estrangeiro buitenland wereldwijd';

const countries = lazily(() => {
  const codes = [IN_UNION, OTHER_EUROPE, ELSEWHERE].flatMap((list) => list.split(' '));
  const named = LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return codes.map((code): [string, string] => [foldDiacritics((names.of(code) ?? '').toLowerCase()), code]);
  });
  return new Map([...named, ...OTHER_NAMES]);
});

/**
 * Words of the country's regions, the smallest first; none for any other word.
 * @param word folded, in lower case
 */
export function regionWordsOf(word: string): readonly string[] {
  const code = countries().get(word);
  if (code === undefined) return [];
  const isIn = (list: string) => list.split(' ').includes(code);
  const regions = [...(isIn(IN_UNION) ? [UNION_WORDS] : []), ...(isIn(ELSEWHERE) ? [] : [EUROPE_WORDS]), WORLD_WORDS];
  return regions.flatMap((words) => words.split(' '));
}
