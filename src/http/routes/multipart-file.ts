/** Multipart forms with one file in the field `file`, streamed. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fastifyMultipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { BlobTooLarge } from '../../ports/blobs.ts';
import type { App } from '../app-types.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ErrorCode } from '../errors/catalogue.ts';

/** Bounds the files in one form. Empty file inputs count too. */
const MAX_FILES = 10;
/** Bytes of a form beside its file: other parts, and the preamble and epilogue. */
const MAX_OTHER_BYTES = 2 * 1024 * 1024;

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

export interface FileLimit {
  readonly maxBytes: number;
  readonly error: ErrorCode;
}

export interface FormFile {
  readonly part: MultipartFile;
  readonly limit: FileLimit;
  /** Rejects when the form is too long. */
  readonly tooLong: Promise<never>;
}

/**
 * Skips parts without a file name, which browsers send for an empty input.
 * @param limit as given to `takeForms`
 * @throws ApiError NO_FILE_UPLOADED, UNREADABLE_REQUEST, `limit.error`
 */
export async function fileOf(request: FastifyRequest, limit: FileLimit): Promise<FormFile> {
  if (!request.isMultipart()) throw new ApiError('NO_FILE_UPLOADED');
  const tooLong = formOfMoreThan(limit.maxBytes + MAX_OTHER_BYTES, request.raw);
  const part = await Promise.race([firstFile(request), tooLong]).catch((error: unknown) => {
    throw new ApiError(error instanceof BlobTooLarge ? limit.error : 'UNREADABLE_REQUEST');
  });
  if (part === null) throw new ApiError('NO_FILE_UPLOADED');
  return { part, limit, tooLong };
}

/** Rejects when so many bytes have come. The parser truncates a file, but reads on to the end of the form. */
function formOfMoreThan(maxBytes: number, raw: IncomingMessage): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  let left = maxBytes;
  raw.on('data', function count(bytes: Buffer) {
    left -= bytes.byteLength;
    if (left >= 0) return;
    raw.off('data', count);
    reject(new BlobTooLarge(maxBytes));
  });
  return promise;
}

async function firstFile(request: FastifyRequest): Promise<MultipartFile | null> {
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname === 'file' && part.filename !== undefined && part.filename !== '') return part;
    part.file.resume();
  }
  return null;
}

/**
 * Streams the file into `take`.
 * @param take must reject when the stream fails, so that a file that is too large or incomplete is not stored
 * @throws ApiError `limit.error`, UNREADABLE_REQUEST; ReplayedResponse and ApiError 422 for the key of an earlier request; whatever `take` throws
 */
export async function receiveFile<Taken>(
  request: FastifyRequest,
  file: FormFile,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<Taken>,
): Promise<Taken> {
  try {
    return await take(completeBytes(request, file));
  } catch (error) {
    if (error instanceof BlobTooLarge) throw new ApiError(file.limit.error);
    throw error;
  }
}

async function* completeBytes({ idempotency }: FastifyRequest, form: FormFile): AsyncGenerator<Uint8Array> {
  const { file, filename, mimetype } = form.part;
  const digest = idempotency === null ? null : createHash('sha256');
  try {
    for await (const bytes of piecesOf(form)) {
      digest?.update(bytes);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof BlobTooLarge ? error : new ApiError('UNREADABLE_REQUEST');
  }
  if (file.truncated) throw new BlobTooLarge(file.bytesRead);
  // Runs before the end of the stream, so that a repeated file is not stored.
  if (digest !== null) await idempotency?.formArrived(JSON.stringify([filename, mimetype, digest.digest('hex')]));
}

async function* piecesOf({ part, tooLong }: FormFile): AsyncGenerator<Uint8Array> {
  // A destroyed file is never drained, and would block the next request on the connection.
  const pieces = part.file.iterator({ destroyOnReturn: false });
  for (;;) {
    const piece = await Promise.race([pieces.next(), tooLong]);
    if (piece.done === true) return;
    yield piece.value as Uint8Array;
  }
}
