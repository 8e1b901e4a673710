import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { GridFSBucket, ObjectId } from 'mongodb';
import { BlobTooLarge, type StoredBlob } from '../../../ports/blobs.ts';
import type { Call } from '../failures.ts';

/** Hashed at a time, about 0.2 ms, and sent before more is read from the source (backpressure). */
const PIECE_BYTES = 255 * 1024;

/** On failure, the caller removes what was written. @throws BlobTooLarge, or the error of the content */
export async function upload(
  bucket: GridFSBucket,
  { id, scope }: { readonly id: ObjectId; readonly scope: string },
  content: Uint8Array | AsyncIterable<Uint8Array>,
  limits: { readonly maxBytes: number; readonly call: Call },
): Promise<StoredBlob> {
  const { maxBytes, call } = limits;
  const hash = createHash('sha256');
  let size = 0;
  const uploadStream = bucket.openUploadStreamWithId(id, scope, { metadata: { scope }, chunkSizeBytes: PIECE_BYTES });
  // The failed write rejects by itself; an unhandled `error` event would end the process.
  uploadStream.on('error', () => undefined);
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      for (const piece of piecesOf(chunk)) {
        hash.update(piece);
        await call(
          () =>
            new Promise<void>((resolve, reject) => {
              uploadStream.write(piece, (error) => (error ? reject(error) : resolve()));
            }),
        );
      }
    }
    await call(async () => {
      uploadStream.end();
      await once(uploadStream, 'finish');
    });
  } finally {
    uploadStream.destroy();
  }
  return { hash: hash.digest('hex'), size };
}

export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}
