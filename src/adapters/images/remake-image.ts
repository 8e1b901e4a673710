/** Decoding and drawing anew, by libvips: for a process of its own, since it is native code over hostile bytes. */
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { MAX_IMAGE_PIXELS, type RemadeImage } from '../../ports/images.ts';

/** Avatars are shown at some 64 pixels; this is sharp on any screen, and at full size in a dialog. */
const MAX_SIDE = 512;
const QUALITY = 85;
/** By the names of `file-type`; a PNG that moves has a still one in it, which is what is taken. */
const ACCEPTED: readonly string[] = ['image/png', 'image/apng', 'image/jpeg', 'image/webp'];

// Whatever the bytes claim to be, no other decoder is ever reached.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
// No two images have anything in common to keep.
sharp.cache(false);
sharp.concurrency(1);

/** See `Images.remake` in src/ports/images.ts. */
export async function remakeImage(bytes: Uint8Array): Promise<RemadeImage> {
  const type = await typeOf(bytes);
  if (!ACCEPTED.includes(type)) return { ok: false, reason: 'unsupported', type };
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MAX_IMAGE_PIXELS) return { ok: false, reason: 'too many pixels' };
    const webp = await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', autoOrient: true })
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, smartSubsample: true })
      .toBuffer();
    return { ok: true, webp };
  } catch {
    return { ok: false, reason: 'unsupported', type: `unreadable ${type}` };
  }
}

/** A media type, or `unknown`. SVG is text, which has no mark: it is recognised so that whoever sends one is told. */
async function typeOf(bytes: Uint8Array): Promise<string> {
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (found !== undefined && found !== 'application/xml') return found;
  const beginning = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return /<(?:\w+:)?svg[\s>]/i.test(beginning) ? 'image/svg+xml' : (found ?? 'unknown');
}
