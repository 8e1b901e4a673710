/**
 * Analyses text into search words. A word of a spaced script gives its stem, itself (`=`) and its beginning (`~`), which helps where the
 * language was guessed wrong; in Vietnamese also itself with marks (`^`). Text without spaces gives overlapping pairs; Arabic and Hebrew a
 * light stem and letter triples (`^`).
 */
import { LRUCache } from 'lru-cache';
import { cutText } from '../cut-text.ts';
import { isArabicStopWord } from './arabic.ts';
import { isBulgarian, mayBeBulgarian } from './bulgarian.ts';
import { guessLanguage, likelyLanguages } from './guess-language.ts';
import { isJapaneseGrammar } from './japanese.ts';
import { koreanContentWords, koreanWords } from './korean.ts';
import { BULGARIAN, CROATIAN, type Language, languageOfScript, RUSSIAN } from './languages.ts';
import { memoized } from './memoize.ts';
import { clustersOf, ngramsOf } from './ngrams.ts';
import { foldDiacritics, normaliseText } from './normalise.ts';
import { lightArabicStem, unifySpelling } from './prefixing.ts';
import { MAX_WORD_LENGTH, type ScriptRun, scriptRunsOf, tokensOf } from './script-runs.ts';
import { inLatinLetters, isSerbianCyrillic, mayBeSerbian } from './serbian-cyrillic.ts';

const HAN = /\p{Script=Han}/u;
const INNER_JOINTS = /[-_&]/g;

/**
 * Words in order, with repeats. Linear; a word has at most 66 UTF-16 units.
 * @param language default, the one that the text's own words point to
 */
export function analyseText(text: string, language?: Language): string[] {
  const read = asRead(text, language);
  const runs = foldedRuns(read.text);
  return allWordsOf(runs, read.language ?? languageOf(runs));
}

/** @param compared languages of the compared texts */
export function textLanguage(text: string, compared: readonly Language[] = []): Language {
  const inCyrillic = languageInCyrillic(text);
  if (inCyrillic !== null) return inCyrillic;
  const comparedLatin = compared.filter((language) => language !== BULGARIAN);
  if (comparedLatin.length < compared.length && mayBeBulgarian(text)) return BULGARIAN;
  return languageOf(questionRuns(text), comparedLatin);
}

/** Serbian is read in Latin letters, as Croatian; null for other languages than Bulgarian and Serbian. */
function languageInCyrillic(text: string): Language | null {
  if (isBulgarian(text)) return BULGARIAN;
  return isSerbianCyrillic(text) ? CROATIAN : null;
}

/** Repeats of titles and headings. */
const NAME_WEIGHT = 3;

interface PassageText {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
}

export const analysePassage = (passage: PassageText): string[] => new FoldedPassage(passage).words();

/**
 * Keeps stop words only if the query has nothing else. Repeats add weight.
 * @param language as in `analyseText`
 */
export function analyseQuery(text: string, language?: Language): string[] {
  const read = asRead(text, language);
  const runs = questionRuns(read.text);
  return queryWordsOf(runs, read.language ?? languageOf(runs));
}

/** Words to search by: as `analyseQuery`, and all readings of Cyrillic that may be Russian as well as Bulgarian or Serbian. */
export function analyseSearch(question: string): string[] {
  const words = analyseQuery(question);
  if (languageInCyrillic(question) !== null) return words;
  return [
    ...words,
    ...(mayBeBulgarian(question) ? analyseQuery(question, BULGARIAN) : []),
    ...(mayBeSerbian(question) ? analyseQuery(question, CROATIAN) : []),
  ];
}

interface TextAsRead {
  readonly text: string;
  readonly language: Language | undefined;
}

/** Serbian in Latin letters, and what may be Serbian in a text that is. @param language as in `analyseText` */
function asRead(text: string, language?: Language): TextAsRead {
  const inCyrillic = languageInCyrillic(text);
  const isSerbian = inCyrillic === CROATIAN || (inCyrillic === null && language === CROATIAN && mayBeSerbian(text));
  return isSerbian ? { text: inLatinLetters(text), language: CROATIAN } : { text, language: inCyrillic ?? language };
}

/** The text in the letters that its words are analysed in. @param language as in `analyseText` */
export const inAnalysedLetters = (text: string, language: Language): string => asRead(text, language).text;

/** Cuts and folds a passage once, for the words that it is found by and for those that it would search for. */
export class FoldedPassage implements PassageText {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  readonly #names: readonly FoldedRun[];
  readonly #body: readonly FoldedRun[];
  readonly #language: Language;

  constructor({ title, headings, text }: PassageText) {
    this.title = title;
    this.headings = headings;
    this.text = text;
    const named = [title, ...headings].join('\n');
    const inCyrillic = languageInCyrillic(`${named}\n${text}`);
    const written = (part: string) => (inCyrillic === CROATIAN ? inLatinLetters(part) : part);
    this.#names = foldedRuns(written(named));
    this.#body = foldedRuns(written(text));
    this.#language = inCyrillic ?? languageOf([...this.#names, ...this.#body]);
  }

  words(): string[] {
    const named = allWordsOf(this.#names, this.#language);
    return [...Array.from({ length: NAME_WEIGHT }, () => named).flat(), ...allWordsOf(this.#body, this.#language)];
  }

  /** `analyseQuery` of title, headings and text, each on its own line. */
  queryWords(): string[] {
    return queryWordsOf([...this.#names, ...this.#body], this.#language);
  }
}

function queryWordsOf(runs: readonly FoldedRun[], language: Language): string[] {
  const words = runs.flatMap((run) => run.contentWordsIn(language));
  return words.length > 0 ? words : allWordsOf(runs, language);
}

/** Caches its words for the last language. */
class FoldedRun implements ScriptRun {
  readonly kind: ScriptRun['kind'];
  readonly text: string;
  readonly pointsTo: readonly number[];
  readonly folded: string;
  /** Decides for a Greek word in an English text. */
  readonly #languageOfScript: Language | null;
  #language: Language | null = null;
  #words: readonly string[] = [];
  #contentWords: readonly string[] | null = null;

  constructor({ kind, text }: ScriptRun) {
    this.kind = kind;
    this.text = text;
    this.folded = kind === 'word' ? foldDiacritics(text) : text;
    this.#languageOfScript = kind === 'word' ? languageOfScript(text) : null;
    this.pointsTo = kind === 'word' ? likelyLanguages(text, this.folded) : [];
  }

  isStopWordIn(language: Language): boolean {
    return this.kind === 'word' && this.#languageIn(language).isStopWord(this.text, this.folded);
  }

  /** @param language of the text, which decides for a Latin word, and for a Bulgarian one */
  #languageIn(language: Language): Language {
    const isBulgarianWord = language === BULGARIAN && this.#languageOfScript === RUSSIAN;
    return isBulgarianWord ? BULGARIAN : (this.#languageOfScript ?? language);
  }

  contentWordsIn(language: Language): readonly string[] {
    switch (this.kind) {
      case 'ideographs':
        this.#contentWords ??= this.wordsIn(language).filter((word) => !isJapaneseGrammar(word));
        return this.#contentWords;
      case 'hangul':
        this.#contentWords ??= koreanContentWords(this.text);
        return this.#contentWords;
      case 'prefixing':
        this.#contentWords ??= isArabicStopWord(this.text) ? [] : this.wordsIn(language);
        return this.#contentWords;
      default:
        return this.isStopWordIn(language) ? [] : this.wordsIn(language);
    }
  }

  wordsIn(language: Language): readonly string[] {
    if (this.#language !== language) {
      this.#words = wordsOf(this, this.#languageIn(language));
      this.#language = language;
    }
    return this.#words;
  }
}

const foldedRunsOf = memoized((token): readonly FoldedRun[] => scriptRunsOf(token).map((run) => new FoldedRun(run)));

function foldedRuns(text: string): FoldedRun[] {
  const runs: FoldedRun[] = [];
  for (const token of tokensOf(normaliseText(text))) for (const run of foldedRunsOf(token)) runs.push(run);
  return runs;
}

/** UTF-16 units. Shorter texts are analysed quickly. */
const MIN_REMEMBERED = 500;
/** Room for the questions of a few answers at the same time. */
const MAX_REMEMBERED = 8;
const remembered = new LRUCache<string, readonly FoldedRun[]>({ max: MAX_REMEMBERED });

/** An answer analyses its question some ten times. */
function questionRuns(text: string): readonly FoldedRun[] {
  if (text.length < MIN_REMEMBERED) return foldedRuns(text);
  const runs = remembered.get(text) ?? foldedRuns(text);
  remembered.set(text, runs);
  return runs;
}

const languageOf = (runs: readonly FoldedRun[], compared: readonly Language[] = []): Language =>
  guessLanguage(
    runs.filter(({ kind }) => kind === 'word'),
    compared,
  );

function allWordsOf(runs: readonly FoldedRun[], language: Language): string[] {
  const words: string[] = [];
  for (const run of runs) for (const word of run.wordsIn(language)) words.push(word);
  return words;
}

function wordsOf(run: FoldedRun, language: Language): readonly string[] {
  switch (run.kind) {
    case 'word':
      return language.formsOf(cutText(run.text, MAX_WORD_LENGTH), cutText(run.folded, MAX_WORD_LENGTH));
    case 'prefixing':
      return prefixingWords(run.text);
    case 'ideographs':
      return ideographWords(run.text);
    case 'hangul':
      return koreanWords(run.text);
    case 'clusters':
      return ngramsOf(clustersOf(run.text), 2);
    case 'compound':
      return [foldDiacritics(run.text).replace(INNER_JOINTS, '')];
    case 'symbolic':
      return [foldDiacritics(run.text)];
  }
}

function prefixingWords(run: string): string[] {
  const word = cutText(unifySpelling(run), MAX_WORD_LENGTH);
  if (word === '') return [];
  return [lightArabicStem(word), ...ngramsOf([...word], 3).map((gram) => `^${gram}`)];
}

/** Adds single ideographs, since many Chinese words are one character (.967 against .962 on xquad-zh). */
function ideographWords(run: string): string[] {
  const characters = [...run];
  const pairs = ngramsOf(characters, 2);
  return characters.length === 1 ? pairs : [...pairs, ...characters.filter((character) => HAN.test(character))];
}
