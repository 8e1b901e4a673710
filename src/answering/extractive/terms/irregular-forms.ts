/**
 * Forms of a word with different stems: Portuguese plurals (`nível`, `níveis`), Italian verbs (`pago`, `paghi`), Polish cases (`zmywarka`,
 * `zmywarce`), short Turkish nouns (`odanız`, `odalar`), and English periods (`month`, `monthly`).
 */
import { ENGLISH, ITALIAN, type Language, POLISH, PORTUGUESE, TURKISH } from '../../../text/analysis/languages.ts';

type KeyOf = (word: string) => string | null;

const MIN_LETTERS = 4;
/** Folded. */
const PORTUGUESE_PLURAL = /(?:([aeou])is|([oa]es|aos)|([aeou])l|(ao)|(?<=[^aeiou])(is|il))$/;
const ITALIAN_VERB = /^(\p{L}{2,}[cg])h?(?:o|a|e|i|iamo|ate|ano|are|ato|ati|ino)$/u;

function portugueseKey(word: string): string | null {
  const [ending, vowel, , ofSingular, ao, il] = PORTUGUESE_PLURAL.exec(word) ?? [];
  if (ending === undefined) return null;
  const stem = word.slice(0, -ending.length);
  if (il !== undefined) return `${stem}+il`;
  if (vowel !== undefined || ofSingular !== undefined) return `${stem}+${vowel ?? ofSingular}l`;
  return ao !== undefined || ending !== '' ? `${stem}+ao` : null;
}

const italianKey = (word: string): string | null => ITALIAN_VERB.exec(word)?.[1] ?? null;

/** Softened endings of Polish stems with their hard consonant; longest first. Folded. */
const SOFTENED: readonly (readonly [softened: string, hard: string])[] = [
  ['dzie', 'd'],
  ['dze', 'g'],
  ['rze', 'r'],
  ['sze', 'ch'],
  ['cie', 't'],
  ['ce', 'k'],
];
const HARD_FORM = /^(\p{L}{2,}(?:ch|[dgkrt]))(?:ami|ach|owi|em|ie|om|ow|[aeiouy])?$/u;
const MIN_POLISH_STEM = 4;

function polishKey(word: string): string | null {
  const [softened = '', hard = ''] = SOFTENED.find(([ending]) => word.endsWith(ending)) ?? [];
  const stem = softened === '' ? (HARD_FORM.exec(word)?.[1] ?? '') : word.slice(0, -softened.length) + hard;
  return stem.length < MIN_POLISH_STEM ? null : stem;
}

/** A noun of three letters whose last one the stemmer takes for an ending: `oda`. Folded. */
const TURKISH_NOUN =
  /^(\p{L}{2}[aeiou])(?:l[ae]r)?(?:n[iu]z|m[iu]z|s[iu]|l[iu]k?|s[iu]z)?(?:n?[iu]n|n?d[ae]n?|n?[iu]|[yn][ae]|y[iu])?$/u;

const turkishKey = (word: string): string | null => TURKISH_NOUN.exec(word)?.[1] ?? null;

const ENGLISH_PERIOD = /^(?:(hour|night|week|month|year)(?:s|ly)?|(da)(?:y|ys|ily))$/u;

function englishKey(word: string): string | null {
  const [, regular, day] = ENGLISH_PERIOD.exec(word) ?? [];
  return regular ?? day ?? null;
}

const KEYS: ReadonlyMap<Language, KeyOf> = new Map([
  [ENGLISH, englishKey],
  [PORTUGUESE, portugueseKey],
  [ITALIAN, italianKey],
  [POLISH, polishKey],
  [TURKISH, turkishKey],
]);

/**
 * Returns null for a word without such forms.
 * @param asked folded, in lower case, as the tested words
 */
export function irregularFormTest(asked: string, language?: Language): ((word: string) => boolean) | null {
  const keyOf = language === undefined ? undefined : KEYS.get(language);
  const key = asked.length < MIN_LETTERS ? null : (keyOf?.(asked) ?? null);
  return keyOf === undefined || key === null ? null : (word) => keyOf(word) === key;
}
