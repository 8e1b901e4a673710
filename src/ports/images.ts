/** Strangers' pictures, made into ones that are safe to hand to anybody. */

export type RemadeImage =
  | { readonly ok: true; readonly webp: Uint8Array }
  /** `type`: what it is instead of a PNG, JPEG or WebP that can be shown, for people to read: `image/gif`, `unreadable image/png`. */
  | { readonly ok: false; readonly reason: 'unsupported'; readonly type: string }
  | { readonly ok: false; readonly reason: 'too many pixels' };

/** Width times height, before anything is decoded. */
export const MAX_IMAGE_PIXELS = 16_000_000;

export interface Images {
  /**
   * Decodes a PNG, JPEG or WebP (by its bytes, whatever it is called) and draws it anew: upright, in sRGB, within 512 by 512, only the
   * first frame when it moves. Nothing else of the bytes is left: no metadata, nothing hidden before, between or behind the pixels.
   * Never holds the event loop; hostile bytes can harm nothing but their own decoding.
   * @throws StoreUnavailable when too many wait already, when it is closed, or when nothing can be decoded here at all
   */
  remake(bytes: Uint8Array): Promise<RemadeImage>;
  /** Ends what runs. */
  close(): Promise<void>;
}
