import { type TSchema, Type } from 'typebox';
import type { App } from '../app-types.ts';
import type { Health } from '../deps.ts';
import type { Metrics } from '../metrics.ts';

const tags = ['Operation'];

const answer = (description: string, contentType: string, schema: TSchema) => ({
  description,
  content: { [contentType]: { schema } },
});

const Readiness = Type.Object({
  status: Type.Enum(['ready', 'not ready']),
  checks: Type.Unsafe<Readonly<Record<string, unknown>>>({
    description: 'Each dependency, and each projection with its lag',
  }),
});

const alive = {
  tags,
  operationId: 'isAlive',
  summary: 'Whether the process lives',
  response: { 200: answer('It does', 'application/json', Type.Object({ status: Type.Literal('ok') })) },
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
  response: { 200: answer('All metrics', 'text/plain', Type.String()) },
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
