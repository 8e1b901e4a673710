/** What one page may ask for while it is rendered. */
export class PageAllowance {
  #requests: number;
  #bytes: number;

  constructor(limits: { readonly maxRequests: number; readonly maxBytes: number }) {
    this.#requests = limits.maxRequests;
    this.#bytes = limits.maxBytes;
  }

  /** False when there have been too many. */
  takeRequest(): boolean {
    this.#requests -= 1;
    return this.#requests >= 0;
  }

  /** False when there have been too many. */
  takeBytes(count: number): boolean {
    this.#bytes -= count;
    return this.#bytes >= 0;
  }
}
