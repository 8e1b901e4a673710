/** Cuts documents into passages and finds the words they are searched by: work of milliseconds a page, away from the main thread. */
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

export interface PassagePreparer {
  /**
   * The passages of the document, in order, a few at a time. Begins at once, and does not run far ahead of who takes them. The iteration
   * rejects with the signal's reason when that aborts.
   */
  prepare(document: ReadDocument, signal: AbortSignal): AsyncIterable<readonly PreparedPassage[]>;
  /** The words of passages that were cut before, in order. Of few at a time: all of them travel at once. Rejects as `prepare` does. */
  wordsOf(passages: readonly CutPassage[], signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}
