/** Every route has a rate, sends it in its headers, and refuses requests above it. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openMemoryRateLimits } from '../../../../src/adapters/memory/rate-limits.ts';
import type { RateLimit } from '../../../../src/ports/rate-limits.ts';
import { RATES, type RateName, DEFAULT_RATES as USUAL } from '../../../../src/ports/shared-settings/rates.ts';
import { appOver } from '../../../support/http/app.ts';
import { type Operation, operationsOf } from '../../../support/http/operations.ts';
import { sharedService } from '../../../support/http/shared-service.ts';
import { callAs, newWorld, type World } from '../../../support/http/world.ts';

const service = sharedService();
let world: World;
let operations: readonly Operation[];
beforeAll(async () => {
  world = await newWorld(service());
  operations = operationsOf(await service().document());
});
afterEach(() => void vi.restoreAllMocks());

/** An item of a list of RFC 9651 with the parameters that a rate has. */
const LIMIT = /^"([a-z-]+)";r=\d+;t=\d+$/;
const POLICY = /^"([a-z-]+)";q=\d+;w=\d+$/;

function ratesOf(headers: Headers): readonly string[] {
  const named = (header: string, form: RegExp) =>
    (headers.get(header) ?? '').split(', ').map((item) => form.exec(item)?.[1] ?? `${header}: ${item}`);
  const names = named('ratelimit', LIMIT);
  expect(named('ratelimit-policy', POLICY)).toEqual(names);
  return names;
}

/** The rates of a route beyond that of its address. */
function expectedRates(operation: Operation): readonly string[] {
  const { method, access, path } = operation;
  if (access === 'widget') return widgetRates(path);
  if (path.endsWith('/auth/login')) return ['auth', 'sign-in'];
  if (path.startsWith('/api/auth/') && method !== 'GET') return path.endsWith('/logout') ? [] : ['auth'];
  return access === 'session' ? ownerRates(operation) : [];
}

/** Rates of a session and of a key, by the last word of the path. */
const ACTS_OF_VISITORS: Readonly<Record<string, string>> = {
  message: 'widget',
  feedback: 'rating',
  handoff: 'handoff',
};

function widgetRates(path: string): readonly string[] {
  const session = path.endsWith('/config') ? [] : ['visitor-session'];
  const act = ACTS_OF_VISITORS[path.split('/').at(-1) ?? ''];
  return ['visitor-key', ...session, ...(act === undefined ? [] : [`${act}-session`, `${act}-key`])];
}

function ownerRates({ method, path }: Operation): readonly string[] {
  if (/\/(datasources|file|refresh|recrawl)$/.test(path) && method === 'POST') return ['ingestion'];
  if (path.endsWith('/chat')) return ['owner-reads', 'chat'];
  if (path.includes('/audit/answers/') || path.endsWith('/export')) return ['explain'];
  if (path.endsWith('/pages')) return ['search'];
  return [method === 'GET' ? 'owner-reads' : 'owner-writes'];
}

/** Operations that delete something come last: the others need it. */
const place = ({ method, path }: Operation) => (path.endsWith('/logout') ? 2 : method === 'DELETE' ? 1 : 0);
const inOrder = () => operations.toSorted((a, b) => place(a) - place(b));

/** Uses up the rates of this name. */
function useUp(name: RateName): void {
  const { rateLimits, nodeRateLimits } = service().running.stores;
  for (const limits of new Set([rateLimits, nodeRateLimits])) {
    const take = limits.consume.bind(limits);
    vi.spyOn(limits, 'consume').mockImplementation((limit: RateLimit, key, points) =>
      limit.name === name
        ? Promise.resolve({ allowed: false, remaining: 0, resetSeconds: 7 })
        : take(limit, key, points),
    );
  }
}

describe('Every route', () => {
  it('tells the rates that counted the request, as the draft of the IETF writes them', async () => {
    const throwaway = await newWorld(service());
    const told: Record<string, readonly string[]> = {};
    const expected: Record<string, readonly string[]> = {};
    for (const operation of inOrder()) {
      const { headers } = await callAs(throwaway, operation, ({ kind }) => throwaway.ids[kind]);
      told[operation.route] = ratesOf(headers);
      const address = operation.access === 'widget' ? 'widget-address' : 'address';
      expected[operation.route] = [address, ...expectedRates(operation)];
    }
    expect(told).toEqual(expected);
  });

  it.each<[string, string]>([
    ['/healthz', 'operation'],
    ['/readyz', 'operation'],
    ['/metrics', 'operation'],
    ['/openapi.json', 'address'],
    ['/docs', 'address'],
    ['/docs/', 'address'],
    ['/uploads/nothing/nothing.webp', 'address'],
    ['/nowhere', 'address'],
    ['/api/nowhere', 'address'],
  ])('outside the API has the rate of its address: %s', async (path, rate) => {
    const response = await service().fetch('GET', path);
    await response.text();
    expect(ratesOf(response.headers)).toEqual([rate]);
  });

  it('counts against its address also who is not let in', async () => {
    const [owner, widget] = await Promise.all([
      service().call('GET', '/api/chatbots'),
      service().call('GET', '/api/chat/any/config'),
    ]);
    expect([owner.status, widget.status]).toEqual([401, 401]);
    expect([...ratesOf(owner.headers), ...ratesOf(widget.headers)]).toEqual(['address', 'widget-address']);
  });

  it('refuses when one of its rates is used up, and says when to come back', async () => {
    for (const operation of inOrder()) {
      const address = operation.access === 'widget' ? 'widget-address' : 'address';
      for (const name of [address, ...expectedRates(operation)] as RateName[]) {
        useUp(name);
        const answer = await callAs(world, operation, ({ kind }) => world.ids[kind]);
        vi.restoreAllMocks();
        const said = operation.access === 'widget' ? 'Rate limited' : 'Too many requests, please try again later';
        const seen = [answer.status, answer.message, answer.headers.get('retry-after')];
        expect([operation.route, name, ...seen]).toEqual([operation.route, name, 429, said, '7']);
        expect(answer.headers.get('ratelimit')).toContain(`"${name}";r=0;t=7`);
      }
    }
  });

  it.each([
    ['conversations, each of which reads many messages', 'conversations'],
    ['pages that were not read, which may be many', 'datasources/{source}/skipped'],
  ])('counts searches beside other reads: of %s', async (_, listed) => {
    const path = `/chatbots/${world.ids.chatbot}/${listed.replace('{source}', world.ids.source)}`;
    useUp('search');
    const [search, list] = [await world.owner.call('GET', `${path}?search=hello`), await world.owner.call('GET', path)];
    expect([search.status, list.status]).toEqual([429, 200]);
    expect(ratesOf(search.headers)).toEqual(['address', 'owner-reads', 'search']);
  });

  it('lets the page of a widget read the refusal and its rates', async () => {
    useUp('widget-address');
    const headers = { origin: 'https://shop.example' };
    const answer = await world.widget.call('GET', '/config', { headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([429, headers.origin]);
    expect(answer.headers.get('access-control-expose-headers')).toContain('RateLimit, RateLimit-Policy');
  });

  it('has its rate on the one list of names', () => {
    expect(Object.keys(RATES)).toEqual(expect.arrayContaining(operations.flatMap((each) => [...expectedRates(each)])));
  });
});

describe('An address', () => {
  const limitedApp = (used: number) =>
    appOver({
      nodeRateLimits: openMemoryRateLimits(),
      settings: { rates: { ...USUAL } },
      extensions: [
        async (scope) =>
          void scope.get('/costly', async (request, reply) => {
            await request.server.rateLimiter.chargeAddress(reply, used);
            return { ok: true };
          }),
      ],
    });

  it('pays for what costs more than other requests, and is refused afterwards', async () => {
    const app = await limitedApp(11_999);
    const statuses = [];
    for (let times = 0; times < 2; times += 1) statuses.push((await app.inject('/costly')).statusCode);
    expect(statuses).toEqual([200, 429]);
    expect((await app.inject({ url: '/costly', remoteAddress: '192.0.2.7' })).statusCode).toBe(200);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  it('pays for a scrape of the metrics as for twenty requests', async () => {
    const app = await limitedApp(0);
    expect((await app.inject('/metrics')).headers.ratelimit).toMatch(/^"operation";r=11980;/);
    expect((await app.inject('/healthz')).headers.ratelimit).toMatch(/^"operation";r=11979;/);
  });

  it.each<[string, { payload: string; headers?: Record<string, string> }, number]>([
    ['a megabyte', { payload: 'x'.repeat(1024 * 1024) }, 1 + 16],
    ['no known type', { payload: 'x'.repeat(128 * 1024), headers: { 'content-type': 'text/plain' } }, 1 + 2],
    ['a few bytes', { payload: '[]' }, 1],
    ['a length that is not true', { payload: 'x', headers: { 'content-length': '1000000000000' } }, 1 + 16],
  ])('pays for a refused body of %s by its size', async (_what, { payload, headers = {} }, cost) => {
    const app = await limitedApp(0);
    const json = { 'content-type': 'application/json', ...headers };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload, headers: json });
    expect([400, 413, 415]).toContain(answer.statusCode);
    const { headers: after } = await app.inject('/nowhere');
    expect(after.ratelimit).toMatch(new RegExp(`^"address";r=${12_000 - cost - 1};t=\\d+$`));
  });

  it('is not refused by what it pays for', async () => {
    const app = await limitedApp(1_000_000);
    const { statusCode, headers } = await app.inject('/costly');
    expect([statusCode, headers.ratelimit]).toEqual([200, expect.stringMatching(/^"address";r=0;t=\d+$/)]);
  });
});
