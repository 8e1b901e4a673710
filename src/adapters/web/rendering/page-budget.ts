/** Request and byte budget of one page. Both methods return false once it is exceeded. */
export class PageBudget {
  #requests: number;
  #bytes: number;

  constructor(limits: { readonly maxRequests: number; readonly maxBytes: number }) {
    this.#requests = limits.maxRequests;
    this.#bytes = limits.maxBytes;
  }

  takeRequest(): boolean {
    this.#requests -= 1;
    return this.#requests >= 0;
  }

  takeBytes(count: number): boolean {
    this.#bytes -= count;
    return this.#bytes >= 0;
  }
}
