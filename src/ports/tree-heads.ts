/** Newest signed tree head, stored outside the log to detect that the log was truncated. The store does not interpret the text. */
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
   * Moves the newest head to the contradicted ones, as evidence that the log does not continue it; the next `replace` begins
   * anew. Does nothing unless the newest is this one. @throws Error when too many are kept already
   */
  keepContradicted(text: string): Promise<void>;
}

export const MAX_CONTRADICTED_HEADS = 20;
