import fp from 'fastify-plugin';

/** Responses of the scope are private and must not be cached. A route may set another `Cache-Control`. */
export const noStore = fp(
  async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('Cache-Control', 'no-store');
    });
  },
  { name: 'no-store' },
);
