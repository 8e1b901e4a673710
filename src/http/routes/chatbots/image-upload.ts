import { buffer } from 'node:stream/consumers';
import { imageScope } from '../../../domain/blob-scopes.ts';
import { imagePath } from '../../../domain/chatbot/images.ts';
import type { ReencodedImage } from '../../../ports/content/images.ts';
import type { App } from '../../app-types.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { newIdOf } from '../../plugins/idempotency/idempotency.ts';
import { ownerCommandContext, ownerId } from '../../plugins/session/session.ts';
import { BelowChatbotParams } from '../../schemas/common.ts';
import { ImageUpload, StoredImage } from '../../schemas/uploads.ts';
import { fileOf, receiveFile, takeForms } from '../multipart-file.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';

const MAX_BYTES = 2 * 1024 * 1024;
/** Limit of the stored image: 512 by 512 pixels of noise do not reach a third of it. */
const MAX_KEPT_BYTES = 1024 * 1024;

const upload = operation({
  id: 'uploadImage',
  tag: 'Images',
  access: 'session',
  summary: 'Upload an image',
  description:
    'For the avatar. The image is re-encoded as WebP without metadata, within 512 by 512 pixels; of an animation, the first frame. A chatbot keeps its 20 ' +
    'newest images, and always its avatar.',
  params: BelowChatbotParams,
  success: { 201: StoredImage },
  responseHeaders: ['Location'],
  errors: [
    'CHATBOT_NOT_FOUND',
    'NO_FILE_UPLOADED',
    'IMAGE_TOO_LARGE',
    'IMAGE_TOO_MANY_PIXELS',
    'UNSUPPORTED_IMAGE_TYPE',
  ],
});

type ImageUploadDeps = Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'blobs' | 'images' | 'clock' | 'ids'>;

/** A scope of its own: this route takes forms only. */
export async function imageUploadRoutes(app: App, deps: ImageUploadDeps): Promise<void> {
  const { commands, queries, progress, blobs, images, ids } = deps;
  await takeForms(app, MAX_BYTES);

  app.post('/uploads/:chatbotId/image', { schema: upload, config: { form: ImageUpload } }, async (request, reply) => {
    const { chatbotId } = request.params;
    const owner = ownerId(request);
    await requireOwnChatbot(queries, owner, chatbotId);
    const file = await fileOf(request, { maxBytes: MAX_BYTES, error: 'IMAGE_TOO_LARGE' });
    const bytes = await receiveFile(request, file, (content) => buffer(content));
    const webp = drawn(await images.reencode(bytes, owner));
    const imageId = newIdOf(request, 'image', ids);
    const scope = imageScope(chatbotId, imageId);
    const { hash: contentHash, size } = await blobs.put(scope, webp, { maxBytes: MAX_KEPT_BYTES });
    const image = { imageId, contentHash, size };
    const context = ownerCommandContext(request, deps);
    const stored = await commands.chatbots.storeImage(owner, chatbotId, image, context);
    await progress.waitFor(stored.position);
    if (!stored.ok) {
      // The chatbot was deleted meanwhile.
      await blobs.deleteScope(scope);
      throw rejectionError(stored.rejection);
    }
    const url = imagePath(chatbotId, imageId);
    return reply.code(201).header('Location', url).send(success({ url }));
  });
}

function drawn(image: ReencodedImage): Uint8Array {
  if (image.ok) return image.webp;
  if (image.reason === 'too many pixels') throw new ApiError('IMAGE_TOO_MANY_PIXELS');
  throw new ApiError('UNSUPPORTED_IMAGE_TYPE', { parameters: { type: image.type } });
}
