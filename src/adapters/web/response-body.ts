import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { chunkCost } from '../../lib/chunk-cost.ts';

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/**
 * Returns the decoded body. Stops at `maxBytes` of output, against decompression bombs, and earlier for tiny chunks.
 * @throws BodyTooLarge unless truncated, UnknownEncoding, or what the connection or the decoder throws
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, truncateAtMaxBytes = false }: { readonly maxBytes: number; readonly truncateAtMaxBytes?: boolean },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const encodings = encodingsOf(response.headers['content-encoding'] ?? '');
  const declared = Number(response.headers['content-length'] ?? 0);
  if (encodings.length === 0 && declared > maxBytes && !truncateAtMaxBytes) throw new BodyTooLarge();
  const decoders = encodings.flatMap((encoding) => [boundedBy(maxBytes), decoderFor(encoding)]);
  const chunks: Buffer[] = [];
  let cost = 0;
  const collect = async (decoded: AsyncIterable<Buffer>) => {
    for await (const chunk of decoded) {
      cost += chunkCost(chunk);
      chunks.push(chunk);
      if (cost > maxBytes) throw new BodyTooLarge();
    }
  };
  try {
    await pipeline([response, ...decoders, collect], { signal });
  } catch (error) {
    if (!(error instanceof BodyTooLarge && truncateAtMaxBytes)) throw error;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Also bounds what is decoded: endless chunks that unpack to nothing have no output that would reach a limit. */
const boundedBy = (maxBytes: number) =>
  async function* pass(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let cost = 0;
    for await (const chunk of packed) {
      cost += chunkCost(chunk);
      if (cost > maxBytes) throw new BodyTooLarge();
      yield chunk;
    }
  };

/** Accepts a compressed body with a missing end, as browsers do. */
const TOLERANT = { finishFlush: zlib.constants.Z_SYNC_FLUSH };

/** 8 MB, as much as browsers accept (RFC 9659). A frame may ask for 128 MB. */
const MAX_ZSTD_WINDOW_LOG = 23;

/** A proxy may compress again what the server has compressed. */
const MAX_ENCODINGS = 3;
/** Other names, such as `none` or `utf-8`, are no encodings: those bodies are not encoded. Browsers do the same. */
const KNOWN_ENCODINGS = /^(?:x-)?(?:gzip|deflate|br|zstd|compress|dcb|dcz)$/;

/** Encodings to decode, in this order: the last applied comes first. @throws UnknownEncoding when there are too many */
function encodingsOf(header: string): readonly string[] {
  const applied = header.toLowerCase().split(',');
  const encodings = applied.map((one) => one.trim()).filter((one) => KNOWN_ENCODINGS.test(one));
  if (encodings.length > MAX_ENCODINGS) throw new UnknownEncoding(header);
  return encodings.toReversed();
}

function decoderFor(encoding: string): Transform {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(TOLERANT);
    case 'deflate':
      return zlib.createUnzip(TOLERANT);
    case 'br':
      return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return zlib.createZstdDecompress({
        finishFlush: zlib.constants.ZSTD_e_flush,
        params: { [zlib.constants.ZSTD_d_windowLogMax]: MAX_ZSTD_WINDOW_LOG },
      });
    default:
      throw new UnknownEncoding(encoding);
  }
}

/** `deflate` is left out: servers disagree on its format. */
export const ACCEPT_ENCODING = 'gzip, br';
