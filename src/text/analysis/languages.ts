/** Which language a text is in, as far as its stemmer and stop words need to know. */
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
import { foldDiacritics } from './normalise.ts';
import { remembering } from './remembering.ts';

export interface Language {
  /** What a word is searched by: its stem, itself and its beginning (see analyse.ts). Takes a word in lower case without diacritics. */
  readonly formsOf: (word: string) => readonly string[];
  /** In lower case, without diacritics. */
  readonly stopWords: ReadonlySet<string>;
}

function language(stemmer: { stemmer: (word: string) => string }, stopWords: readonly string[]): Language {
  const words = stopWords.flatMap((entry) => foldDiacritics(entry.toLowerCase()).split(/[^\p{L}\p{M}]+/u));
  return {
    formsOf: remembering((word) => formsOf(word, stemmer.stemmer)),
    stopWords: new Set(words.filter((word) => word !== '')),
  };
}

const englishLanguage = language(englishStemmer, english);

/** The first of equals wins, so the order is that of how common they are on the web. */
const languages: readonly Language[] = [
  englishLanguage,
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

const cyrillic = /\p{Script=Cyrillic}/u;
const russianLanguage = languages[4] ?? englishLanguage;

/** For each stop word, the languages that have it, as places in `languages`. */
const languagesOfStopWord = new Map<string, number[]>();
for (const [place, { stopWords }] of languages.entries()) {
  for (const word of stopWords) {
    const holders = languagesOfStopWord.get(word);
    if (holders === undefined) languagesOfStopWord.set(word, [place]);
    else holders.push(place);
  }
}

/** Words looked at: enough to be sure, so that a long text costs no more than a short one. */
const sampleSize = 400;

const NONE: readonly number[] = [];

/** Places of the languages that a word speaks for. Single letters are initials and list items as often as they are stop words. */
export const languagesWithStopWord = (word: string): readonly number[] =>
  (word.length > 1 ? languagesOfStopWord.get(word) : undefined) ?? NONE;

/**
 * The language whose stop words a text uses most, where one that few languages share says more. Without any evidence English,
 * or Russian for Cyrillic; a wrong guess costs little, since words are also found by how they begin (see analyse.ts).
 * @param words in lower case, without diacritics, with what `languagesWithStopWord` says of them
 */
export function guessLanguage(
  words: readonly { readonly text: string; readonly stopWordOf: readonly number[] }[],
): Language {
  const evidence = new Float64Array(languages.length);
  const looked = Math.min(words.length, sampleSize);
  for (let place = 0; place < looked; place += 1) {
    const holders = words[place]?.stopWordOf ?? NONE;
    for (const holder of holders) evidence[holder] = (evidence[holder] ?? 0) + 1 / holders.length;
  }
  const most = Math.max(...evidence);
  if (most > 0) return languages[evidence.indexOf(most)] ?? englishLanguage;
  return words.some(({ text }) => cyrillic.test(text)) ? russianLanguage : englishLanguage;
}

const beginningLength = 5;
const digitsOnly = /^\p{N}+$/u;

const formsOf = (word: string, stem: (word: string) => string): readonly string[] =>
  digitsOnly.test(word) ? [word] : [stem(word), `=${word}`, `~${beginningOf(word, beginningLength)}`];
