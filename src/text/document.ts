/** Plain JSON, for storage and threads. */

export type Block =
  /** `level` is 1 (outermost) to 6. */
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  /** `url` leads to the paragraph. */
  | { readonly kind: 'paragraph'; readonly text: string; readonly url?: string }
  /** `depth` counts from 0; `marker` is `-` or a number such as `3.`. */
  | { readonly kind: 'list-item'; readonly depth: number; readonly marker: string; readonly text: string }
  /** One line per row, cells separated by ` | `. Every chunk that holds rows repeats the header. */
  | { readonly kind: 'table'; readonly header: string | null; readonly rows: readonly string[] }
  | { readonly kind: 'code'; readonly text: string };

export interface ReadDocument {
  /** May be empty. */
  readonly title: string;
  /** `null` for texts and files. */
  readonly url: string | null;
  /** BCP 47 tag that the document declares (`en`, `pt-BR`). */
  readonly language: string | null;
  readonly blocks: readonly Block[];
}

/** Markdown-like, without a line break at its end. */
function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`;
    case 'paragraph':
      return block.text;
    case 'list-item':
      return `${'  '.repeat(block.depth)}${block.marker} ${block.text}`;
    case 'table':
      return (block.header === null ? block.rows : [block.header, ...block.rows]).join('\n');
    case 'code':
      return `\`\`\`\n${block.text}\n\`\`\``;
    default:
      return block satisfies never;
  }
}

/** An empty line separates blocks other than list items. */
function blockSeparator(before: Block, after: Block): string {
  return before.kind === 'list-item' && after.kind === 'list-item' ? '\n' : '\n\n';
}

/** Markdown-like. */
export function documentText(document: Pick<ReadDocument, 'blocks'>): string {
  return [...documentParts(document)].join('');
}

/** Yields single blocks, so that a huge document is never one string. */
export function* documentParts(document: Pick<ReadDocument, 'blocks'>): Generator<string> {
  let previous: Block | undefined;
  for (const block of document.blocks) {
    if (previous !== undefined) yield blockSeparator(previous, block);
    yield blockText(block);
    previous = block;
  }
}

/**
 * Characters without structure marks.
 * @param enough counting stops there: a document may have a million rows
 */
export function contentLength(document: Pick<ReadDocument, 'blocks'>, enough = Number.POSITIVE_INFINITY): number {
  let length = 0;
  for (const text of contentTexts(document)) {
    length += text.length;
    if (length >= enough) break;
  }
  return length;
}

function* contentTexts({ blocks }: Pick<ReadDocument, 'blocks'>): Generator<string> {
  for (const block of blocks) {
    if (block.kind !== 'table') yield block.text;
    else {
      if (block.header !== null) yield block.header;
      yield* block.rows;
    }
  }
}
