import { DISTINCTIVE_LETTERS, ENGLISH, KIN, LATIN_LANGUAGES, type Language } from './languages.ts';

/** Indexes in `LATIN_LANGUAGES`. */
let placesByStopWord: ReadonlyMap<string, readonly number[]> | null = null;

/** Lazy, to start quickly. */
function stopWordPlaces(): ReadonlyMap<string, readonly number[]> {
  if (placesByStopWord !== null) return placesByStopWord;
  const places = new Map<string, number[]>();
  for (const [place, language] of LATIN_LANGUAGES.entries()) {
    const kin = KIN.get(language)?.map((other) => LATIN_LANGUAGES.indexOf(other));
    for (const word of language.pointingWords) {
      const holders = places.get(word);
      if (holders === undefined) places.set(word, [place]);
      else if (kin === undefined || holders.every((holder) => kin.includes(holder))) holders.push(place);
    }
  }
  placesByStopWord = places;
  return places;
}

const PLACES_BY_LETTERS = DISTINCTIVE_LETTERS.map(
  ([letters, ...languages]) => [letters, languages.map((language) => LATIN_LANGUAGES.indexOf(language))] as const,
);

/** Bounds the time for a long text. */
const MAX_SAMPLED_WORDS = 400;

const NONE: readonly number[] = [];

/**
 * Places in `LATIN_LANGUAGES`. Single letters point to none, since they are often initials or list items.
 * @param written in lower case
 */
export function likelyLanguages(written: string, folded: string): readonly number[] {
  if (folded.length < 2) return NONE;
  const lettered = written === folded ? undefined : PLACES_BY_LETTERS.find(([letters]) => letters.test(written))?.[1];
  const ofStopWord = stopWordPlaces().get(folded) ?? NONE;
  if (lettered === undefined) return ofStopWord;
  // `vaša`: letters of several languages, and a stop word of few of these.
  const both = lettered.length > 1 ? lettered.filter((place) => ofStopWord.includes(place)) : NONE;
  return both.length > 0 ? both : lettered;
}

interface Word {
  readonly folded: string;
  readonly pointsTo: readonly number[];
}

/** Evidence of the compared texts, in words of one language. Their languages share it. */
const COMPARED_WEIGHT = 1.5;

/**
 * Words count once, so that a repeated topic ("pot", a stop word of Romanian) does not outweigh the others, and more when they point to
 * fewer languages. Returns English without evidence.
 * @param compared languages of the compared texts
 */
export function guessLanguage(words: readonly Word[], compared: readonly Language[]): Language {
  const evidence = new Float64Array(LATIN_LANGUAGES.length);
  for (const language of compared) {
    const place = LATIN_LANGUAGES.indexOf(language);
    evidence[place] = (evidence[place] ?? 0) + COMPARED_WEIGHT / compared.length;
  }
  const counted = new Set<string>();
  for (const { folded, pointsTo } of words.slice(0, MAX_SAMPLED_WORDS)) {
    if (pointsTo.length === 0 || counted.has(folded)) continue;
    counted.add(folded);
    for (const holder of pointsTo) evidence[holder] = (evidence[holder] ?? 0) + 1 / pointsTo.length;
  }
  const most = Math.max(...evidence);
  return (most > 0 ? LATIN_LANGUAGES[evidence.indexOf(most)] : undefined) ?? ENGLISH;
}
