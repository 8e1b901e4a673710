/** libvips is native code on untrusted bytes: run it in a separate process. */
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { MAX_IMAGE_PIXELS, type ReencodedImage } from '../../ports/content/images.ts';

/** Avatars are shown at about 64 pixels; this is sharp on any screen and in a full-size dialog. */
const MAX_SIDE = 512;
const QUALITY = 85;
/** Types as `file-type` names them. An animated PNG contributes its still image. */
const ACCEPTED: readonly string[] = ['image/png', 'image/apng', 'image/jpeg', 'image/webp'];

// Blocks all other decoders, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Images share nothing worth caching.
sharp.cache(false);
sharp.concurrency(1);

export async function reencodeImage(bytes: Uint8Array): Promise<ReencodedImage> {
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

/** MIME type, or `unknown`. SVG has no magic number; its text reveals it, so that the error can name it. */
async function typeOf(bytes: Uint8Array): Promise<string> {
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (found !== undefined && found !== 'application/xml') return found;
  const beginning = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return /<(?:\w+:)?svg[\s/>]/i.test(beginning) ? 'image/svg+xml' : (found ?? 'unknown');
}
