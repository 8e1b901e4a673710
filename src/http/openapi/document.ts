/** The OpenAPI 3.1 document, made from the routes' own declarations. */
import { fastifySwagger } from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { ACCESS_COOKIE } from '../session/cookies.ts';
import { shareNamedSchemas } from './named-schemas.ts';
import { type Tag, withIdempotencyKey } from './operation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a multipart body holds: told in the document, read by the route itself. */
    form?: TSchema;
  }
}

const TAGS: Readonly<Record<Tag, string>> = {
  Accounts: 'Register, sign in and out. Sessions are two cookies.',
  Chatbots: 'Chatbots, their conversations, leads and ratings.',
  'Data sources': 'What chatbots answer from.',
  Images: 'Avatars of chatbots, for pages anywhere.',
  'Widget keys': 'What lets a page use a chatbot.',
  Widget: 'For pages: authenticated by a widget key, restricted to its domains.',
  Operation: 'How the service is.',
};

/** Before any route: it listens to their registration. The document itself is made when it is first asked for. */
export async function collectOperations(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Chatledger',
        version: '1',
        description: 'Chatbots that answer visitors from the content of their owners.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // Where the document was read: its page tries the API under the name it was opened by, which is the only one it may ask.
      servers: [{ url: '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: ACCESS_COOKIE },
          widgetKey: { type: 'apiKey', in: 'header', name: 'X-Widget-Key' },
        },
      },
    },
    hideUntagged: true,
    transform: ({ schema, url, route }) => {
      const form = route.config?.form;
      const described: FastifySchema =
        form === undefined ? schema : { ...schema, body: form, consumes: ['multipart/form-data'] };
      return { schema: route.method === 'POST' ? withIdempotencyKey(described) : described, url };
    },
    transformObject: (document) => ('openapiObject' in document ? shareNamedSchemas(document.openapiObject) : {}),
  });
}
