/** Each slice deserializes within a few milliseconds. */
import type { Block } from '../../text/document.ts';

const MAX_SLICE_BLOCKS = 1_000;
const MAX_SLICE_CHARACTERS = 512 * 1024;

export interface BlockSlice {
  /** Its first block continues the previous slice's last table. */
  readonly continuesTable: boolean;
  readonly blocks: readonly Block[];
}

/** Long tables are split between rows. */
export function* slicesOf(blocks: readonly Block[]): Generator<BlockSlice> {
  let waiting: Block[] = [];
  let characters = 0;
  for (const block of blocks) {
    if (block.kind === 'table' && block.rows.length > MAX_SLICE_BLOCKS) {
      yield { continuesTable: false, blocks: waiting };
      waiting = [];
      characters = 0;
      yield* slicesOfTable(block);
      continue;
    }
    waiting.push(block);
    characters += block.kind === 'table' ? 0 : block.text.length;
    if (waiting.length >= MAX_SLICE_BLOCKS || characters >= MAX_SLICE_CHARACTERS) {
      yield { continuesTable: false, blocks: waiting };
      waiting = [];
      characters = 0;
    }
  }
  if (waiting.length > 0) yield { continuesTable: false, blocks: waiting };
}

function* slicesOfTable(table: Extract<Block, { kind: 'table' }>): Generator<BlockSlice> {
  for (let from = 0; from < table.rows.length; from += MAX_SLICE_BLOCKS) {
    const rows = table.rows.slice(from, from + MAX_SLICE_BLOCKS);
    yield { continuesTable: from > 0, blocks: [{ ...table, rows }] };
  }
}

export function appendSlice(blocks: Block[], { continuesTable, blocks: more }: BlockSlice): void {
  const last = blocks.at(-1);
  const [first] = more;
  if (continuesTable && last?.kind === 'table' && first?.kind === 'table') {
    const rows = last.rows as string[];
    for (const row of first.rows) rows.push(row);
    return;
  }
  for (const block of more) blocks.push(block);
}
