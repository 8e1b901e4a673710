/** A page of a chatbot's conversations in the order in which they began, chosen while the log is read. */
export class ConversationWindow {
  readonly kept: string[] = [];
  /** Conversation before the page; null for the first page. */
  readonly after: string | null;
  #limit: number;
  readonly #ids = new Set<string>();
  #isOpen: boolean;
  #hasMore = false;

  constructor(after: string | null, limit: number) {
    this.after = after;
    this.#limit = limit;
    this.#isOpen = after === null;
  }

  /** False when the conversation before the page never began. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get hasMore(): boolean {
    return this.#hasMore;
  }

  has(conversationId: string): boolean {
    return this.#ids.has(conversationId);
  }

  /** Call it for each conversation when it begins. */
  begin(conversationId: string): void {
    if (!this.#isOpen) this.#isOpen = conversationId === this.after;
    else if (this.kept.length === this.#limit) this.#hasMore = true;
    else {
      this.kept.push(conversationId);
      this.#ids.add(conversationId);
    }
  }

  /** Leaves the conversations beyond the first `count` to the next page. */
  endAfter(count: number): void {
    this.kept.length = count;
    this.#limit = count;
    this.#ids.clear();
    for (const id of this.kept) this.#ids.add(id);
    this.#hasMore = true;
  }
}
