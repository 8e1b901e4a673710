import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Health } from './deps.ts';

/** Seconds. Answers that stream take as long as the model does. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const OF_PROJECTIONS = [
  {
    name: 'chatledger_projection_lag_seconds',
    help: 'Age of the oldest event that a read model has not folded',
    field: 'staleMs',
    unit: 0.001,
  },
  {
    name: 'chatledger_projection_poisoned_events',
    help: 'Events that a read model could not fold and has set aside',
    field: 'poisoned',
    unit: 1,
  },
] as const;

/** What Prometheus is told, in a registry of this app's own: two apps in one process do not mix. */
export class Metrics {
  readonly #registry: Registry;
  readonly #health: Health;
  readonly #durations: Histogram<'method' | 'route' | 'status'>;
  /** Asked once each time that metrics are collected, however many of them need it. */
  #standing: ReturnType<Health['ready']> | undefined;

  /** @param registry with what others measure */
  constructor(health: Health, registry = new Registry()) {
    this.#registry = registry;
    this.#health = health;
    const registers = [registry];
    const standing = () => this.#standingNow();
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
        this.set((await standing()).ready ? 1 : 0);
      },
    });
    for (const { name, help, field, unit } of OF_PROJECTIONS) {
      new Gauge({
        name,
        help,
        labelNames: ['projection'],
        registers,
        async collect() {
          this.reset();
          const { projections } = (await standing()).checks;
          for (const [projection, value] of numbersOf(projections, field)) this.set({ projection }, value * unit);
        },
      });
    }
    new Gauge({
      name: 'chatledger_health',
      help: 'Numbers and flags of what readiness depends on, by the path they have in /readyz',
      labelNames: ['check'],
      registers,
      async collect() {
        this.reset();
        const { checks } = await standing();
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
    this.#standing = undefined;
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }

  #standingNow(): ReturnType<Health['ready']> {
    this.#standing ??= this.#health.ready();
    return this.#standing;
  }
}

/** `[projection, value]` of a field of each read model's standing, where this process knows it. */
function numbersOf(projections: unknown, field: string): readonly (readonly [string, number])[] {
  if (typeof projections !== 'object' || projections === null) return [];
  return Object.entries(projections).flatMap(([projection, standing]) => {
    const value: unknown = Reflect.get(Object(standing), field);
    return typeof value === 'number' ? [[projection, value] as const] : [];
  });
}

/** `[path, value]` of every number and flag, however deep. */
function numbersIn(value: unknown, path: string): readonly (readonly [string, number])[] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value === 'boolean') return [[path, value ? 1 : 0]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, path === '' ? key : `${path}.${key}`));
}
