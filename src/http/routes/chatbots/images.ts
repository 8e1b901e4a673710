import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { imageScope } from '../../../domain/blob-scopes.ts';
import { IMAGE_EXTENSION, type StoredImage } from '../../../domain/chatbot/images.ts';
import type { App } from '../../app-types.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { matchesTag } from '../../if-none-match.ts';
import { operation } from '../../openapi/operation.ts';
import { contentSecurityPolicy } from '../../plugins/browser-security/security-headers.ts';
import { EXAMPLE_ID } from '../../schemas/common.ts';

const CONTENT_TYPE = 'image/webp';
/** An image never changes, but it may be deleted: caches show it for an hour at most. */
const CACHING = 'public, max-age=3600, must-revalidate';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CHATBOT = new RegExp(`^${UUID}$`);
const FILE = new RegExp(`^(${UUID})${RegExp.escape(IMAGE_EXTENSION)}$`);

/** If a browser ever took an image for a page, that page could do nothing. */
const helmet = {
  ...contentSecurityPolicy({ 'default-src': ["'none'"], sandbox: [] }),
  crossOriginResourcePolicy: { policy: 'cross-origin' },
} as const;

const ImageParams = Type.Object({
  chatbotId: Type.String({ description: 'Chatbot id', examples: [EXAMPLE_ID] }),
  file: Type.String({
    description: 'Last part of the `url` that image upload returned',
    examples: ['01931b7f-0a1b-7c3a-9d5e-2f4b8a1c0d3e.webp'],
  }),
});

const read = operation({
  id: 'getImage',
  tag: 'Images',
  access: 'public',
  summary: 'Get an image',
  description: 'A stored avatar. Pages that embed the widget show it, so it needs no session.',
  params: ImageParams,
  success: {},
  file: CONTENT_TYPE,
  isConditional: true,
  responseHeaders: ['ETag'],
  errors: ['IMAGE_NOT_FOUND'],
});

/** At the address that `imagePath` gives. */
export async function imageRoutes(app: App, { queries, blobs }: Pick<HttpDeps, 'queries' | 'blobs'>): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Access-Control-Allow-Origin', '*');
  });

  /** The read model decides, not the blob store: the bytes of a deleted image are removed a moment later. */
  async function imageAt({ chatbotId, file }: Static<typeof ImageParams>): Promise<StoredImage> {
    const imageId = FILE.exec(file)?.[1];
    const isAddress = imageId !== undefined && CHATBOT.test(chatbotId);
    const image = isAddress ? await queries.chatbots.image(chatbotId, imageId) : null;
    if (image === null) throw new ApiError('IMAGE_NOT_FOUND');
    return image;
  }

  // Without the bytes, and before GET, whose HEAD would read them.
  app.head('/:chatbotId/:file', { schema: { hide: true, params: ImageParams }, helmet }, async (request, reply) => {
    const image = await imageAt(request.params);
    describe(image, reply);
    if (matchesTag(request.headers['if-none-match'], tagOf(image))) return reply.code(304).send();
    return reply.type(CONTENT_TYPE).header('Content-Length', image.size).send();
  });

  app.get('/:chatbotId/:file', { schema: read, helmet }, async (request, reply): Promise<FastifyReply> => {
    const { chatbotId } = request.params;
    const image = await imageAt(request.params);
    if (matchesTag(request.headers['if-none-match'], tagOf(image))) return describe(image, reply).code(304).send();
    const bytes = await blobs.get(imageScope(chatbotId, image.imageId), image.contentHash);
    if (bytes === null) throw new ApiError('IMAGE_NOT_FOUND');
    return describe(image, reply).type(CONTENT_TYPE).send(bytes);
  });
}

const tagOf = ({ contentHash }: StoredImage) => `"${contentHash}"`;

const describe = (image: StoredImage, reply: FastifyReply) =>
  reply.header('ETag', tagOf(image)).header('Cache-Control', CACHING).header('Content-Disposition', 'inline');
