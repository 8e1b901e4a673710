/** Renders pages whose content is written by scripts. */

export type RenderedPage =
  | {
      readonly ok: true;
      /** Final URL, without a fragment. */
      readonly url: string;
      /** The final document as HTML in UTF-8. */
      readonly bytes: Uint8Array;
    }
  /** `reason` is a sentence for the owner. */
  | { readonly ok: false; readonly reason: string };

export interface PageRenderer {
  /**
   * Loads the page and runs its scripts, within limits of time, bytes and requests. All its requests are restricted to the
   * addresses that `Web` allows. Failures are results; rejects only with the signal's reason on abort.
   */
  render(url: string, options: { readonly signal: AbortSignal }): Promise<RenderedPage>;
  close(): Promise<void>;
}
