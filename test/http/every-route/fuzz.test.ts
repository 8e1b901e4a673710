/** Any request to any route is answered in time and as documented, and a refused one leaves nothing behind. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../../src/http/errors/catalogue.ts';
import type { Position, StoredEvent } from '../../../src/ports/event-log.ts';
import { hostileRequest } from '../../support/http/hostile.ts';
import { type Operation, operationsOf } from '../../support/http/operations.ts';
import { sharedService } from '../../support/http/shared-service.ts';
import { exchange, type HeaderLines, type WireAnswer, type WireRequest } from '../../support/http/wire.ts';
import { newWorld, type World } from '../../support/http/world.ts';

/** Requests to each route; more by hand: `FUZZ_RUNS=5000 npx vitest run test/http/every-route/fuzz.test.ts`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
/** Limit of one answer, on a busy machine. */
const DEADLINE_MS = 10_000;

const service = sharedService();
let operations: readonly Operation[];
beforeAll(async () => {
  const all = operationsOf(await service().document());
  // Operations that delete their own resource come last.
  operations = all.toSorted((a, b) => Number(endsSomething(a)) - Number(endsSomething(b)));
});

const endsSomething = ({ method, route }: Operation) => method === 'DELETE' || route.endsWith('/logout');

function credentialsOf({ owner, widget }: World, { access }: Operation): HeaderLines {
  if (access === 'widget') return Object.entries(widget.headers);
  return [['cookie', owner.cookie]];
}

/** Sends the request and checks what every response must satisfy. */
async function answerTo(request: WireRequest, requestId: string): Promise<WireAnswer> {
  const headers: HeaderLines = [...request.headers, ['x-request-id', requestId]];
  const answer = await exchange(service().running.address, { ...request, headers }, DEADLINE_MS);
  const { status, contentType, text } = answer;
  expect(status, text).toBeLessThan(500);
  if (answer.requestId !== requestId)
    console.error(
      JSON.stringify({
        ...request,
        body: request.body?.toString('latin1').slice(0, 3000),
        len: request.body?.byteLength,
      }),
    );
  if (status >= 400) expectEnvelope(answer, requestId);
  (await service().documented()).check({ method: request.method, url: request.path, status, contentType, text });
  expect(answer.requestId, text).toBe(requestId);
  return answer;
}

function expectEnvelope({ status, contentType, text }: WireAnswer, requestId: string): void {
  expect(contentType).toBe('application/json; charset=utf-8');
  const body = JSON.parse(text) as { code: ErrorCode };
  expect(body).toMatchObject({ success: false, message: expect.any(String), requestId });
  expect([body.code, errorCatalogue[body.code].status]).toEqual([body.code, status]);
}

/** The ids of the requests that the log has recorded anything of since. */
async function recordedSince(start: Position | null): Promise<ReadonlyMap<string, StoredEvent>> {
  const { log } = service().running.stores;
  const recorded = new Map<string, StoredEvent>();
  for (let after = start; ; ) {
    const { events, readTo } = await log.readAll({ after, limit: 1000 });
    for (const event of events) recorded.set(String(event.metadata.requestId), event);
    if (events.length === 0) return recorded;
    after = readTo;
  }
}

describe('Hostile requests to every route', () => {
  it('are answered in time, as documented, never by a failure; what is refused leaves nothing in the log', async () => {
    const start = await service().running.stores.log.head();
    const refused = new Map<string, string>();
    const statuses = new Map<number, number>();
    // Before anything is sent: later the sources that were accepted wait to be read.
    const worlds = new Map<Operation, World>();
    const ofReads = await newWorld(service());
    for (const operation of operations) {
      worlds.set(operation, operation.method === 'GET' ? ofReads : await newWorld(service()));
    }
    for (const [operation, world] of worlds) {
      const requests = hostileRequest(operation, ({ kind }) => world.ids[kind], credentialsOf(world, operation));
      const property = fc.asyncProperty(requests, async (request) => {
        const requestId = crypto.randomUUID();
        const { status, text } = await answerTo(request, requestId);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 400) refused.set(requestId, `${operation.route} ${text}`);
      });
      await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    }
    const recorded = await recordedSince(start);
    const left = [...refused].flatMap(([id, what]) => (recorded.has(id) ? [`${what}: ${recorded.get(id)?.type}`] : []));
    expect(left).toEqual([]);
    // The requests met each kind of refusal, and some succeeded.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 202, 400, 401, 403, 404, 415]));
    expect(recorded.size).toBeGreaterThan(0);
  }, 600_000);

  it('by another method are told which are allowed', async () => {
    for (const path of new Set(operations.map((operation) => operation.path))) {
      for (const method of ['PUT', 'TRACE', 'PROPFIND']) {
        const requestId = crypto.randomUUID();
        const headers: HeaderLines = [['x-request-id', requestId]];
        const request = { method, path: path.replace(/[{}]/g, ''), headers, body: null };
        const answer = await exchange(service().running.address, request, DEADLINE_MS);
        expect([method, path, answer.status, answer.requestId]).toEqual([method, path, 405, requestId]);
      }
    }
  });
});
