/** Real processes behind what stands in for a load balancer: each is restarted in turn, and no request notices. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Environment, type ServiceProcess, startServiceProcess } from '../../support/processes/service-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { ownInstallation, sharesStores } from './support.ts';

const NODES = 2;
const ROUNDS = 2;
const VISITORS = 4;
const WATCH_EVERY_MS = 100;
/** On a busy machine a node that serves may be late to say that it is ready, and a balancer holds requests until one does. */
const HELD_FOR_MS = 10_000;
/** Without pauses the visitors alone keep two cores busy, and the nodes that start get none of them. */
const THINKING_MS = 150;
const UNLIMITED = '1000000/60';

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly cookie: string;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Probes each node and sends each request to a ready one, or to another when that accepts no connection or refuses. */
class Balancer {
  readonly #agent = new Agent({ keepAlive: false });
  /** By address, whether it was ready when it was last asked. */
  readonly #nodes = new Map<string, boolean>();
  #turn = 0;

  add(address: string): void {
    this.#nodes.set(address, true);
  }

  remove(address: string): void {
    this.#nodes.delete(address);
  }

  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const address of this.#nodes.keys()) {
        const status = await this.#ask(address, { method: 'GET', path: '/readyz' }).then(
          (reply) => reply.status,
          () => 0,
        );
        if (this.#nodes.has(address)) this.#nodes.set(address, status === 200);
      }
      await setTimeout(WATCH_EVERY_MS);
    }
  }

  async send({ headers, ...given }: Asked): Promise<Reply> {
    // A request that was answered 503 may have been executed all the same, as when the read models were late.
    const asked = { ...given, headers: { ...headers, 'idempotency-key': randomUUID() } };
    let last: unknown;
    for (const late = performance.now() + HELD_FOR_MS; performance.now() < late; ) {
      const address = this.#nextReady();
      if (address === undefined) {
        await setTimeout(WATCH_EVERY_MS);
        continue;
      }
      try {
        const reply = await this.#ask(address, asked);
        if (reply.status !== 503) return reply;
        last = new Error(reply.body);
        if (this.#nodes.has(address)) this.#nodes.set(address, false);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
        last = error;
      }
    }
    throw new Error(`No node took ${asked.method} ${asked.path}`, { cause: last });
  }

  #nextReady(): string | undefined {
    const ready = [...this.#nodes].filter(([, isReady]) => isReady);
    this.#turn += 1;
    return ready[this.#turn % ready.length]?.[0];
  }

  #ask(address: string, { method, path, body, headers = {} }: Asked): Promise<Reply> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const sent = request(`${address}${path}`, { agent: this.#agent, method, headers: { ...json, ...headers } });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const cookie = (response.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
        text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read, cookie }), reject);
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

test.skipIf(!sharesStores)(
  'Nodes restarted one after the other fail no request, and forget nothing',
  async () => {
    const { environment } = await ownInstallation();
    const settings: Environment = {
      ...environment,
      AUTH_RATE_LIMIT: UNLIMITED,
      MESSAGE_RATE_LIMIT: UNLIMITED,
      KEY_RATE_LIMIT: UNLIMITED,
      PLAN_CHATBOTS: '1000',
    };
    const balancer = new Balancer();
    const start = async (): Promise<ServiceProcess> => {
      const node = await startServiceProcess({ ...settings, DATA_DIR: temporaryDirectory() });
      onTestFinished(() => node.signal('SIGKILL'));
      return node;
    };
    const nodes = await Promise.all(Array.from({ length: NODES }, start));
    for (const { address } of nodes) balancer.add(address);
    const watching = new AbortController();
    const watched = balancer.watch(watching.signal);

    const registering = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
    const { cookie } = await balancer.send({ method: 'POST', path: '/api/auth/register', body: registering });
    const asOwner = async <Data>(status: number, method: string, path: string, body?: object): Promise<Data> => {
      const reply = await balancer.send({ method, path: `/api${path}`, headers: { cookie }, ...(body && { body }) });
      expect([path, reply.status, reply.body]).toEqual([path, status, expect.any(String)]);
      return (JSON.parse(reply.body) as { data: Data }).data;
    };
    const { chatbot } = await asOwner<{ chatbot: { id: string } }>(201, 'POST', '/chatbots', { name: 'Support' });
    const key = { label: 'Shop', allowedDomains: ['example.com'] };
    const widget = await asOwner<{ key: string }>(201, 'POST', `/chatbots/${chatbot.id}/widget-keys`, key);

    let restarting = true;
    const answered = new Map<string, number>();
    const visitors = Array.from({ length: VISITORS }, async (_, number) => {
      const sessionId = `visitor ${number}`;
      const headers = { 'x-widget-key': widget.key, origin: 'https://example.com' };
      while (restarting) {
        const body = { sessionId, message: 'Hello' };
        const { status, body: stream } = await balancer.send({
          method: 'POST',
          path: '/api/chat/any/message',
          body,
          headers,
        });
        expect([status, stream]).toEqual([200, expect.stringContaining('event: done\n')]);
        await setTimeout(THINKING_MS);
        answered.set(sessionId, (answered.get(sessionId) ?? 0) + 1);
        const path = `/api/chat/any/history?sessionId=${encodeURIComponent(sessionId)}&limit=1`;
        const history = JSON.parse((await balancer.send({ method: 'GET', path, headers })).body);
        expect(history.data.messages).toMatchObject([{ role: 'assistant' }]);
      }
    });
    const created: string[] = [];
    const owner = (async () => {
      while (restarting) {
        const name = `Chatbot ${created.length}`;
        await asOwner(201, 'POST', '/chatbots', { name });
        created.push(name);
        await setTimeout(THINKING_MS);
      }
    })();
    const failed = Promise.all([...visitors, owner]);
    failed.catch(() => undefined);

    for (let round = 1; round <= ROUNDS * NODES; round += 1) {
      const leaving = nodes.shift();
      leaving?.signal('SIGTERM');
      expect(await leaving?.exited).toMatchObject({ code: 0, stderr: '' });
      balancer.remove(leaving?.address ?? '');
      const next = await start();
      balancer.add(next.address);
      nodes.push(next);
    }
    restarting = false;
    await failed;
    watching.abort();
    await watched;

    const { chatbots } = await asOwner<{ chatbots: { name: string }[] }>(200, 'GET', '/chatbots');
    expect(chatbots.map(({ name }) => name).sort()).toEqual(['Support', ...created].sort());
    const { messages } = await asOwner<{ messages: unknown[] }>(
      200,
      'GET',
      `/chatbots/${chatbot.id}/history?limit=500`,
    );
    const questions = [...answered.values()].reduce((sum, each) => sum + each, 0);
    expect(messages).toHaveLength(Math.min(500, 2 * questions));
    expect(Math.min(...answered.values())).toBeGreaterThan(ROUNDS);
    console.log(
      `${questions} questions answered, ${created.length} chatbots created during ${ROUNDS * NODES} restarts`,
    );
  },
  300_000,
);
