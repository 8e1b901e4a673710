export type RenderedPage =
  | {
      readonly ok: true;
      /** Final URL, without a fragment. */
      readonly url: string;
      /** HTML in UTF-8. */
      readonly bytes: Uint8Array;
    }
  /** A sentence for the owner. */
  | { readonly ok: false; readonly reason: string };

export interface PageRenderer {
  /**
   * Loads the page and runs its scripts, within limits of time, bytes and requests, at addresses that `Web` allows. Failures
   * are results; rejects only with the signal's reason.
   */
  render(url: string, options: { readonly signal: AbortSignal }): Promise<RenderedPage>;
  close(): Promise<void>;
}
