import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Health } from '../../deps.ts';
import { onResponseClose } from '../../response-close.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly metrics: Metrics;
  }
}

/** Seconds. A streamed answer takes as long as the model does. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const PROJECTION_GAUGES = [
  {
    name: 'chatledger_projection_lag_seconds',
    help: 'Age of the oldest event that a read model has not folded',
    field: 'staleMs',
    unit: 0.001,
  },
  {
    name: 'chatledger_projection_poisoned_events',
    help: 'Events that a read model could not fold and keeps as dead letters',
    field: 'poisoned',
    unit: 1,
  },
] as const;

/** Readiness checks of no store. */
const NO_STORES: ReadonlySet<string> = new Set(['service', 'projections']);

let processMetrics: Registry | undefined;

/** Event loop, garbage collector and memory. Their observers are never removed, so they are registered once a process. */
function processRegistry(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

/** A registry of this app, so that two apps in one process do not mix. */
class Metrics {
  readonly #registry: Registry;
  readonly #health: Health;
  readonly #durations: Histogram<'method' | 'route' | 'status'>;
  readonly #running: Gauge<'route'>;
  /** Read once for each scrape, however many gauges need it. */
  #readiness: ReturnType<Health['ready']> | undefined;

  /** @param registry with metrics of other components */
  constructor(health: Health, registry = new Registry()) {
    this.#registry = registry;
    this.#health = health;
    // They count from the start, not from the first scrape.
    processRegistry();
    const registers = [registry];
    this.#durations = new Histogram({
      name: 'chatledger_http_request_duration_seconds',
      help: 'Time from a request to the end of its answer, by route',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    });
    this.#running = new Gauge({
      name: 'chatledger_http_requests_running',
      help: 'Requests whose answer has not ended, open streams among them, by route',
      labelNames: ['route'],
      registers,
    });
    addReadinessGauges(registers, () => this.#currentReadiness());
  }

  /** The label is the route's pattern: URLs hold ids, without bound. */
  observe(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, { raw }) => {
      const route = routeOf(request);
      this.#running.inc({ route });
      onResponseClose(raw, () => this.#running.dec({ route }));
    });
    app.addHook('onResponse', async (request, reply) => {
      const route = routeOf(request);
      this.#durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    });
  }

  async text(): Promise<{ contentType: string; body: string }> {
    this.#readiness = undefined;
    const all = Registry.merge([this.#registry, processRegistry()]);
    return { contentType: all.contentType, body: await all.metrics() };
  }

  #currentReadiness(): ReturnType<Health['ready']> {
    this.#readiness ??= this.#health.ready();
    return this.#readiness;
  }
}

/** Gauges of what `/readyz` shows. @param readiness called on each scrape */
function addReadinessGauges(registers: Registry[], readiness: Health['ready']): void {
  new Gauge({
    name: 'chatledger_ready',
    help: 'Whether the service is ready: 1 or 0',
    registers,
    async collect() {
      this.set((await readiness()).ready ? 1 : 0);
    },
  });
  for (const { name, help, field, unit } of PROJECTION_GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: ['projection'],
      registers,
      async collect() {
        this.reset();
        const { projections } = (await readiness()).checks;
        for (const [projection, value] of numbersOf(projections, field)) this.set({ projection }, value * unit);
      },
    });
  }
  new Gauge({
    name: 'chatledger_health',
    help: 'Whether each store that readiness depends on answers: 1 or 0',
    labelNames: ['check'],
    registers,
    async collect() {
      this.reset();
      for (const [check, answer] of Object.entries((await readiness()).checks)) {
        if (typeof answer === 'string' && !NO_STORES.has(check)) this.set({ check }, answer === 'ok' ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'chatledger_index_building_sources',
    help: 'Data sources that the search index of the embedding model holds, waits for or has failed on, while it is being built',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const { indexBuilding } = (await readiness()).checks;
      const sources: unknown = Reflect.get(Object(indexBuilding), 'sources');
      for (const [state, count] of Object.entries(Object(sources) as object)) {
        if (typeof count === 'number') this.set({ state }, count);
      }
    },
  });
}

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown';

/** `[projection, value]` of one field of each read model that this process runs. */
function numbersOf(projections: unknown, field: string): readonly (readonly [string, number])[] {
  if (typeof projections !== 'object' || projections === null) return [];
  return Object.entries(projections).flatMap(([projection, fields]) => {
    const value: unknown = Reflect.get(Object(fields), field);
    return typeof value === 'number' ? [[projection, value] as const] : [];
  });
}

/** Measures every request of the app, and collects what `/metrics` shows. */
export const metrics = fp<{ readonly health: Health; readonly registry: Registry | undefined }>(
  async (app, { health, registry }) => {
    const collected = new Metrics(health, registry);
    collected.observe(app);
    app.decorate('metrics', collected);
  },
  { name: 'metrics' },
);
