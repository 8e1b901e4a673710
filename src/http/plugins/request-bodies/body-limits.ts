import fp from 'fastify-plugin';
import type { TSchema } from 'typebox';
import { bodyLimitOf } from '../../validation/body-limit.ts';

/** Each route gets the body limit that its schema needs, between 16 KB and 1 MB. Registered before any route. */
export const bodyLimits = fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      const { body } = (route.schema ?? {}) as { body?: TSchema };
      if (body !== undefined) route.bodyLimit ??= bodyLimitOf(body);
    });
  },
  { name: 'body-limits' },
);
