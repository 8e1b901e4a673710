/**
 * Adds neighbours to found passages, since an answer often begins in the passage before or continues in the one after. Found
 * neighbours become one passage. The best few also get the sentences around them. The best-scored passage gives the title,
 * address and moment that an answer cites.
 */
import type { Passage, SearchIndex } from '../../ports/search-index.ts';
import { estimateTokens } from '../../text/chunking/token-estimate.ts';
import { passageId } from '../../text/passage-id.ts';
import { beginningOf, continuationOf, endingOf } from './joined-text.ts';

export interface FoundPassage {
  readonly passage: Passage;
  /** Fused score. */
  readonly score: number;
}

export interface ExpandedPassage extends FoundPassage {
  /** With its context. */
  readonly text: string;
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

/** @param found best first, all of one chatbot @throws StoreUnavailable */
export async function expandContext(
  found: readonly FoundPassage[],
  chatbotId: string,
  searchIndex: Pick<SearchIndex, 'getPassages'>,
): Promise<readonly ExpandedPassage[]> {
  const rows = rowsOf(found);
  const ends = rows.slice(0, MAX_EXPANDED).flatMap((row) => neighbourIds(row));
  const beside = ends.length === 0 ? [] : await searchIndex.getPassages(chatbotId, [...new Set(ends)]);
  const known = new Map(beside.map((passage) => [passage.id, passage]));
  // Found passages need no second place.
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

/** A video's address names the moment: a passage at another moment is a source of its own. */
function isOneText(row: readonly FoundPassage[]): boolean {
  if (new Set(row.map(({ passage }) => passage.url)).size > 1) return false;
  const text = textOf(row);
  return text !== null && estimateTokens(text) <= MAX_JOINED_TOKENS;
}

/** Null when the passages do not continue each other. */
function textOf(row: readonly FoundPassage[]): string | null {
  let text: string | null = null;
  let last: Passage | null = null;
  for (const { passage } of row) {
    if (text === null || last === null) text = passage.text;
    else {
      const continuation = continuationOf(last, passage);
      if (continuation === null) return null;
      text += continuation.gap + continuation.sentences.join('');
    }
    last = passage;
  }
  return text;
}

function neighbourIds({ core, members }: Row): readonly [string, string] {
  const first = members.at(0) ?? core;
  const last = members.at(-1) ?? core;
  const { generation } = core.passage;
  return [passageId(generation, first.passage.ordinal - 1), passageId(generation, last.passage.ordinal + 1)];
}

const joinedRow = ({ core, members }: Row): ExpandedPassage => ({
  ...core,
  text: textOf(members) ?? core.passage.text,
  joined: members.filter((member) => member !== core),
  beside: [],
});

/** Removes the used neighbours from `known`, so that no sentence is added twice. */
function withNeighbours(row: Row, known: Map<string, Passage>): ExpandedPassage {
  const expanded = joinedRow(row);
  const [idBefore, idAfter] = neighbourIds(row);
  const before = known.get(idBefore);
  const after = known.get(idAfter);
  const first = row.members.at(0)?.passage;
  const last = row.members.at(-1)?.passage;
  const leading = before && first ? continuationOf(before, first) : null;
  const trailing = after && last ? continuationOf(last, after) : null;
  const ending = before && leading ? endingOf(before, leading, MAX_NEIGHBOUR_TOKENS) : '';
  const beginning = trailing ? beginningOf(trailing, MAX_NEIGHBOUR_TOKENS) : '';
  const used = [ending === '' ? undefined : before, beginning === '' ? undefined : after];
  const beside = used.filter((passage) => passage !== undefined);
  for (const { id } of beside) known.delete(id);
  return { ...expanded, text: ending + expanded.text + beginning, beside };
}
