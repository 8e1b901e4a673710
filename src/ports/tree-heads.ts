/**
 * The newest signed tree head, stored outside the log: a log that was cut off at its end holds no trace of what is gone, so something beside
 * it must know. The text is that of the caller.
 */
export interface ReadableTreeHeads {
  newest(): Promise<string | null>;
  /** Heads that the log does not continue, oldest first. */
  contradicted(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface TreeHeads extends ReadableTreeHeads {
  /** Replaces the newest head unless that covers more events. Durable once it resolves. @param size events that it covers */
  replace(size: number, text: string): Promise<void>;
  /**
   * Keeps the newest head apart as evidence, because the log does not continue what it says. The next `replace` begins anew.
   * Does nothing unless the newest is this one. @throws Error when too many are kept already
   */
  keepContradicted(text: string): Promise<void>;
}

/** Contradicted heads that a store keeps. */
export const MAX_CONTRADICTED_HEADS = 20;
