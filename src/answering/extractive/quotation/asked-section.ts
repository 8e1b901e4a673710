/** A section to quote from, with what the question asks for in it. */
import type { ReadSection } from '../passages/read-passages.ts';
import type { PassageBlock } from '../passages/sections.ts';
import type { ScoredUnit } from '../scoring/unit-scoring.ts';
import { strengthOf, type Term } from '../terms/terms.ts';
import { isListOfFacts } from './paragraph-topics.ts';

/** Characters of a paragraph that is shown from its beginning. */
export const MAX_SHORT = 160;

export interface AskedSection {
  readonly section: ReadSection;
  readonly units: readonly ScoredUnit[];
  readonly best: ScoredUnit;
  readonly terms: readonly Term[];
  readonly question: string;
}

export interface AskedBlock extends AskedSection {
  readonly block: PassageBlock;
  readonly inBlock: readonly ScoredUnit[];
}

export const isOneOfManyFacts = (asked: AskedSection, sentences: readonly ScoredUnit[]): boolean =>
  asked.section.isPage && isListOfFacts(sentences) && !isNoBetterThanHeading(asked);

/** True where only the best item holds a word of the question that the heading lacks. */
export function asksForOneItem({ section, best, terms }: AskedSection, beside: readonly ScoredUnit[]): boolean {
  // Nested items belong together.
  if (best.unit.kind !== 'list' || beside.some(({ unit }) => /^\s/.test(unit.markdown))) return false;
  const heading = new Set(section.headingWords);
  return terms.some((term, at) => {
    if (term.weight < 1 || best.strengths[at] !== 1 || strengthOf(term, heading) > 0) return false;
    return beside.every((one) => one === best || (one.strengths[at] ?? 0) === 0);
  });
}

/** True where the heading matches as well as the best unit: the items beside it are then asked for too. */
export function isNoBetterThanHeading({ section, best, terms }: AskedSection): boolean {
  const words = new Set(section.headingWords);
  return terms.every((term, at) => strengthOf(term, words) >= (best.strengths[at] ?? 0));
}
