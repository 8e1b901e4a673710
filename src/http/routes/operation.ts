import type { App } from '../app-types.ts';
import type { Health } from '../deps.ts';
import type { Metrics } from '../metrics.ts';

const tags = ['Operation'];

/** For whoever runs the service; none of it needs to be let in. */
export async function operationRoutes(
  app: App,
  { health, metrics }: { health: Health; metrics: Metrics },
): Promise<void> {
  app.get('/healthz', { schema: { tags, operationId: 'isAlive', summary: 'The process lives' } }, async () => ({
    status: 'ok',
  }));

  const ready = {
    tags,
    operationId: 'isReady',
    summary: '200 when requests are served, else 503; with what it depends on',
  };
  app.get('/readyz', { schema: ready }, async (_request, reply) => {
    const { ready: isReady, checks } = await health.ready();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });

  app.get(
    '/metrics',
    { schema: { tags, operationId: 'getMetrics', summary: 'Prometheus' } },
    async (_request, reply) => {
      const { contentType, body } = await metrics.text();
      return reply.type(contentType).send(body);
    },
  );
}
