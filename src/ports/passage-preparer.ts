/** Chunks documents into passages and analyses their words, off the main thread: it takes milliseconds per page. */
import type { ReadDocument } from '../text/document.ts';

/** A piece of a document, as `src/text/chunking` cuts it. */
export interface CutPassage {
  readonly title: string;
  readonly url: string | null;
  readonly headings: readonly string[];
  readonly text: string;
  /** Lower-case hex SHA-256 of title, headings and text. */
  readonly hash: string;
}

export interface PreparedPassage extends CutPassage {
  /** As `IndexedPassage.words`. */
  readonly words: string;
}

/** The document exceeds the limits; the message is a sentence for its owner. */
export class UnpreparableDocument extends Error {
  override readonly name = 'Unpreparable';
}

export interface PassagePreparer {
  /**
   * Yields the document's passages in order, in small batches. Starts at once and applies backpressure. The iteration rejects with
   * the signal's reason on abort, and with `UnpreparableDocument`.
   */
  prepare(document: ReadDocument, signal: AbortSignal): AsyncIterable<readonly PreparedPassage[]>;
  /** Returns the words of passages that were cut before, in order. Pass few: they travel in one message. Rejects as `prepare` does. */
  wordsOf(passages: readonly CutPassage[], signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}
