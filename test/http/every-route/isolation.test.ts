/** No account reaches another's resources: every route of the OpenAPI document, with ids of other accounts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type IdOf, type Operation, operationsOf, type Place } from '../../support/http/operations.ts';
import { sharedService } from '../../support/http/shared-service.ts';
import { allThatIsThere, callAs, comparable, newWorld, type World } from '../../support/http/world.ts';

const service = sharedService();
let operations: readonly Operation[];
let victim: World;
let before: Readonly<Record<string, string>>;
beforeAll(async () => {
  operations = operationsOf(await service().document());
  victim = await newWorld(service());
  before = await allThatIsThere(victim);
});

const of = (access: Operation['access']) => operations.filter((operation) => operation.access === access);
const withPath = (all: readonly Operation[]) => all.filter(({ places }) => places.some((place) => place.in === 'path'));

/** Every way to take some of the places from a stranger: at least one. */
function mixes(places: readonly Place[]): readonly ReadonlySet<Place>[] {
  const count = 2 ** places.length;
  return Array.from({ length: count - 1 }, (_, mix) => new Set(places.filter((_place, bit) => ((mix + 1) >> bit) & 1)));
}

const mine =
  (world: World): IdOf =>
  ({ kind }) =>
    world.ids[kind];

/** Ids of nothing, the same kind the same id. */
function nothing(): IdOf {
  const made = new Map<string, string>();
  return ({ kind }) => {
    const id = made.get(kind) ?? crypto.randomUUID();
    made.set(kind, id);
    return id;
  };
}

/** The answer to somebody who has others' ids in these places, and their own in all the rest. */
async function answerWith(
  world: World,
  operation: Operation,
  places: ReadonlySet<Place>,
  others: IdOf,
): Promise<string> {
  const idOf: IdOf = (place) => (places.has(place) ? others(place) : world.ids[place.kind]);
  return comparable(await callAs(world, operation, idOf), operation.places.map(idOf));
}

const where = (operation: Operation, places: ReadonlySet<Place>) =>
  `${operation.route} with another's ${[...places].map((place) => `${place.in} ${place.name}`).join(', ')}`;

describe("Another account's ids", () => {
  it('are answered by every session route exactly as ids of nothing are, and change nothing', async () => {
    expect(withPath(of('session')).length).toBeGreaterThan(15);
    const somebody = await newWorld(service());
    for (const operation of withPath(of('session'))) {
      const intruder = operation.method === 'DELETE' ? await newWorld(service()) : somebody;
      for (const places of mixes(operation.places)) {
        const theirs = await answerWith(intruder, operation, places, mine(victim));
        const none = await answerWith(intruder, operation, places, nothing());
        expect([where(operation, places), theirs]).toEqual([where(operation, places), none]);
        if ([...places].some((place) => place.in === 'path'))
          expect([operation.route, theirs.slice(0, 4)]).toEqual([operation.route, '404 ']);
      }
      // The same request with the caller's own ids succeeds, so the ids were the reason of the refusal.
      const served = await callAs(intruder, operation, mine(intruder));
      expect([operation.route, served.status < 300, served.text]).toEqual([operation.route, true, served.text]);
    }
    expect(await allThatIsThere(victim)).toEqual(before);
  });
});

describe('Without a session', () => {
  it.each([
    ['no cookie', () => ''],
    ['nonsense', () => 'access_token=nonsense'],
    ['a widget key', () => `access_token=${victim.widget.key}`],
    ['a refresh token', () => victim.owner.cookie.replace(/access_token=[^;]+; refresh_token=/, 'access_token=')],
  ])('no session route does anything: %s', async (_what, cookie) => {
    for (const operation of of('session')) {
      const headers = { ...victim.widget.headers, origin: service().running.address, cookie: cookie() };
      const answer = await callAs(victim, operation, mine(victim), headers);
      expect([operation.route, answer.status, answer.message]).toEqual([
        operation.route,
        401,
        'Authentication required',
      ]);
    }
    expect(await allThatIsThere(victim)).toEqual(before);
  });
});

async function expectKeyRefused(world: World): Promise<void> {
  for (const operation of of('widget')) {
    const { status, message } = await callAs(world, operation, mine(world));
    expect([operation.route, status, message]).toEqual([operation.route, 401, 'Invalid or revoked API key']);
  }
}

describe('A chatbot that was deleted', () => {
  it('is to its own account what a chatbot is that never was, by every route', async () => {
    const former = await newWorld(service());
    await former.owner.call('DELETE', `/chatbots/${former.ids.chatbot}`);
    for (const operation of withPath(of('session'))) {
      const all = new Set(operation.places);
      const gone = await answerWith(former, operation, all, mine(former));
      const none = await answerWith(former, operation, all, nothing());
      expect([operation.route, gone]).toEqual([operation.route, none]);
      expect([operation.route, gone]).toEqual([operation.route, expect.stringMatching(/^404 .*Chatbot not found/)]);
    }
    await expectKeyRefused(former);
  });
});

describe('A widget key that was revoked', () => {
  it('is refused by every widget route from then on', async () => {
    const former = await newWorld(service());
    for (const operation of of('widget')) expect((await callAs(former, operation, mine(former))).status).toBe(200);
    await former.owner.call('DELETE', `/chatbots/${former.ids.chatbot}/widget-keys/${former.ids.key}`);
    await expectKeyRefused(former);
  });
});

describe('A page of another site', () => {
  it('changes nothing with the session of its visitor, by any route', async () => {
    const changing = operations.filter(({ method, access }) => method !== 'GET' && access !== 'widget');
    expect(new Set(changing.map(({ method }) => method))).toEqual(new Set(['POST', 'PATCH', 'DELETE']));
    for (const operation of changing) {
      for (const origin of ['https://evil.example.org', 'null']) {
        const answer = await callAs(victim, operation, mine(victim), { origin });
        expect([operation.route, answer.status, answer.message]).toEqual([
          operation.route,
          403,
          'Cross-site request refused',
        ]);
      }
    }
    expect(await allThatIsThere(victim)).toEqual(before);
  });
});

describe("A widget with another chatbot's ids", () => {
  it('is given what is of its own key, as if they named nothing, and changes nothing', async () => {
    expect(of('widget').length).toBeGreaterThan(3);
    for (const operation of of('widget')) {
      // Two equal worlds, because a repeated request may have another response, as a rating does.
      const intruder = await newWorld(service());
      const likeness = await newWorld(service());
      for (const places of mixes(operation.places)) {
        const theirs = await answerWith(intruder, operation, places, mine(victim));
        const none = await answerWith(likeness, operation, places, nothing());
        expect([where(operation, places), theirs]).toEqual([where(operation, places), none]);
      }
      const served = await callAs(intruder, operation, mine(intruder));
      expect([operation.route, served.status, served.text]).toEqual([operation.route, 200, served.text]);
    }
    expect(await allThatIsThere(victim)).toEqual(before);
  });

  it('reaches no message of another session of its own chatbot', async () => {
    const world = await newWorld(service());
    const { messages } = await messagesOf(world);
    const naming = of('widget').filter(({ places }) => places.some(({ kind }) => kind === 'message'));
    expect(naming.length).toBeGreaterThan(1);
    for (const operation of naming) {
      const places = new Set(operation.places.filter(({ kind }) => kind === 'message'));
      const theirs = await answerWith(world, operation, places, () => world.neighbour.message);
      const none = await answerWith(world, operation, places, nothing());
      expect([operation.route, theirs]).toEqual([operation.route, none]);
    }
    expect((await messagesOf(world)).messages).toEqual(messages);
  });

  it('without its key, or with a session in its place, is refused by every route', async () => {
    for (const operation of of('widget')) {
      const headers = { 'x-widget-key': '', cookie: victim.owner.cookie };
      const answer = await callAs(victim, operation, mine(victim), headers);
      expect([operation.route, answer.status, answer.message]).toEqual([operation.route, 401, 'Missing widget key']);
    }
    expect(await allThatIsThere(victim)).toEqual(before);
  });
});

async function messagesOf({ owner, ids }: World): Promise<{ messages: unknown }> {
  return (await owner.call<{ messages: unknown }>('GET', `/chatbots/${ids.chatbot}/history`)).data;
}

describe('A route whose ids nobody can name', () => {
  it.each(['/api/chatbots/{id}/things/{thingId}', '/api/chatbots/{id}/history'])('fails this test: %s', (path) => {
    const parameters = [{ in: 'query', name: 'orderId', schema: { type: 'string' } }];
    const document = {
      openapi: '3.1.0',
      components: { schemas: {} },
      paths: {
        [path]: { get: { operationId: 'x', responses: {}, parameters: path.includes('things') ? [] : parameters } },
      },
    };
    expect(() => operationsOf(document)).toThrow('nobody knows what');
  });
});
