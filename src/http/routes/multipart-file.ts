/** Multipart forms with one file in the field `file`, streamed. */
import { createHash } from 'node:crypto';
import { fastifyMultipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { BlobTooLarge } from '../../ports/blobs.ts';
import type { App } from '../app-types.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ErrorCode } from '../errors/catalogue.ts';

/** In one form. File inputs that were left empty count too. */
const MAX_FILES = 10;

/** @param maxBytes size limit of the file */
export async function takeForms(app: App, maxBytes: number): Promise<void> {
  app.removeAllContentTypeParsers();
  // The parser truncates a file above the limit and discards the rest.
  await app.register(fastifyMultipart, {
    limits: {
      fileSize: maxBytes,
      files: MAX_FILES,
      fields: 20,
      fieldSize: 10_000,
      fieldNameSize: 200,
      headerPairs: 100,
    },
  });
  // The parser waits for somebody to read each file, and would block the next request on the connection.
  app.addHook('onSend', async ({ raw }) => {
    raw.unpipe();
    raw.resume();
  });
}

/** Skips parts without a file name, which browsers send for an empty input. @throws ApiError NO_FILE_UPLOADED, UNREADABLE_REQUEST */
export async function fileOf(request: FastifyRequest): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new ApiError('NO_FILE_UPLOADED');
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      if (part.fieldname === 'file' && part.filename !== undefined && part.filename !== '') return part;
      part.file.resume();
    }
  } catch {
    throw new ApiError('UNREADABLE_REQUEST');
  }
  throw new ApiError('NO_FILE_UPLOADED');
}

/**
 * Streams the file into `take`.
 * @param take must reject when the stream fails, so that a file that is too large or incomplete is not stored
 * @param tooLarge error code for a file above the limit of `takeForms`
 * @throws ApiError `tooLarge`, UNREADABLE_REQUEST; ReplayedResponse and ApiError 422 for the key of an earlier request; whatever `take` throws
 */
export async function receive<Taken>(
  request: FastifyRequest,
  part: MultipartFile,
  tooLarge: ErrorCode,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<Taken>,
): Promise<Taken> {
  try {
    return await take(completeBytes(request, part));
  } catch (error) {
    if (error instanceof BlobTooLarge) throw new ApiError(tooLarge);
    throw error;
  }
}

async function* completeBytes(
  { idempotency }: FastifyRequest,
  { file, filename, mimetype }: MultipartFile,
): AsyncGenerator<Uint8Array> {
  const digest = idempotency === null ? null : createHash('sha256');
  try {
    // A destroyed file is never drained, and would block the next request on the connection.
    for await (const bytes of file.iterator({ destroyOnReturn: false })) {
      digest?.update(bytes);
      yield bytes;
    }
  } catch {
    throw new ApiError('UNREADABLE_REQUEST');
  }
  if (file.truncated) throw new BlobTooLarge(file.bytesRead);
  // Runs before the end of the stream, so that a repeated file is not stored.
  if (digest !== null) await idempotency?.formArrived(JSON.stringify([filename, mimetype, digest.digest('hex')]));
}
