/** Pictures as browsers, cameras and attackers send them. */
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const MEGABYTE = 1024 * 1024;

export type Bytes = Uint8Array<ArrayBuffer>;

/** An incompressible picture, whose size follows from its sides. */
function noise(side: number) {
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
}

export const png = async (side = 40): Promise<Bytes> => new Uint8Array(await noise(side).png().toBuffer());
export const jpeg = async (side = 40): Promise<Bytes> => new Uint8Array(await noise(side).jpeg().toBuffer());
export const webp = async (side = 40): Promise<Bytes> => new Uint8Array(await noise(side).webp().toBuffer());
export const gif = async (side = 40): Promise<Bytes> => new Uint8Array(await noise(side).gif().toBuffer());

export const svg = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);

export const joined = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));

const PNG_MARK = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** One colour, one bit a pixel: a thousandth of a byte each when compressed. */
export function hugePng(width: number, height: number): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return joined(PNG_MARK, pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0)));
}

/** With chunks right before its last one, the 12 bytes of `IEND`. */
export function withPngChunks(
  image: Uint8Array,
  ...chunks: readonly (readonly [type: string, data: Uint8Array])[]
): Bytes {
  const more = chunks.map(([type, data]) => pngChunk(type, data));
  return joined(image.subarray(0, -12), ...more, image.subarray(-12));
}

/** Exactly so many bytes: a picture, and a chunk that every decoder skips. */
export function pngOfSize(image: Uint8Array, size: number): Bytes {
  return withPngChunks(image, ['prVt', new Uint8Array(size - image.length - 12)]);
}
