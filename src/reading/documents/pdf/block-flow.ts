/** Joins the pages' blocks. A paragraph or a table that a page divides becomes one block. */
import type { Block } from '../../../text/document.ts';
import { endsWithHyphen, type JoinLines } from './wrapped-lines.ts';

type Table = Block & { readonly kind: 'table' };
type Text = Block & { readonly kind: 'paragraph' | 'list-item' };

const SENTENCE_END = /[.!?:;。！？…؟۔।]['"”’»)\]」』]*$/u;
const WITHIN_SENTENCE = /^\p{Ll}/u;
/** Without capitals, nothing shows the beginning of a sentence. */
const WITHOUT_CAPITALS = /^\p{Lo}/u;
/** Shorter texts are names and labels, which end without a mark. */
const MIN_DIVIDED = 25;
/** Longer texts are not joined, so that the time stays linear. */
const MAX_DIVIDED = 20_000;

export class BlockFlow {
  readonly blocks: Block[] = [];
  readonly #join: JoinLines;
  /** Index of the last block of the page before. */
  #last = -1;
  #endsFull = false;
  /** Rows of the last table that a page divides. */
  #grown: { readonly table: Table; readonly rows: string[] } | null = null;

  constructor(join: JoinLines) {
    this.#join = join;
  }

  /**
   * @param notes stand at the foot of the page, between its body and the next
   * @param endsFull true when the last line of the body goes to the margin
   */
  addPage(body: readonly Block[], notes: readonly Block[], endsFull: boolean): void {
    const [first, ...others] = body;
    const joined = first === undefined ? null : this.#joined(first);
    if (joined !== null) this.blocks[this.#last] = joined;
    for (const block of joined === null ? body : others) this.blocks.push(block);
    if (joined === null || others.length > 0) this.#last = this.blocks.length - 1;
    for (const block of notes) this.blocks.push(block);
    this.#endsFull = endsFull;
  }

  /** Returns null when the block begins anew. */
  #joined(block: Block): Block | null {
    const last = this.blocks[this.#last];
    if (last === undefined) return null;
    if (last.kind === 'table') return block.kind === 'table' && goesOn(last, block) ? this.#grow(last, block) : null;
    if (!isText(last) || block.kind !== 'paragraph' || !this.#isDivided(last.text, block.text)) return null;
    return { ...last, text: this.#join(last.text, block.text) };
  }

  #grow(last: Table, next: Table): Table {
    if (this.#grown?.table !== last) {
      const rows = [...last.rows];
      this.#grown = { table: { ...last, rows }, rows };
    }
    for (const row of next.rows) this.#grown.rows.push(row);
    return this.#grown.table;
  }

  #isDivided(text: string, next: string): boolean {
    if (text.length < MIN_DIVIDED || text.length > MAX_DIVIDED || SENTENCE_END.test(text)) return false;
    return WITHIN_SENTENCE.test(next) || endsWithHyphen(text) || (this.#endsFull && WITHOUT_CAPITALS.test(next));
  }
}

const isText = (block: Block): block is Text => block.kind === 'paragraph' || block.kind === 'list-item';

/** A table that goes on has no header, or the same again. */
const goesOn = (table: Table, next: Table): boolean =>
  table.header !== null &&
  (next.header === table.header || (next.header === null && widthOf(next.rows[0]) === widthOf(table.header)));

const widthOf = (row: string | undefined): number => row?.split(' | ').length ?? 0;
