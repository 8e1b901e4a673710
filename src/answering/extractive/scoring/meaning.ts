/** Likeness of meaning of a unit and an English question: "Can we bring our own booze?" and "Corkage is £9 a bottle". */
import { ENGLISH } from '../../../text/analysis/languages.ts';
import { compactVector, cosineWith, meaningVector } from '../../../text/word-vectors/meaning-vector.ts';
import { shippingDestination } from '../dialogue/shipping-destination.ts';
import type { ReadPassage, ReadUnit } from '../passages/read-passages.ts';
import { asksForFactOrCode } from '../question/expected-answer-type.ts';
import { questionLanguage } from '../question/question-terms.ts';

/** Cosines that any two texts about the same site reach. */
const UNRELATED = 0.25;

/**
 * From 0 for unrelated to .75 for equal meanings.
 * @param rank of the passage
 * @param place of the unit in it
 */
export type MeaningOf = (rank: number, place: number) => number;

const NONE: MeaningOf = () => 0;

/** Words and facts decide alone about facts, codes and places. */
export function meaningOf(question: string, read: readonly ReadPassage[]): MeaningOf {
  if (questionLanguage(question, read) !== ENGLISH || asksForFactOrCode(question)) return NONE;
  const asked = shippingDestination(question) === null ? meaningVector(question) : null;
  if (asked === null) return NONE;
  return (rank, place) => {
    const passage = read[rank];
    const vector = passage === undefined ? null : vectorsOf(passage)[place];
    return vector === null || vector === undefined ? 0 : Math.max(0, cosineWith(asked, vector) - UNRELATED);
  };
}

const known = new WeakMap<ReadPassage, readonly (Int8Array | null)[]>();

function vectorsOf(passage: ReadPassage): readonly (Int8Array | null)[] {
  const before = known.get(passage);
  if (before !== undefined) return before;
  const vectors = passage.units.map((unit) => (passage.stemmedIn === ENGLISH ? vectorOf(unit, passage) : null));
  known.set(passage, vectors);
  return vectors;
}

function vectorOf({ kind, text, section, header }: ReadUnit, { sections }: ReadPassage): Int8Array | null {
  if (kind === 'code') return null;
  const vector = meaningVector([sections[section]?.heading ?? '', ...(header ?? []), text].join('. '));
  return vector === null ? null : compactVector(vector);
}
