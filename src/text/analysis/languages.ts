import * as danishStemmer from '@orama/stemmers/danish';
import * as dutchStemmer from '@orama/stemmers/dutch';
import * as englishStemmer from '@orama/stemmers/english';
import * as finnishStemmer from '@orama/stemmers/finnish';
import * as frenchStemmer from '@orama/stemmers/french';
import * as germanStemmer from '@orama/stemmers/german';
import * as italianStemmer from '@orama/stemmers/italian';
import * as norwegianStemmer from '@orama/stemmers/norwegian';
import * as portugueseStemmer from '@orama/stemmers/portuguese';
import * as russianStemmer from '@orama/stemmers/russian';
import * as spanishStemmer from '@orama/stemmers/spanish';
import * as swedishStemmer from '@orama/stemmers/swedish';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { beginningOf } from './grams.ts';
import { memoized } from './memoize.ts';
import { foldDiacritics } from './normalise.ts';

export interface Language {
  /** Stem, exact form and beginning of a word in lower case without diacritics (see analyse.ts). */
  readonly formsOf: (word: string) => readonly string[];
  /** In lower case, without diacritics. */
  readonly stopWords: ReadonlySet<string>;
}

function language(stemmer: { stemmer: (word: string) => string }, stopWords: readonly string[]): Language {
  const words = stopWords.flatMap((entry) => foldDiacritics(entry.toLowerCase()).split(/[^\p{L}\p{M}]+/u));
  return {
    formsOf: memoized((word) => formsOf(word, stemmer.stemmer)),
    stopWords: new Set(words.filter((word) => word !== '')),
  };
}

const ENGLISH = language(englishStemmer, english);

/** By how common they are on the web: on equal evidence the first wins. */
const LANGUAGES: readonly Language[] = [
  ENGLISH,
  language(spanishStemmer, spanish),
  language(germanStemmer, german),
  language(frenchStemmer, french),
  language(russianStemmer, russian),
  language(portugueseStemmer, portuguese),
  language(italianStemmer, italian),
  language(dutchStemmer, dutch),
  language(swedishStemmer, swedish),
  language(danishStemmer, danish),
  language(norwegianStemmer, norwegian),
  language(finnishStemmer, finnish),
];

const CYRILLIC = /\p{Script=Cyrillic}/u;
const RUSSIAN = LANGUAGES[4] ?? ENGLISH;

/** Indexes in `LANGUAGES`. */
const LANGUAGES_BY_STOP_WORD = new Map<string, number[]>();
for (const [place, { stopWords }] of LANGUAGES.entries()) {
  for (const word of stopWords) {
    const holders = LANGUAGES_BY_STOP_WORD.get(word);
    if (holders === undefined) LANGUAGES_BY_STOP_WORD.set(word, [place]);
    else holders.push(place);
  }
}

/** A long text costs no more than a short one. */
const MAX_SAMPLED_WORDS = 400;

const NONE: readonly number[] = [];

/** Single letters give none: they are often initials or list items. */
export const languagesWithStopWord = (word: string): readonly number[] =>
  (word.length > 1 ? LANGUAGES_BY_STOP_WORD.get(word) : undefined) ?? NONE;

/**
 * A stop word counts more when fewer languages share it. Without evidence: English, or Russian for Cyrillic.
 * @param words in lower case, without diacritics, with their `languagesWithStopWord`
 */
export function guessLanguage(
  words: readonly { readonly text: string; readonly stopWordOf: readonly number[] }[],
): Language {
  const evidence = new Float64Array(LANGUAGES.length);
  const looked = Math.min(words.length, MAX_SAMPLED_WORDS);
  for (let place = 0; place < looked; place += 1) {
    const holders = words[place]?.stopWordOf ?? NONE;
    for (const holder of holders) evidence[holder] = (evidence[holder] ?? 0) + 1 / holders.length;
  }
  const most = Math.max(...evidence);
  if (most > 0) return LANGUAGES[evidence.indexOf(most)] ?? ENGLISH;
  return words.some(({ text }) => CYRILLIC.test(text)) ? RUSSIAN : ENGLISH;
}

const BEGINNING_LENGTH = 5;
const DIGITS_ONLY = /^\p{N}+$/u;

const formsOf = (word: string, stem: (word: string) => string): readonly string[] =>
  DIGITS_ONLY.test(word) ? [word] : [stem(word), `=${word}`, `~${beginningOf(word, BEGINNING_LENGTH)}`];
