/**
 * Whether passages answer a question at all, by the share of its words they hold: half of it over a whole passage, half of it over
 * two sentences in a row, longer words counting more. Of the fourteen measures tried on seven collections (answerable questions
 * against the same questions with their own article taken away) this one told them apart best.
 */
import type { Term } from './terms.ts';

/** One sentence: how surely it, or a heading above it, holds each term of the question. */
export type HeldTerms = readonly number[];

/** From this share on it fits; each keeps nine of ten answerable questions of its scripts. */
const FITS = 0.46;
const FITS_IDEOGRAPHS = 0.37;
const FITS_CLUSTERS = 0.58;
/** One word of two says little: questions this short have to be met better. */
const FEW_TERMS = 2;
const FITS_FEW_TERMS = 0.6;

const LONGEST_COUNTED = 8;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const CLUSTERS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export function fits(passages: readonly (readonly HeldTerms[])[], terms: readonly Term[]): boolean {
  const weights = terms.map(({ exact, stem }) => Math.min(LONGEST_COUNTED, (exact ?? stem).length));
  const share = Math.max(0, ...passages.map((sentences) => shareHeld(sentences, weights)));
  return share >= threshold(terms);
}

function shareHeld(sentences: readonly HeldTerms[], weights: readonly number[]): number {
  const pairs = sentences.map((sentence, index) => coverage([sentence, sentences[index + 1] ?? []], weights));
  return (coverage(sentences, weights) + Math.max(0, ...pairs)) / 2;
}

function coverage(sentences: readonly HeldTerms[], weights: readonly number[]): number {
  let held = 0;
  let total = 0;
  weights.forEach((weight, term) => {
    let strongest = 0;
    for (const sentence of sentences) strongest = Math.max(strongest, sentence[term] ?? 0);
    held += weight * strongest;
    total += weight;
  });
  return total === 0 ? 0 : held / total;
}

function threshold(terms: readonly Term[]): number {
  const share = (script: RegExp) => terms.filter(({ stem }) => script.test(stem)).length / terms.length;
  if (share(IDEOGRAPHS) > 0.5) return FITS_IDEOGRAPHS;
  if (share(CLUSTERS) > 0.5) return FITS_CLUSTERS;
  return terms.length <= FEW_TERMS ? FITS_FEW_TERMS : FITS;
}
