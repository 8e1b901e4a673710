import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/**
 * The decoded body. Decoding stops at `maxBytes` of what comes out: a small body that unpacks without end costs no more.
 * @throws BodyTooLarge (unless it is to be cut there), UnknownEncoding, or what the connection or the decoder throws.
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, cutAtMaxBytes = false }: { readonly maxBytes: number; readonly cutAtMaxBytes?: boolean },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const declared = Number(response.headers['content-length'] ?? 0);
  if (encoding === 'identity' && declared > maxBytes && !cutAtMaxBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    await pipeline(
      response,
      decoderFor(encoding),
      async (decoded: AsyncIterable<Buffer>) => {
        for await (const chunk of decoded) {
          size += chunk.length;
          chunks.push(chunk);
          if (size > maxBytes) throw new BodyTooLarge();
        }
      },
      { signal },
    );
  } catch (error) {
    if (!(error instanceof BodyTooLarge && cutAtMaxBytes)) throw error;
  }
  return Buffer.concat(chunks, Math.min(size, maxBytes));
}

/** Servers cut the end of a packed body off; browsers show what came, and so do we. */
const TOLERANT = { finishFlush: zlib.constants.Z_SYNC_FLUSH };

function decoderFor(encoding: string): Transform {
  switch (encoding) {
    case 'identity':
    case '':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(TOLERANT);
    case 'deflate':
      return zlib.createUnzip(TOLERANT);
    case 'br':
      return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
    default:
      throw new UnknownEncoding(encoding);
  }
}

/** What packed bodies we understand. `deflate` is left out: servers disagree on what it means. */
export const ACCEPT_ENCODING = 'gzip, br';
