import { type TSchema, Type } from 'typebox';
import type { App } from '../app-types.ts';
import type { Health } from '../deps.ts';
import type { Metrics } from '../metrics.ts';
import { exampleOf } from '../openapi/examples.ts';
import { named } from '../schemas/common.ts';

const tags = ['Operation'];

const answer = (description: string, contentType: string, schema: TSchema) => ({
  description,
  content: { [contentType]: { schema, example: exampleOf(schema) } },
});

const Liveness = named('Liveness', { status: Type.Literal('ok') }, 'The process lives.');

const Readiness = named(
  'Readiness',
  {
    status: Type.Enum(['ready', 'not ready']),
    checks: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'Each dependency, and each projection with its lag',
      examples: [{ service: 'running', eventLog: 'ok', documents: 'ok', searchIndex: 'ok', keys: 'ok', blobs: 'ok' }],
    }),
  },
  'Whether requests are served, and what that depends on.',
);

const alive = {
  tags,
  operationId: 'isAlive',
  summary: 'Whether the process lives',
  response: { 200: answer('It does', 'application/json', Liveness) },
};

const ready = {
  tags,
  operationId: 'isReady',
  summary: 'Whether requests are served, and what that depends on',
  response: {
    200: answer('They are', 'application/json', Readiness),
    503: answer('They are not', 'application/json', Readiness),
  },
};

const measured = {
  tags,
  operationId: 'getMetrics',
  summary: 'What Prometheus collects',
  description: 'Names and labels are told in docs/operations.md.',
  response: {
    200: answer(
      'All metrics, in the text format of Prometheus',
      'text/plain',
      Type.String({ examples: ['chatledger_ready 1\n'] }),
    ),
  },
};

/** For whoever runs the service; none of it asks who calls. */
export async function operationRoutes(app: App, deps: { health: Health; metrics: Metrics }): Promise<void> {
  const { health, metrics } = deps;

  app.get('/healthz', { schema: alive }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: ready }, async (_request, reply) => {
    const { ready: isReady, checks } = await health.ready();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });

  app.get('/metrics', { schema: measured }, async (_request, reply) => {
    const { contentType, body } = await metrics.text();
    return reply.type(contentType).send(body);
  });
}
