import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { IMAGE_EXTENSION, type StoredImage } from '../../domain/chatbot/images.ts';
import { imageScope } from '../../domain/schema.ts';
import type { App } from '../app-types.ts';
import type { HttpDeps } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import { operation } from '../openapi/operation.ts';
import type { SecurityHeaders } from '../security-headers.ts';

const CONTENT_TYPE = 'image/webp';
/** What an address shows never changes, but it may be deleted: for an hour at most it is shown by who has it. */
const CACHING = 'public, max-age=3600, must-revalidate';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CHATBOT = new RegExp(`^${UUID}$`);
const FILE = new RegExp(`^(${UUID})${RegExp.escape(IMAGE_EXTENSION)}$`);

/** Should a browser ever take an image for a page, the page may do nothing. */
const securityHeaders: SecurityHeaders = {
  contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], sandbox: [] } },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
};

const ImageParams = Type.Object({
  chatbotId: Type.String({ description: 'Chatbot id', examples: ['01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e'] }),
  file: Type.String({
    description: 'As `url` of image upload ends',
    examples: ['01931b7f-0a1b-7c3a-9d5e-2f4b8a1c0d3e.webp'],
  }),
});

const IfNoneMatch = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({ description: 'The `ETag` of the image that is known', examples: ['"9f86d0"'] }),
  ),
});

const read = operation({
  id: 'getImage',
  tag: 'Images',
  access: 'public',
  summary: 'Show an image',
  params: ImageParams,
  success: {},
  file: CONTENT_TYPE,
  headers: IfNoneMatch,
  answersWith: ['ETag'],
  errors: ['IMAGE_NOT_FOUND'],
});

/** Where `imagePath` leads. */
export async function imageRoutes(app: App, { queries, blobs }: Pick<HttpDeps, 'queries' | 'blobs'>): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Access-Control-Allow-Origin', '*');
  });

  /** What the chatbot knows counts, not what is stored: when it or the image is deleted, the bytes go a moment later. */
  async function imageAt({ chatbotId, file }: Static<typeof ImageParams>): Promise<StoredImage> {
    const imageId = FILE.exec(file)?.[1];
    const isAddress = imageId !== undefined && CHATBOT.test(chatbotId);
    const image = isAddress ? await queries.chatbots.image(chatbotId, imageId) : null;
    if (image === null) throw new ApiError('IMAGE_NOT_FOUND');
    return image;
  }

  app.get(
    '/:chatbotId/:file',
    { schema: read, config: { securityHeaders } },
    async (request, reply): Promise<FastifyReply> => {
      const { chatbotId } = request.params;
      const image = await imageAt(request.params);
      if (isKnown(image, request)) return describe(image, reply).code(304).send();
      const bytes = await blobs.get(imageScope(chatbotId, image.imageId), image.contentHash);
      if (bytes === null) throw new ApiError('IMAGE_NOT_FOUND');
      return describe(image, reply).type(CONTENT_TYPE).send(bytes);
    },
  );

  app.head(
    '/:chatbotId/:file',
    { schema: { hide: true, params: ImageParams }, config: { securityHeaders } },
    async (request, reply) => {
      const image = await imageAt(request.params);
      describe(image, reply);
      if (isKnown(image, request)) return reply.code(304).send();
      return reply.type(CONTENT_TYPE).header('Content-Length', image.size).send();
    },
  );
}

const tagOf = ({ contentHash }: StoredImage) => `"${contentHash}"`;

const describe = (image: StoredImage, reply: FastifyReply) =>
  reply.header('ETag', tagOf(image)).header('Cache-Control', CACHING).header('Content-Disposition', 'inline');

/** Whether the caller has it already. RFC 9110, section 13.1.2: tags are compared weakly. */
function isKnown(image: StoredImage, { headers }: FastifyRequest): boolean {
  const named = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes(tagOf(image)) || named.includes('*');
}
