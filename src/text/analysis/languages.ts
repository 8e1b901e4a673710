import * as danishStemmer from '@orama/stemmers/danish';
import * as dutchStemmer from '@orama/stemmers/dutch';
import * as englishStemmer from '@orama/stemmers/english';
import * as finnishStemmer from '@orama/stemmers/finnish';
import * as frenchStemmer from '@orama/stemmers/french';
import * as germanStemmer from '@orama/stemmers/german';
import * as greekStemmer from '@orama/stemmers/greek';
import * as hindiStemmer from '@orama/stemmers/indian';
import * as indonesianStemmer from '@orama/stemmers/indonesian';
import * as italianStemmer from '@orama/stemmers/italian';
import * as lithuanianStemmer from '@orama/stemmers/lithuanian';
import * as norwegianStemmer from '@orama/stemmers/norwegian';
import * as portugueseStemmer from '@orama/stemmers/portuguese';
import * as romanianStemmer from '@orama/stemmers/romanian';
import * as russianStemmer from '@orama/stemmers/russian';
import * as spanishStemmer from '@orama/stemmers/spanish';
import * as swedishStemmer from '@orama/stemmers/swedish';
import * as turkishStemmer from '@orama/stemmers/turkish';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as greek } from '@orama/stopwords/greek';
import { stopwords as hindi } from '@orama/stopwords/indian';
import { stopwords as indonesian } from '@orama/stopwords/indonesian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { cutText } from '../cut-text.ts';
import { BULGARIAN_STOP_WORDS, bulgarianStem } from './bulgarian.ts';
import { CATALAN_STOP_WORDS, catalanStem } from './catalan.ts';
import { CROATIAN_STOP_WORDS, croatianStem } from './croatian.ts';
import { CZECH_STOP_WORDS, czechStem, SLOVAK_STOP_WORDS } from './czech-and-slovak.ts';
import { ESTONIAN_STOP_WORDS, estonianStem } from './estonian.ts';
import { HINDI_QUESTION_WORDS } from './hindi.ts';
import { HUNGARIAN_STOP_WORDS, hungarianStem } from './hungarian.ts';
import { INDONESIAN_CHAT_WORDS } from './indonesian.ts';
import { LATVIAN_STOP_WORDS, latvianStem } from './latvian.ts';
import { LITHUANIAN_STOP_WORDS } from './lithuanian.ts';
import { memoized } from './memoize.ts';
import { foldDiacritics } from './normalise.ts';
import { POLISH_STOP_WORDS, polishStem } from './polish.ts';
import { SLOVENIAN_STOP_WORDS } from './slovenian.ts';
import { UKRAINIAN_STOP_WORDS } from './ukrainian.ts';
import { VIETNAMESE_STOP_WORDS } from './vietnamese.ts';
import { withVowelHarmony } from './vowel-harmony.ts';

export interface Language {
  /**
   * Stem, exact form and beginning of a word in lower case (see analyse.ts).
   * @param written with its marks
   * @param folded without
   */
  readonly formsOf: (written: string, folded: string) => readonly string[];
  readonly isStopWord: (written: string, folded: string) => boolean;
  /** Folded. */
  readonly stopWords: ReadonlySet<string>;
  /** Stop words that point to the language. */
  readonly pointingWords: ReadonlySet<string>;
}

/**
 * @param leastLetters of a stop word that points to the language: shorter ones may be syllables of unmarked Vietnamese
 * @param topicsElsewhere stop words that do not point to the language, since they name a topic in others
 */
function language(
  stemmer: { stemmer: (word: string) => string },
  words: readonly string[],
  leastLetters = 0,
  topicsElsewhere: readonly string[] = [],
): Language {
  let folded: ReadonlySet<string> | null = null;
  // Lazy, since the start needs none of the languages.
  const stopWords = () => {
    folded ??= new Set(words.flatMap((entry) => foldDiacritics(entry.toLowerCase()).match(/[\p{L}\p{M}]+/gu) ?? []));
    return folded;
  };
  let pointing: ReadonlySet<string> | null = null;
  const formsOfFolded = memoized((word) => formsOf(word, stemmer.stemmer));
  return {
    formsOf: (_, word) => formsOfFolded(word),
    isStopWord: (_, word) => stopWords().has(word),
    get stopWords() {
      return stopWords();
    },
    get pointingWords() {
      pointing ??= new Set(
        [...stopWords()].filter((word) => word.length >= leastLetters && !topicsElsewhere.includes(word)),
      );
      return pointing;
    },
  };
}

const BEGINNING_LENGTH = 5;
const DIGITS_ONLY = /^\p{N}+$/u;

const formsOf = (word: string, stem: (word: string) => string): readonly string[] =>
  DIGITS_ONLY.test(word) ? [word] : [stem(word), `=${word}`, `~${cutText(word, BEGINNING_LENGTH)}`];

export const ENGLISH = language(englishStemmer, english);
/**
 * Marks tell words apart (`giá`, `già`), but visitors leave them out: words match without, and score more with the same ones. Unmarked
 * questions pass for English, so the rest is the same.
 */
export const VIETNAMESE: Language = {
  formsOf(written, folded) {
    const forms = ENGLISH.formsOf(written, folded);
    return DIGITS_ONLY.test(folded) ? forms : [...forms, `^${written}`];
  },
  isStopWord: (written) => VIETNAMESE_STOP_WORDS.has(written),
  stopWords: new Set(),
  pointingWords: new Set(),
};
export const SPANISH = language(spanishStemmer, spanish);
export const DUTCH = language(dutchStemmer, dutch);
export const PORTUGUESE = language(portugueseStemmer, portuguese);
export const ITALIAN = language(italianStemmer, italian);
/** The stemmer of the library leaves a part of the plural: `carduri`, `cadouri` beside `card`, `cadou`. */
const ROMANIAN_PLURAL = /(?<=\p{L}{3})ur$|(?<=\p{L}{2}o)u$/u;
const romanianStem = (word: string): string => romanianStemmer.stemmer(word).replace(ROMANIAN_PLURAL, '');
export const ROMANIAN = language({ stemmer: romanianStem }, romanian);
export const POLISH = language({ stemmer: polishStem }, POLISH_STOP_WORDS);
export const CZECH_AND_SLOVAK = language({ stemmer: czechStem }, [...CZECH_STOP_WORDS, ...SLOVAK_STOP_WORDS], 3);
/** Also Bosnian, and Serbian in Latin script. */
export const CROATIAN = language({ stemmer: croatianStem }, CROATIAN_STOP_WORDS, 3);
export const HUNGARIAN = language({ stemmer: hungarianStem }, HUNGARIAN_STOP_WORDS, 3);
const turkishStem = (word: string): string => foldDiacritics(turkishStemmer.stemmer(withVowelHarmony(word)));
/** `bazen` is a pool in Croatian and Slovenian. */
export const TURKISH = language({ stemmer: turkishStem }, turkish, 0, ['bazen']);
export const GERMAN = language(germanStemmer, german);
export const FRENCH = language(frenchStemmer, french);
export const INDONESIAN = language(indonesianStemmer, [...indonesian, ...INDONESIAN_CHAT_WORDS]);
export const SWEDISH = language(swedishStemmer, swedish);
export const DANISH = language(danishStemmer, danish);
export const NORWEGIAN = language(norwegianStemmer, norwegian);
const LITHUANIAN = language(lithuanianStemmer, LITHUANIAN_STOP_WORDS, 3);
const SLOVENIAN = language({ stemmer: croatianStem }, SLOVENIAN_STOP_WORDS, 3);
const LATVIAN = language({ stemmer: latvianStem }, LATVIAN_STOP_WORDS, 3);
const ESTONIAN = language({ stemmer: estonianStem }, ESTONIAN_STOP_WORDS, 3);
const CATALAN = language({ stemmer: catalanStem }, CATALAN_STOP_WORDS);

/** Languages of Latin script, by how common they are on the web: the first wins on equal evidence. */
export const LATIN_LANGUAGES: readonly Language[] = [
  ENGLISH,
  SPANISH,
  GERMAN,
  FRENCH,
  PORTUGUESE,
  ITALIAN,
  TURKISH,
  DUTCH,
  POLISH,
  VIETNAMESE,
  INDONESIAN,
  CZECH_AND_SLOVAK,
  HUNGARIAN,
  CROATIAN,
  ROMANIAN,
  SWEDISH,
  DANISH,
  NORWEGIAN,
  language(finnishStemmer, finnish),
  LITHUANIAN,
  SLOVENIAN,
  LATVIAN,
  ESTONIAN,
  CATALAN,
];

/**
 * Languages of fewer sites, with those that their stop words may point to as well. A stop word that other languages have, too, points to these alone,
 * so that their texts are told as before.
 */
export const KIN: ReadonlyMap<Language, readonly Language[]> = new Map([
  [LITHUANIAN, [LATVIAN, ESTONIAN]],
  [LATVIAN, [LITHUANIAN, ESTONIAN]],
  [ESTONIAN, [LITHUANIAN, LATVIAN]],
  [SLOVENIAN, [CZECH_AND_SLOVAK, CROATIAN]],
  [CATALAN, []],
]);

/** Letters of one of the languages alone, or of few. The first match counts. */
export const DISTINCTIVE_LETTERS: readonly (readonly [RegExp, ...Language[]])[] = [
  [/[ığ]/, TURKISH],
  [/[ėįų]/, LITHUANIAN],
  [/[āēīļķģņ]/, LATVIAN],
  [/ū/, LITHUANIAN, LATVIAN],
  [/[łśńźż]/, POLISH],
  [/[ąę]/, POLISH, LITHUANIAN],
  [/[ơư\u1ea0-\u1ef9]/, VIETNAMESE],
  [/[șțţ]/, ROMANIAN],
  [/ã|õe/, PORTUGUESE],
  [/õ/, ESTONIAN],
  [/[ďěĺľňŕřťů]|^(?=.*[áíéúýó]).*[čšž]/, CZECH_AND_SLOVAK],
  [/[őű]/, HUNGARIAN],
  [/^(?=.*ć).*[čđšž]/, CROATIAN],
  [/ć/, POLISH, CROATIAN],
  [/đ/, VIETNAMESE, CROATIAN],
  [/[čšž]/, CZECH_AND_SLOVAK, CROATIAN, SLOVENIAN, LITHUANIAN, LATVIAN],
];

/** Keeps function words, of which the stemmer leaves a single letter. */
function hindiStem(word: string): string {
  const stem = hindiStemmer.stemmer(word);
  return stem.length > 1 ? stem : word;
}

/** Also Ukrainian, and any other language in Cyrillic that is not told from it. */
export const RUSSIAN = language(russianStemmer, [...russian, ...UKRAINIAN_STOP_WORDS]);
export const BULGARIAN = language({ stemmer: bulgarianStem }, BULGARIAN_STOP_WORDS);

const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/\p{Script=Cyrillic}/u, RUSSIAN],
  [/\p{Script=Greek}/u, language(greekStemmer, greek)],
  [/\p{Script=Devanagari}/u, language({ stemmer: hindiStem }, [...hindi, ...HINDI_QUESTION_WORDS])],
];

const PLAIN_WORD = /^[a-z0-9]+$/;

/** The language of a script; null for Latin and others that several languages share. */
export function languageOfScript(word: string): Language | null {
  if (PLAIN_WORD.test(word)) return null;
  return SCRIPTS.find(([script]) => script.test(word))?.[1] ?? null;
}
