/** Cuts and analyses text off the main thread, because a page takes milliseconds. */
import type { ReadDocument } from '../../text/document.ts';

export interface CutPassage {
  readonly title: string;
  readonly url: string | null;
  readonly headings: readonly string[];
  readonly text: string;
  /** Lower-case hex SHA-256 of title, headings and text. */
  readonly hash: string;
}

export interface PreparedPassage extends CutPassage {
  /** See `IndexedPassage.words`. */
  readonly words: string;
  /** Hashed from the words; null where a model embeds the text. */
  readonly vector: Float32Array | null;
}

/** The document exceeds the limits; the message is a sentence for its owner. */
export class DocumentLimitExceeded extends Error {
  override readonly name = 'DocumentLimitExceeded';
}

export interface PassagePreparer {
  /**
   * Heavy documents are prepared one at a time, and accounts take turns. Begin one only when no other document must leave its passages first:
   * that one may wait behind documents which wait for this turn.
   */
  isHeavy(document: ReadDocument): boolean;
  /** Yields passages in order, in small batches, with backpressure. Rejects with the signal's reason or `DocumentLimitExceeded`. */
  prepare(document: ReadDocument, accountId: string, signal: AbortSignal): AsyncIterable<readonly PreparedPassage[]>;
  /** Analyses passages that were cut before, in order. Pass few: they travel in one message. */
  analyse(passages: readonly CutPassage[], signal: AbortSignal): Promise<readonly PreparedPassage[]>;
  close(): Promise<void>;
}
