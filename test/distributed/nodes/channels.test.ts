/** Real processes: the realtime channel of a session whose agent works at another node, which is killed. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { EventStream } from '../../support/http/event-stream.ts';
import { ProcessClient } from '../../support/processes/process-client.ts';
import { startServiceProcess } from '../../support/processes/service-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { ownInstallation, sharesStores } from './support.ts';

const WITHIN = { timeout: 40_000, interval: 100 };
const SESSION_ID = 'visitor';

test.skipIf(!sharesStores)(
  "A visitor's event stream at one node shows what an agent does at another, and goes on when that one is killed",
  async () => {
    const { environment } = await ownInstallation();
    const start = async () => {
      const node = await startServiceProcess({ ...environment, DATA_DIR: temporaryDirectory() });
      onTestFinished(() => node.signal('SIGKILL'));
      return node;
    };
    const [agents, visitors] = await Promise.all([start(), start()]);
    const agent = new ProcessClient(agents.address);
    const registering = { body: { email: 'ada@example.com', password: 'correct horse', name: 'Ada' } };
    const { cookie } = await agent.expect(201, 'POST', '/api/auth/register', registering);
    const create = async <Data>(path: string, body: object) =>
      (await agent.expect<Data>(201, 'POST', `/api${path}`, { body, cookie })).data;
    const { chatbot } = await create<{ chatbot: { id: string } }>('/chatbots', { name: 'Support' });
    const page = { label: 'Shop', allowedDomains: ['shop.example.com'] };
    const { key } = await create<{ key: string }>(`/chatbots/${chatbot.id}/widget-keys`, page);
    await new ProcessClient(visitors.address).stream(key, { sessionId: SESSION_ID, message: 'Is anybody there?' });

    const listen = (address: string, lastId?: string) =>
      EventStream.open(
        {
          fetch: (method, path, asked, signal) =>
            fetch(`${address}${path}`, { method, headers: asked?.headers ?? {}, ...(signal && { signal }) }),
        },
        `/chat/any/events?sessionId=${SESSION_ID}`,
        {
          'x-widget-key': key,
          origin: 'https://shop.example.com',
          ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
        },
      );
    const session = `/api/chatbots/${chatbot.id}/sessions/${SESSION_ID}`;
    // A node may answer 503 for a moment when another one is killed. The idempotency key keeps a repeated message single.
    const write = (message: string) =>
      vi.waitFor(async () => {
        const headers = { 'idempotency-key': message };
        await agent.expect(201, 'POST', `${session}/messages`, { body: { message }, cookie, headers });
      }, WITHIN);

    const stream = await listen(visitors.address);
    await agent.expect(200, 'POST', `${session}/takeover`, { cookie });
    await write('one');
    const takeover = await stream.next();
    const one = await stream.next();
    expect([takeover.event, one.event, one.data.content]).toEqual(['takeover', 'agent_message', 'one']);

    agents.signal('SIGKILL');
    await agents.exited;
    agent.address = visitors.address;
    await write('two');
    const two = await stream.next();
    expect(two.data.content).toBe('two');
    await stream.close();
    await write('three');
    await agent.expect(200, 'DELETE', `${session}/takeover`, { cookie });

    const [missed, again] = [
      await listen(visitors.address, two.id),
      await listen((await start()).address, takeover.id),
    ];
    await Promise.all([missed, again].map((each) => each.next('release')));
    const told = (received: EventStream['received']) => received.map(({ event, data }) => data.content ?? event);
    expect(told(stream.received)).toEqual(['takeover', 'one', 'two']);
    expect(told(missed.received)).toEqual(['three', 'release']);
    expect(told(again.received)).toEqual(['one', 'two', 'three', 'release']);
    expect(again.received.slice(0, 2)).toEqual([one, two]);
    expect(again.received.slice(2)).toEqual(missed.received);

    const { data } = await agent.expect<{ conversations: { id: string }[] }>(
      200,
      'GET',
      `/api/chatbots/${chatbot.id}/conversations`,
      { cookie },
    );
    const conversation = `/api/chatbots/${chatbot.id}/conversations/${data.conversations[0]?.id}`;
    await agent.expect(200, 'DELETE', conversation, { cookie });
    expect(await again.next('conversation_deleted')).toEqual(await missed.next('conversation_deleted'));
  },
  120_000,
);
