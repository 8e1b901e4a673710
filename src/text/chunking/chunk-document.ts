import { createHash } from 'node:crypto';
import type { ReadDocument } from '../document.ts';
import { groupsOf } from './groups.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { commonHeadings, renderPieces } from './render.ts';
import { segmentsOf } from './segments.ts';

/** A passage of a document, of a size that is worth searching and quoting. */
export interface Chunk {
  /** Place within its document, from 0. */
  readonly ordinal: number;
  readonly title: string;
  /** Of the document, or of the place in it where the chunk begins. */
  readonly url: string | null;
  /** Headings that all of it stands under, outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Lower-case hex SHA-256 of title, headings and text: the same content has the same hash in every run. */
  readonly hash: string;
}

/** All chunks of the document. Deterministic, and linear in its length. */
export function chunkDocument(document: ReadDocument): readonly Chunk[] {
  return [...chunksOf(document)];
}

/** The same chunks, made one at a time: whoever chunks a huge document on the main thread can let others run in between. */
export function* chunksOf(document: ReadDocument): Generator<Chunk> {
  let ordinal = 0;
  let before: readonly Piece[] = [];
  for (const segment of segmentsOf(piecesOf(document))) {
    for (const pieces of groupsOf(segment, before)) {
      before = pieces;
      const headings = commonHeadings(pieces);
      const text = renderPieces(pieces, headings);
      if (text === '') continue;
      const hash = createHash('sha256')
        .update(JSON.stringify([document.title, headings, text]))
        .digest('hex');
      yield { ordinal, title: document.title, url: urlOf(pieces) ?? document.url, headings, text, hash };
      ordinal += 1;
    }
  }
}

/** Where the chunk begins, if its first block has an address of its own. */
function urlOf([first]: readonly Piece[]): string | undefined {
  return first?.block.kind === 'paragraph' ? first.block.url : undefined;
}
