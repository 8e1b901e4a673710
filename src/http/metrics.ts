import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Health } from './deps.ts';

/** Seconds. Answers that stream take as long as the model does. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What Prometheus is told, in a registry of this app's own: two apps in one process do not mix. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #durations: Histogram<'method' | 'route' | 'status'>;

  constructor(health: Health) {
    const registers = [this.#registry];
    this.#durations = new Histogram({
      name: 'chatledger_http_request_duration_seconds',
      help: 'Time from a request to the end of its answer, by route',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    });
    new Gauge({
      name: 'chatledger_ready',
      help: 'Whether the service is ready: 1 or 0',
      registers,
      async collect() {
        this.set((await health.ready()).ready ? 1 : 0);
      },
    });
    new Gauge({
      name: 'chatledger_health',
      help: 'Numbers and flags of what readiness depends on, by the path they have in /readyz',
      labelNames: ['check'],
      registers,
      async collect() {
        this.reset();
        const { checks } = await health.ready();
        for (const [check, value] of numbersIn(checks, '')) this.set({ check }, value);
      },
    });
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Times every request. A route is named by its pattern: addresses hold ids, and without bound. */
  observe(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unknown';
      this.#durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    });
  }

  async text(): Promise<{ contentType: string; body: string }> {
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}

/** `[path, value]` of every number and flag, however deep. */
function numbersIn(value: unknown, path: string): readonly (readonly [string, number])[] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value === 'boolean') return [[path, value ? 1 : 0]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, path === '' ? key : `${path}.${key}`));
}
