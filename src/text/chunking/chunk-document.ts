import { createHash } from 'node:crypto';
import type { ReadDocument } from '../document.ts';
import { groupsOf } from './groups.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { commonHeadings, renderPieces } from './render.ts';
import { segmentsOf } from './segments.ts';

export interface Chunk {
  /** Index within its document, from 0. */
  readonly ordinal: number;
  readonly title: string;
  /** Address of the chunk's beginning, or of the document. */
  readonly url: string | null;
  /** Headings above the whole chunk, outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Lower-case hex SHA-256 of title, headings and text. */
  readonly hash: string;
}

/** Deterministic and linear. */
export function chunkDocument(document: ReadDocument): readonly Chunk[] {
  return [...chunksOf(document)];
}

/** Lazy, so that a caller on the main thread can yield to the event loop. */
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

function urlOf([first]: readonly Piece[]): string | undefined {
  return first?.block.kind === 'paragraph' ? first.block.url : undefined;
}
