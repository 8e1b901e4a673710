export type ReencodedImage =
  | { readonly ok: true; readonly webp: Uint8Array }
  /** `type` is for people to read: `image/gif`, `unreadable image/png`. */
  | { readonly ok: false; readonly reason: 'unsupported'; readonly type: string }
  | { readonly ok: false; readonly reason: 'too many pixels' };

/** Width times height, checked before decoding. */
export const MAX_IMAGE_PIXELS = 16_000_000;

export interface Images {
  /**
   * Decodes a PNG, JPEG or WebP, detected by its bytes, and encodes it anew: upright, in sRGB, within 512 by 512, first frame
   * only. All other bytes are dropped. Runs in isolation, off the event loop.
   * @param account key of the fair queue
   * @throws StoreUnavailable when the queue is full, when closed, or without a decoder
   */
  reencode(bytes: Uint8Array, account: string): Promise<ReencodedImage>;
  close(): Promise<void>;
}
