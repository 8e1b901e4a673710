/** Request and byte budget of one page. */
export class PageBudget {
  #requests: number;
  #bytes: number;

  constructor(limits: { readonly maxRequests: number; readonly maxBytes: number }) {
    this.#requests = limits.maxRequests;
    this.#bytes = limits.maxBytes;
  }

  /** Returns false once the budget is exceeded. */
  takeRequest(): boolean {
    this.#requests -= 1;
    return this.#requests >= 0;
  }

  /** Returns false once the budget is exceeded. */
  takeBytes(count: number): boolean {
    this.#bytes -= count;
    return this.#bytes >= 0;
  }
}
