/**
 * Context expansion: joins found neighbours, and adds the sentences around the best few passages, since answers often begin before a passage
 * or continue after it. The best-scored passage gives title, address and moment of the source.
 */
import type { Passage, SearchIndex } from '../../ports/search-index.ts';
import { estimateTokens } from '../../text/chunking/token-estimate.ts';
import { passageId } from '../../text/passage.ts';
import { beginningOf, type Continuation, continuationOf, endingOf, type Slice } from './joined-text.ts';
import { perPassage } from './passage-cache.ts';

/** Place in a ranking, from 1. */
export interface RankedPlace {
  readonly rank: number;
  readonly score: number;
}

export interface FoundPassage {
  readonly passage: Passage;
  /** Fused score. */
  readonly score: number;
  /** The passage's place; null outside the ranking. */
  readonly byWords: RankedPlace | null;
  readonly byVector: RankedPlace | null;
}

export interface TextPart extends Slice {
  readonly passage: Passage;
  /** White space between the part before and this one. */
  readonly gap: string;
}

export interface ExpandedPassage extends FoundPassage {
  /** The text of `parts`, joined. */
  readonly text: string;
  /** Recorded with an answer, to rebuild the text. */
  readonly parts: readonly TextPart[];
  /** Other found passages that the text holds whole. */
  readonly joined: readonly FoundPassage[];
  /** Neighbours of which the text holds some sentences. */
  readonly beside: readonly Passage[];
}

/** Passages that get the sentences around them. */
const MAX_EXPANDED = 3;
/** On each side: two or three sentences. */
const MAX_NEIGHBOUR_TOKENS = 110;
/** Two of the longest passages. */
const MAX_JOINED_TOKENS = 1_000;

/** Consecutive found passages, in the order of their text. */
interface Row {
  readonly core: FoundPassage;
  readonly members: readonly FoundPassage[];
}

/**
 * @param found best first, all of one chatbot
 * @throws StoreUnavailable
 */
export async function expandContext(
  found: readonly FoundPassage[],
  chatbotId: string,
  searchIndex: Pick<SearchIndex, 'getPassages'>,
): Promise<readonly ExpandedPassage[]> {
  const rows = rowsOf(found);
  const ends = rows.slice(0, MAX_EXPANDED).flatMap((row) => neighbourIds(row));
  const beside = ends.length === 0 ? [] : await searchIndex.getPassages(chatbotId, [...new Set(ends)]);
  const known = new Map(beside.map((passage) => [passage.id, passage]));
  // A found passage is no neighbour of another.
  for (const { passage } of found) known.delete(passage.id);
  return rows.map((row, place) => (place < MAX_EXPANDED ? withNeighbours(row, known) : joinedRow(row)));
}

function rowsOf(found: readonly FoundPassage[]): readonly Row[] {
  const waiting = new Map(found.map((one) => [one.passage.id, one]));
  return found.flatMap((core) => (waiting.delete(core.passage.id) ? [rowAround(core, waiting)] : []));
}

/** Removes the joined passages from `waiting`. */
function rowAround(core: FoundPassage, waiting: Map<string, FoundPassage>): Row {
  let members: readonly FoundPassage[] = [core];
  for (;;) {
    const [before, after] = neighbourIds({ core, members }).map((id) => waiting.get(id));
    const longer = [after === undefined ? [] : [...members, after], before === undefined ? [] : [before, ...members]];
    const taken = longer.find((row) => row.length > 0 && isOneText(row));
    if (taken === undefined) return { core, members };
    members = taken;
    for (const { passage } of members) waiting.delete(passage.id);
  }
}

/** False for different moments of a video, which are different addresses. */
function isOneText(row: readonly FoundPassage[]): boolean {
  if (new Set(row.map(({ passage }) => passage.url)).size > 1) return false;
  const parts = partsOf(row);
  return parts !== null && estimateTokens(joinParts(parts)) <= MAX_JOINED_TOKENS;
}

/** Returns null when the passages do not continue each other. */
function partsOf(row: readonly FoundPassage[]): readonly TextPart[] | null {
  const parts: TextPart[] = [];
  for (const { passage } of row) {
    const last = parts.at(-1)?.passage;
    if (last === undefined) parts.push(wholeText(passage));
    else {
      const junction = junctionOf(last, passage);
      if (junction === null) return null;
      const { from, gap } = junction.continuation;
      parts.push({ passage, from, to: passage.text.length, gap });
    }
  }
  return parts;
}

const wholeText = (passage: Passage): TextPart => ({ passage, from: 0, to: passage.text.length, gap: '' });

const joinParts = (parts: readonly TextPart[]): string =>
  parts.map(({ passage, from, to, gap }) => gap + passage.text.slice(from, to)).join('');

function neighbourIds({ core, members }: Row): readonly [string, string] {
  const first = members.at(0) ?? core;
  const last = members.at(-1) ?? core;
  const { generation } = core.passage;
  return [passageId(generation, first.passage.ordinal - 1), passageId(generation, last.passage.ordinal + 1)];
}

function joinedRow({ core, members }: Row): ExpandedPassage {
  const parts = partsOf(members) ?? [wholeText(core.passage)];
  return { ...core, text: joinParts(parts), parts, joined: members.filter((member) => member !== core), beside: [] };
}

/** Removes used neighbours from `known`, so that no sentence appears twice. */
function withNeighbours(row: Row, known: Map<string, Passage>): ExpandedPassage {
  const expanded = joinedRow(row);
  const [idBefore, idAfter] = neighbourIds(row);
  const before = leadingPart(known.get(idBefore), row.members.at(0)?.passage);
  const after = trailingPart(row.members.at(-1)?.passage, known.get(idAfter));
  const beside = [before?.part.passage, after?.passage].filter((passage) => passage !== undefined);
  for (const { id } of beside) known.delete(id);
  const [first, ...rest] = expanded.parts;
  const own = before === null || first === undefined ? expanded.parts : [{ ...first, gap: before.gap }, ...rest];
  const parts = [...(before === null ? [] : [before.part]), ...own, ...(after === null ? [] : [after])];
  return { ...expanded, text: joinParts(parts), parts, beside };
}

/** @returns the end of the neighbour before, and the white space after it */
function leadingPart(before: Passage | undefined, first: Passage | undefined): { part: TextPart; gap: string } | null {
  const junction = before && first ? junctionOf(before, first) : null;
  if (before === undefined || junction === null || junction.ending === null) return null;
  const { ending, continuation } = junction;
  return { part: { passage: before, ...ending, gap: '' }, gap: continuation.repeated > 0 ? '' : continuation.gap };
}

function trailingPart(last: Passage | undefined, after: Passage | undefined): TextPart | null {
  const junction = last && after ? junctionOf(last, after) : null;
  if (after === undefined || junction === null || junction.beginning === null) return null;
  return { passage: after, ...junction.beginning, gap: junction.continuation.gap };
}

/** A passage and the next, with the text that each adds to the other. */
interface Junction {
  readonly continuation: Continuation;
  readonly ending: Slice | null;
  readonly beginning: Slice | null;
}

const JUNCTIONS = perPassage((_earlier) => new WeakMap<Passage, { readonly junction: Junction | null }>());

/** Returns null when the passages do not continue each other. */
function junctionOf(earlier: Passage, later: Passage): Junction | null {
  const known = JUNCTIONS(earlier).get(later);
  if (known !== undefined) return known.junction;
  const continuation = continuationOf(earlier, later);
  const junction = continuation && {
    continuation,
    ending: endingOf(earlier, continuation, MAX_NEIGHBOUR_TOKENS),
    beginning: beginningOf(continuation, MAX_NEIGHBOUR_TOKENS),
  };
  JUNCTIONS(earlier).set(later, { junction });
  return junction;
}
