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
 * Returns the decoded body. Decoding stops at `maxBytes` of output, against decompression bombs, and earlier for tiny chunks.
 * @throws BodyTooLarge unless truncated, UnknownEncoding, or what the connection or the decoder throws
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, truncateAtMaxBytes = false }: { readonly maxBytes: number; readonly truncateAtMaxBytes?: boolean },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const declared = Number(response.headers['content-length'] ?? 0);
  if (encoding === 'identity' && declared > maxBytes && !truncateAtMaxBytes) throw new BodyTooLarge();
  const decoder = decoderFor(encoding);
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
    if (decoder === null) await pipeline(response, collect, { signal });
    else await pipeline(response, boundedBy(maxBytes), decoder, collect, { signal });
  } catch (error) {
    if (!(error instanceof BodyTooLarge && truncateAtMaxBytes)) throw error;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Bounds what is decoded, too: a body packed as nothing, again and again, has no output that would reach a limit. */
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

function decoderFor(encoding: string): Transform | null {
  switch (encoding) {
    case 'identity':
    case '':
      return null;
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

/** `deflate` is left out: servers disagree on its format. */
export const ACCEPT_ENCODING = 'gzip, br';
