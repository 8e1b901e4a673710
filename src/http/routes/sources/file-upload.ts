import { sourceScope } from '../../../domain/blob-scopes.ts';
import type { App } from '../../app-types.ts';
import { operation } from '../../openapi/operation.ts';
import { newIdOf } from '../../plugins/idempotency/idempotency.ts';
import { ownerId } from '../../plugins/session/session.ts';
import { BelowChatbotParams } from '../../schemas/common.ts';
import { DataSourceData } from '../../schemas/data-sources.ts';
import { FileUpload } from '../../schemas/uploads.ts';
import { fileOf, receiveFile, takeForms } from '../multipart-file.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';
import { addSource, requireRoomFor, type SourceAddingDeps } from './source-adding.ts';
import { acceptedContentType } from './upload-types.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const MAX_NAME = 255;

const upload = operation({
  id: 'uploadFile',
  tag: 'Data sources',
  access: 'session',
  summary: 'Upload a document',
  description: 'Extension and content type must match. The document is read in the background, like other sources.',
  params: BelowChatbotParams,
  success: { 201: DataSourceData },
  responseHeaders: ['Location'],
  errors: [
    'CHATBOT_NOT_FOUND',
    'DATA_SOURCE_LIMIT_REACHED',
    'TOO_MANY_REQUESTS',
    'NO_FILE_UPLOADED',
    'FILE_TOO_LARGE',
    'UNSUPPORTED_FILE_TYPE',
  ],
});

/** A scope of its own: this route takes forms only. */
export async function fileUploadRoutes(app: App, deps: SourceAddingDeps): Promise<void> {
  const { queries, blobs, ids } = deps;
  await takeForms(app, MAX_BYTES);

  app.post(
    '/chatbots/:chatbotId/datasources/file',
    { schema: upload, config: { form: FileUpload, streamsForm: true, accountRate: 'ingestion' } },
    async (request, reply) => {
      const { chatbotId } = request.params;
      await requireOwnChatbot(queries, ownerId(request), chatbotId);
      const sourceId = newIdOf(request, 'source', ids);
      await requireRoomFor(sourceId, chatbotId, queries);
      const file = await fileOf(request, { maxBytes: MAX_BYTES, error: 'FILE_TOO_LARGE' });
      const fileName = endOf(file.part.filename);
      const scope = sourceScope(chatbotId, sourceId);
      const contentType = acceptedContentType(fileName, file.part.mimetype);
      const { hash: contentHash } = await receiveFile(request, file, (bytes) =>
        blobs.put(scope, bytes, { maxBytes: MAX_BYTES }),
      );
      const kept = { fileName, contentHash, contentType };
      const source = {
        sourceId,
        sourceType: 'file',
        isRecursive: false,
        sourceUrl: null,
        title: null,
        ...kept,
      } as const;
      return addSource(request, reply, { chatbotId, source }, deps);
    },
  );
}

/** Keeps the end of the name, with its extension, without control characters, and without half a character at the cut. */
const endOf = (fileName: string): string =>
  fileName
    .replace(/\p{Cc}/gu, '')
    .slice(-MAX_NAME)
    .replace(/^[\udc00-\udfff]/, '');
