/** Pages as their scripts write them, for sites that send little else than scripts. */

export type RenderedPage =
  | {
      readonly ok: true;
      /** Where the page stood at the end, without a fragment. */
      readonly url: string;
      /** The document as it stood at the end, as HTML in UTF-8. */
      readonly bytes: Uint8Array;
    }
  /** `reason` is a sentence for the owner. */
  | { readonly ok: false; readonly reason: string };

export interface PageRenderer {
  /**
   * Loads the page and lets its scripts run, within limits of time, bytes and requests. Whatever the page asks for is held to the same
   * addresses as `Web`. Failures are values; it only rejects with the signal's reason when that aborts.
   */
  render(url: string, options: { readonly signal: AbortSignal }): Promise<RenderedPage>;
  close(): Promise<void>;
}
