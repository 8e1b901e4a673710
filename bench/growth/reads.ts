/** Every read endpoint of the OpenAPI document, with its filters, its search parameters and the far end of its pages. */
import type { OpenApiDocument } from '../../test/support/http/documented.ts';
import {
  addressOf,
  type JsonSchema,
  type Operation,
  operationsOf,
  type Place,
} from '../../test/support/http/operations.ts';
import { whileUsing } from '../harness/process-usage.ts';
import { percentile } from '../harness/timing.ts';
import type { GrownService } from './grown-service.ts';

const ROUNDS = 20;
const WARM_UPS = 3;
/** Pages of the largest size on the way to the far end. */
const MAX_PAGES = 4_000;
const EVENT_STREAMS = /\/events$/;
const IS_CURSOR = /^(?:before|after)$/;

export interface TimedRead {
  /** As `GET /api/chatbots/{id}/history, far end`. */
  readonly name: string;
  /** Milliseconds of the slowest value of the parameter. */
  readonly p95: number;
  /** CPU time of the service for one of those requests, milliseconds: other load on the machine changes it less. */
  readonly cpu: number;
}

type Query = Readonly<Record<string, string>>;

export async function timeReads(service: GrownService): Promise<readonly TimedRead[]> {
  const { address } = service.process;
  const document = (await (await fetch(`${address}/openapi.json`)).json()) as OpenApiDocument;
  const operations = operationsOf(document).filter(({ method, path }) => method === 'GET' && !EVENT_STREAMS.test(path));
  const timed: TimedRead[] = [];
  for (const operation of operations) {
    const reader = new Reader(operation, service);
    for (const [name, queries] of await reader.variants()) {
      const all: { readonly p95: number; readonly cpu: number }[] = [];
      for (const query of queries) all.push(await reader.time(query));
      const [p95, cpu] = [Math.max(...all.map((each) => each.p95)), Math.max(...all.map((each) => each.cpu))];
      timed.push({ name: name === '' ? operation.route : `${operation.route}, ${name}`, p95, cpu });
    }
  }
  return timed;
}

class Reader {
  readonly #operation: Operation;
  readonly #service: GrownService;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(operation: Operation, service: GrownService) {
    this.#operation = operation;
    this.#service = service;
    const { cookie, world } = service;
    this.#headers =
      operation.access === 'widget'
        ? { 'x-widget-key': world.widgetKey, origin: 'https://shop.example.com' }
        : { cookie };
  }

  async time(query: Query): Promise<{ readonly p95: number; readonly cpu: number }> {
    const times: number[] = [];
    for (let round = 0; round < WARM_UPS; round += 1) await this.#get(query);
    const { cpuSeconds } = await whileUsing(this.#service.process.pid, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const startedAt = performance.now();
        await this.#get(query);
        times.push(performance.now() - startedAt);
      }
    });
    return { p95: percentile(times, 0.95), cpu: (cpuSeconds * 1_000) / ROUNDS };
  }

  /** Queries by name: one, or one for each value of a parameter. */
  async variants(): Promise<readonly (readonly [name: string, queries: readonly Query[]])[]> {
    const { query } = this.#operation;
    const variants: (readonly [string, readonly Query[]])[] = [['', [{}]]];
    for (const [name, schema] of Object.entries(query)) {
      if (name === 'limit' || IS_CURSOR.test(name)) continue;
      variants.push([`by ${name}`, this.#valuesOf(name, schema).map((value) => ({ [name]: value }))]);
    }
    const { limit } = query;
    if (limit !== undefined) variants.push(['largest page', [{ limit: String(limit.maximum) }]]);
    if (Object.keys(query).some((name) => IS_CURSOR.test(name))) variants.push(['far end', [await this.#farEnd()]]);
    return variants;
  }

  #valuesOf(name: string, schema: Operation['query'][string]): readonly string[] {
    const { world } = this.#service;
    if (name === 'sessionId') return [world.sessionId, 'a session that never was'];
    if (name === 'conversationId') return [world.conversationId];
    if (name === 'search') return ['jacket', 'never said'];
    const { enum: choices = (schema.items as JsonSchema | undefined)?.enum } = schema;
    if (Array.isArray(choices)) return choices.map(String);
    if (schema.type === 'boolean') return ['true', 'false'];
    if (schema.type === 'integer') return [String(schema.maximum)];
    // Moments: what the log recorded so far lies before and after them.
    return [world.preparedAt];
  }

  /** Follows the cursor through pages of the largest size. */
  async #farEnd(): Promise<Query> {
    const { query } = this.#operation;
    const limit = { limit: String(query.limit?.maximum) };
    const cursor = query.before === undefined ? 'after' : 'before';
    let last: Query = {};
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const data = await this.#get({ ...limit, ...last });
      const next = cursor === 'after' ? data.nextAfter : data.nextBefore;
      if (typeof next !== 'string') break;
      last = { [cursor]: next };
    }
    return last;
  }

  async #get(query: Query): Promise<{ readonly nextBefore?: unknown; readonly nextAfter?: unknown }> {
    const { path, places } = this.#operation;
    const inPath = { ...this.#operation, places: places.filter((place) => place.in === 'path') };
    const required = path.startsWith('/api/chat/') && path.endsWith('/history') ? { sessionId: 'live' } : {};
    const address = `${addressOf(inPath, (place) => this.#idOf(place))}?${new URLSearchParams({ ...required, ...query })}`;
    const response = await fetch(`${this.#service.process.address}${address}`, { headers: this.#headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`GET ${address} answered ${response.status}: ${text}`);
    return JSON.parse(text).data;
  }

  #idOf({ kind }: Place): string {
    const { world } = this.#service;
    if (kind === 'source') return world.sourceId;
    if (kind === 'key') return world.keyId;
    if (kind === 'session') return world.sessionId;
    if (kind === 'message') return world.messageId;
    if (kind === 'conversation') return world.conversationId;
    return world.chatbotId;
  }
}
