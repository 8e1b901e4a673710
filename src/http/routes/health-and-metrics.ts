import { type TSchema, Type } from 'typebox';
import type { App } from '../app-types.ts';
import type { Health } from '../deps.ts';
import { errorResponses } from '../openapi/error-responses.ts';
import { exampleOf } from '../openapi/examples.ts';
import { named } from '../schemas/common.ts';

const open = { tags: ['Operation'], security: [] } as const;

const answer = (description: string, contentType: string, schema: TSchema) => ({
  description,
  content: { [contentType]: { schema, example: exampleOf(schema) } },
});

const LIMITED = errorResponses(['TOO_MANY_REQUESTS']);

const Liveness = named('Liveness', { status: Type.Literal('ok') }, 'The process is running.');

const Readiness = named(
  'Readiness',
  {
    status: Type.Enum(['ready', 'not ready']),
    checks: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'State of each dependency, and lag of each read model',
      examples: [
        {
          service: 'running',
          dataFolder: 'ok',
          eventLog: 'ok',
          documents: 'ok',
          searchIndex: 'ok',
          keys: 'ok',
          blobs: 'ok',
        },
      ],
    }),
  },
  'Readiness, and the state of each dependency.',
);

const alive = {
  ...open,
  operationId: 'isAlive',
  summary: 'Liveness',
  description:
    'Succeeds while the process runs, whatever the state of its stores: for restarts, not for load balancing.',
  response: { 200: answer('The process is running', 'application/json', Liveness), ...LIMITED },
};

const ready = {
  ...open,
  operationId: 'isReady',
  summary: 'Readiness',
  description:
    'Fails while the service starts or stops, a store is unavailable, or read models catch up: for load balancing.',
  response: {
    200: answer('Requests are served', 'application/json', Readiness),
    503: answer('Requests are refused', 'application/json', Readiness),
    ...LIMITED,
  },
};

const measured = {
  ...open,
  operationId: 'getMetrics',
  summary: 'Metrics',
  description: 'In the text format of Prometheus. Names and labels are listed in docs/operations/monitoring.md.',
  response: {
    200: answer('All metrics', 'text/plain', Type.String({ examples: ['chatledger_ready 1\n'] })),
    ...LIMITED,
  },
};

/** Requests that a scrape counts as: it takes three milliseconds of the event loop, and an address may send 200 requests a second. */
const SCRAPE_POINTS = 20;

/** A rate of their own, so that a flood of other requests does not hide the state of the service. */
const WATCHED = { config: { addressRate: 'operation' } } as const;

export async function healthAndMetricsRoutes(app: App, { health }: { readonly health: Health }): Promise<void> {
  app.get('/healthz', { schema: alive, ...WATCHED }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: ready, ...WATCHED }, async (_request, reply) => {
    const { ready: isReady, checks } = await health.ready();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });

  app.get('/metrics', { schema: measured, ...WATCHED }, async (_request, reply) => {
    await app.rateLimiter.chargeAddress(reply, SCRAPE_POINTS - 1);
    const { contentType, body } = await app.metrics.text();
    return reply.type(contentType).send(body);
  });
}
