/** Documents on their way between threads: in parts that are each taken in within a few milliseconds. */
import type { Block } from '../../text/document.ts';

const SLICE_BLOCKS = 1_000;
const SLICE_CHARACTERS = 512 * 1024;

export interface Slice {
  /** Its first block is a table that goes on where the slice before it ended. */
  readonly goesOn: boolean;
  readonly blocks: readonly Block[];
}

/** The blocks in order. Long tables are cut between rows. */
export function* slicesOf(blocks: readonly Block[]): Generator<Slice> {
  let waiting: Block[] = [];
  let characters = 0;
  for (const block of blocks) {
    if (block.kind === 'table' && block.rows.length > SLICE_BLOCKS) {
      yield { goesOn: false, blocks: waiting };
      waiting = [];
      characters = 0;
      for (let from = 0; from < block.rows.length; from += SLICE_BLOCKS) {
        yield { goesOn: from > 0, blocks: [{ ...block, rows: block.rows.slice(from, from + SLICE_BLOCKS) }] };
      }
      continue;
    }
    waiting.push(block);
    characters += block.kind === 'table' ? 0 : block.text.length;
    if (waiting.length >= SLICE_BLOCKS || characters >= SLICE_CHARACTERS) {
      yield { goesOn: false, blocks: waiting };
      waiting = [];
      characters = 0;
    }
  }
  if (waiting.length > 0) yield { goesOn: false, blocks: waiting };
}

/** Puts together again what `slicesOf` cut, slice by slice. */
export function appendSlice(blocks: Block[], { goesOn, blocks: more }: Slice): void {
  const last = blocks.at(-1);
  const [first] = more;
  if (goesOn && last?.kind === 'table' && first?.kind === 'table') {
    const rows = last.rows as string[];
    for (const row of first.rows) rows.push(row);
    return;
  }
  for (const block of more) blocks.push(block);
}
