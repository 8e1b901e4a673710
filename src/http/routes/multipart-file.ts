/** A form with one file in the field `file`, read as it arrives. */
import { createHash } from 'node:crypto';
import { fastifyMultipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { BlobTooLarge } from '../../ports/blobs.ts';
import type { App } from '../app-types.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ErrorCode } from '../errors/catalogue.ts';

/** The routes of this scope take forms, and nothing else. @param maxBytes of the file */
export async function takeForms(app: App, maxBytes: number): Promise<void> {
  app.removeAllContentTypeParsers();
  // One byte more than allowed is enough to know; the parser then passes over the rest by itself.
  await app.register(fastifyMultipart, {
    limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000, fieldNameSize: 200, headerPairs: 100 },
  });
}

/** A form whose file input was left empty sends one without a name. @throws ApiError NO_FILE_UPLOADED, UNREADABLE_REQUEST */
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
 * Hands the file's bytes on as they arrive.
 * @param take must fail when the bytes do: a file that is too large, or breaks off, is not to be kept
 * @param tooLarge what to answer when there are more than `takeForms` allows
 * @throws ApiError `tooLarge`, UNREADABLE_REQUEST; AnsweredBefore and ApiError 422 for the key of an earlier request; whatever `take` throws
 */
export async function receive<Taken>(
  request: FastifyRequest,
  part: MultipartFile,
  tooLarge: ErrorCode,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<Taken>,
): Promise<Taken> {
  try {
    return await take(wholeOf(request, part));
  } catch (error) {
    // What is still to come is passed over, so that the caller can read the answer.
    part.file.resume();
    if (error instanceof BlobTooLarge) throw new ApiError(tooLarge);
    throw error;
  }
}

async function* wholeOf(
  { keyed }: FastifyRequest,
  { file, filename, mimetype }: MultipartFile,
): AsyncGenerator<Uint8Array> {
  const digest = keyed === null ? null : createHash('sha256');
  try {
    for await (const bytes of file) {
      digest?.update(bytes);
      yield bytes;
    }
  } catch {
    throw new ApiError('UNREADABLE_REQUEST');
  }
  if (file.truncated) throw new BlobTooLarge(file.bytesRead);
  // The last moment before it is stored: of a repeat nothing is.
  if (digest !== null) await keyed?.formArrived(JSON.stringify([filename, mimetype, digest.digest('hex')]));
}
