import { fastifyMultipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { sourceScope } from '../../domain/schema.ts';
import { BlobTooLarge, type StoredBlob } from '../../ports/blobs.ts';
import type { App } from '../app-types.ts';
import { ApiError } from '../errors/api-error.ts';
import { operation, success } from '../openapi/operation.ts';
import { BelowChatbotParams } from '../schemas/common.ts';
import { FileUpload } from '../schemas/data-sources.ts';
import { ownerId } from '../session/owner.ts';
import { DataSourceData, type DataSourceRouteDeps } from './data-sources.ts';
import { limitIngestion } from './ingestion-limit.ts';
import { addSource } from './source-adding.ts';
import { acceptedContentType } from './upload-types.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const MAX_NAME = 255;

const upload = operation({
  id: 'uploadFile',
  tag: 'Data sources',
  access: 'session',
  summary: 'Add a document',
  params: BelowChatbotParams,
  success: { 201: DataSourceData },
  errors: ['CHATBOT_NOT_FOUND', 'TOO_MANY_REQUESTS', 'NO_FILE_UPLOADED', 'FILE_TOO_LARGE', 'UNSUPPORTED_FILE_TYPE'],
});

/** In a scope of its own: no other route takes multipart bodies, and this one takes nothing else. */
export async function fileUploadRoutes(app: App, deps: DataSourceRouteDeps): Promise<void> {
  const { queries, blobs, ids } = deps;
  app.removeAllContentTypeParsers();
  // One byte more than allowed is enough to know; the parser then passes over the rest by itself.
  await app.register(fastifyMultipart, {
    limits: { fileSize: MAX_BYTES, files: 1, fields: 20, fieldSize: 10_000, fieldNameSize: 200, headerPairs: 100 },
  });

  app.post(
    '/chatbots/:chatbotId/datasources/file',
    { schema: upload, config: { form: FileUpload }, ...limitIngestion(deps) },
    async (request, reply) => {
      const { chatbotId } = request.params;
      if (!(await queries.chatbots.owns(ownerId(request), chatbotId))) throw new ApiError('CHATBOT_NOT_FOUND');
      const file = await fileOf(request);
      const fileName = file.filename.slice(-MAX_NAME);
      const sourceId = ids.next();
      const scope = sourceScope(chatbotId, sourceId);
      const contentType = acceptedContentType(fileName, file.mimetype);
      const { hash: contentHash } = await store(file, (bytes) => blobs.put(scope, bytes, { maxBytes: MAX_BYTES }));
      const kept = { fileName, contentHash, contentType };
      const source = {
        sourceId,
        sourceType: 'file',
        isRecursive: false,
        sourceUrl: null,
        title: null,
        ...kept,
      } as const;
      return reply.code(201).send(success({ dataSource: await addSource(request, chatbotId, source, deps) }));
    },
  );
}

/** The file in the field `file`. A form whose file input was left empty sends one without a name. */
async function fileOf(request: FastifyRequest): Promise<MultipartFile> {
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

/** Bytes go to the store as they arrive. What is too large, or breaks off, is not kept. */
async function store(
  { file }: MultipartFile,
  put: (bytes: AsyncIterable<Uint8Array>) => Promise<StoredBlob>,
): Promise<StoredBlob> {
  try {
    return await put(wholeOf(file));
  } catch (error) {
    // What is still to come is passed over, so that the caller can read the answer.
    file.resume();
    if (error instanceof BlobTooLarge) throw new ApiError('FILE_TOO_LARGE');
    throw error;
  }
}

async function* wholeOf(file: MultipartFile['file']): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch {
    throw new ApiError('UNREADABLE_REQUEST');
  }
  if (file.truncated) throw new BlobTooLarge(MAX_BYTES);
}
