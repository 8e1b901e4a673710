/** Headers of a request open no other account: every route, with what the victim's own requests were sent or answered with. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type IdOf, type Operation, operationsOf } from '../../support/http/operations.ts';
import type { ApiResponse } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';
import { allThatIsThere, callAs, comparable, newWorld, type World } from '../../support/http/world.ts';

const service = sharedService();
let operations: readonly Operation[];
beforeAll(async () => {
  operations = operationsOf(await service().document());
});

const of = (access: Operation['access']) => operations.filter((operation) => operation.access === access);
const withPath = (all: readonly Operation[]) => all.filter(({ places }) => places.some((place) => place.in === 'path'));

const mine =
  (world: World): IdOf =>
  ({ kind }) =>
    world.ids[kind];

/** Ids that nobody has, the same for all requests. */
const NOTHING = new Map<string, string>();
const nothing: IdOf = ({ kind }) => {
  const id = NOTHING.get(kind) ?? crypto.randomUUID();
  NOTHING.set(kind, id);
  return id;
};

/** All that the victim can read. A refusal names its request, which is another each time. */
async function stateOf(victim: World): Promise<string> {
  return JSON.stringify(await allThatIsThere(victim)).replace(/requestId[^,}]+/g, '');
}

/** These differ from one request to the next, whoever makes them. */
const CHANGING = new Set(['x-request-id', 'date', 'ratelimit', 'content-length']);

/** Everything that a client sees of an answer, headers too. */
function seen(answer: ApiResponse, ids: readonly string[]): string {
  const headers = [...answer.headers].filter(([name]) => !CHANGING.has(name));
  return comparable({ ...answer, text: `${answer.text}\n${JSON.stringify(headers)}` }, ids);
}

/** Values that the victim's client sends with the route's request, or was answered with, by the name of the header. */
async function headersOfVictim(victim: World, operation: Operation): Promise<Record<string, string>> {
  const key = crypto.randomUUID();
  const answer = await callAs(victim, operation, mine(victim), { 'idempotency-key': key });
  expect([operation.route, answer.status < 300, answer.text]).toEqual([operation.route, true, answer.text]);
  const chatbot = await victim.owner.call('GET', `/chatbots/${victim.ids.chatbot}`);
  const tag = answer.headers.get('etag') ?? chatbot.headers.get('etag') ?? '"1-ready-1-1"';
  return { 'idempotency-key': key, 'if-none-match': tag, 'if-match': tag, 'last-event-id': '1' };
}

/** The answer to the intruder's request with these ids and headers. */
async function answerTo(world: World, operation: Operation, idOf: IdOf, headers: Record<string, string>) {
  return seen(await callAs(world, operation, idOf, headers), operation.places.map(idOf));
}

describe("Headers of another account's requests", () => {
  it('tell and change nothing by any session route, with its ids or with those of nothing', async () => {
    const routes = withPath(of('session'));
    expect(routes.length).toBeGreaterThan(15);
    const victim = await newWorld(service());
    const intruder = await newWorld(service());
    for (const operation of routes) {
      const target = operation.method === 'DELETE' ? await newWorld(service()) : victim;
      const headers = await headersOfVictim(target, operation);
      const isWrite = operation.method !== 'GET';
      // Work that the victim itself began, such as reading a source, has ended by then.
      if (isWrite && target === victim) await victim.owner.trained(victim.ids.chatbot);
      const before = isWrite ? await stateOf(target) : '';
      const theirs = await answerTo(intruder, operation, mine(target), headers);
      const none = await answerTo(intruder, operation, nothing, { ...headers, 'idempotency-key': crypto.randomUUID() });
      expect([operation.route, theirs]).toEqual([operation.route, none]);
      expect([operation.route, theirs.slice(0, 4)]).toEqual([operation.route, '404 ']);
      if (isWrite) expect([operation.route, await stateOf(target)]).toEqual([operation.route, before]);
    }
  });

  it('give a widget of another chatbot what its own requests are given', async () => {
    const routes = of('widget');
    expect(routes.length).toBeGreaterThan(3);
    const victim = await newWorld(service());
    for (const operation of routes) {
      // Two equal worlds, because a repeated request may have another response, as a rating does.
      const [intruder, likeness] = [await newWorld(service()), await newWorld(service())];
      const headers = await headersOfVictim(victim, operation);
      const theirs = await answerTo(intruder, operation, mine(victim), headers);
      const none = await answerTo(likeness, operation, nothing, { ...headers, 'idempotency-key': crypto.randomUUID() });
      expect([operation.route, theirs]).toEqual([operation.route, none]);
      expect(theirs).not.toContain('idempotency-replayed');
    }
  });
});
