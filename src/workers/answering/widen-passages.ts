/**
 * Widens the passages that were found to their neighbours: what answers often begins in the passage before, or goes on in the one after.
 *
 * Found neighbours become one. The best few are given the sentences around them besides. A wider passage is still the best of those in
 * it: that one's title, address and moment are what an answer cites, and its beginning is what a visitor sees of the source.
 */
import type { Passage, SearchIndex } from '../../ports/search-index.ts';
import { estimateTokens } from '../../text/chunking/token-estimate.ts';
import { passageId } from '../passage-id.ts';
import { beginningOf, continuationOf, endingOf } from './joined-text.ts';

export interface FoundPassage {
  readonly passage: Passage;
  /** Fused, higher is better. */
  readonly score: number;
}

export interface WidePassage extends FoundPassage {
  /** The passage's own text, and what belongs to it of its neighbours. */
  readonly text: string;
  /** Found as well, and whole in the text. */
  readonly joined: readonly FoundPassage[];
  /** Not found themselves; some sentences of theirs begin or end the text. */
  readonly beside: readonly Passage[];
}

/** So many of the best are given the sentences around them. */
const WIDENED = 3;
/** Estimated tokens of them on each side: two or three sentences. */
const SENTENCES_TOKENS = 110;
/** Estimated tokens of found neighbours as one: two of the longest. */
const MOST_TOKENS = 1_000;

/** Found passages in a row, in the order of their text. */
interface Row {
  readonly core: FoundPassage;
  readonly members: readonly FoundPassage[];
}

/** @param found best first, all of one chatbot @throws StoreUnavailable */
export async function widenPassages(
  found: readonly FoundPassage[],
  chatbotId: string,
  searchIndex: Pick<SearchIndex, 'passages'>,
): Promise<readonly WidePassage[]> {
  const rows = rowsOf(found);
  const ends = rows.slice(0, WIDENED).flatMap((row) => idsBeside(row));
  const beside = ends.length === 0 ? [] : await searchIndex.passages(chatbotId, [...new Set(ends)]);
  const known = new Map(beside.map((passage) => [passage.id, passage]));
  // What is said in one of them needs no second place.
  for (const { passage } of found) known.delete(passage.id);
  return rows.map((row, place) => (place < WIDENED ? withSentencesAround(row, known) : asFound(row)));
}

function rowsOf(found: readonly FoundPassage[]): readonly Row[] {
  const waiting = new Map(found.map((one) => [one.passage.id, one]));
  return found.flatMap((core) => (waiting.delete(core.passage.id) ? [rowAround(core, waiting)] : []));
}

/** Takes what it joins from `waiting`. */
function rowAround(core: FoundPassage, waiting: Map<string, FoundPassage>): Row {
  let members: readonly FoundPassage[] = [core];
  for (;;) {
    const [before, after] = idsBeside({ core, members }).map((id) => waiting.get(id));
    const longer = [after === undefined ? [] : [...members, after], before === undefined ? [] : [before, ...members]];
    const taken = longer.find((row) => row.length > 0 && isOneText(row));
    if (taken === undefined) return { core, members };
    members = taken;
    for (const { passage } of members) waiting.delete(passage.id);
  }
}

/** A video's address names the moment: what begins at another one is a source of its own. */
function isOneText(row: readonly FoundPassage[]): boolean {
  if (new Set(row.map(({ passage }) => passage.url)).size > 1) return false;
  const text = textOf(row);
  return text !== null && estimateTokens(text) <= MOST_TOKENS;
}

/** Null when they do not follow on each other. */
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

/** Of what stands before the row and after it. */
function idsBeside({ core, members }: Row): readonly [string, string] {
  const first = members.at(0) ?? core;
  const last = members.at(-1) ?? core;
  const { generation } = core.passage;
  return [passageId(generation, first.passage.ordinal - 1), passageId(generation, last.passage.ordinal + 1)];
}

const asFound = ({ core, members }: Row): WidePassage => ({
  ...core,
  text: textOf(members) ?? core.passage.text,
  joined: members.filter((member) => member !== core),
  beside: [],
});

/** Takes what it uses from `known`, so that no sentence is given twice. */
function withSentencesAround(row: Row, known: Map<string, Passage>): WidePassage {
  const wide = asFound(row);
  const [idBefore, idAfter] = idsBeside(row);
  const before = known.get(idBefore);
  const after = known.get(idAfter);
  const first = row.members.at(0)?.passage;
  const last = row.members.at(-1)?.passage;
  const ahead = before && first ? continuationOf(before, first) : null;
  const behind = after && last ? continuationOf(last, after) : null;
  const ending = before && ahead ? endingOf(before, ahead, SENTENCES_TOKENS) : '';
  const beginning = behind ? beginningOf(behind, SENTENCES_TOKENS) : '';
  const used = [ending === '' ? undefined : before, beginning === '' ? undefined : after];
  const beside = used.filter((passage) => passage !== undefined);
  for (const { id } of beside) known.delete(id);
  return { ...wide, text: ending + wide.text + beginning, beside };
}
