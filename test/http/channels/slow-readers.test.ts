/** Readers of event streams that take less than they are sent: dropped with bounded buffers, and resumed by id. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { Channel } from '../../../src/http/channels/channel.ts';
import { Channels } from '../../../src/http/channels/channels.ts';
import { parseEventId } from '../../../src/http/channels/event-format.ts';
import { chatbotEvents } from '../../../src/projections/chatbot-events/projection.ts';
import { conversations } from '../../../src/projections/conversations/projection.ts';
import { RemoteFeed } from '../../../src/projections/engine/remote-feed.ts';
import { LiveFeed } from '../../../src/projections/live-feed.ts';
import { queriesOver } from '../../../src/projections/queries.ts';
import { fact } from '../../support/events/facts.ts';
import { idOf } from '../../support/fixtures.ts';
import { openReadSide, record, startEngine } from '../../support/projections/read-models.ts';

/** Nearly the largest event. */
const CONTENT = 'x'.repeat(40_000);
/** A generous bound of the bytes that the sockets of both sides hold. */
const MAX_MESSAGES = 600;
const MAX_UNSENT_BYTES = 256 * 1024;
const talk = { conversationId: idOf('talk'), chatbotId: idOf('bot') };
const reader = {
  chatbotId: talk.chatbotId,
  session: { id: 'visitor', stream: 'conversation-talk' },
  credential: 'key',
  client: '203.0.113.7',
};

/** A channel over real stores, its event streams served on loopback. */
async function startChannels() {
  const side = await openReadSide();
  const { engine } = await startEngine(side, [conversations, chatbotEvents]);
  const counters = { increment: async () => undefined, read: async () => new Map(), close: async () => undefined };
  const feed = new LiveFeed();
  const problems: unknown[] = [];
  const report = (problem: unknown) => void problems.push(problem);
  const stream = 'conversation-talk';
  const begin = [
    fact('ConversationStarted', { ...talk, keyId: idOf('key') }),
    fact('SessionTakenOver', { ...talk, accountId: idOf('ada') }),
  ];
  const head = await record(side, stream, ...begin);
  await engine.waitFor(head);
  const remote = new RemoteFeed({ ...side, progress: engine, feed, report });
  remote.start(head);
  const channels = new Channels({
    ...side,
    feed,
    report,
    clock: systemClock,
    queries: queriesOver(side.documents, counters),
  });
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const lastId = request.headers['last-event-id'];
    const resumed = typeof lastId === 'string' ? parseEventId(lastId) : null;
    void channels.run(new Channel(reader, channels.position, response, resumed), async () => true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    channels.close();
    await remote.stop();
    server.closeAllConnections();
    server.close();
  });

  const { port } = server.address() as AddressInfo;
  const open = async (lastId?: string): Promise<IncomingMessage> => {
    const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
    const [response] = await once(get({ port, headers, agent: false }), 'response');
    return response as IncomingMessage;
  };
  let sent = 0;
  const send = async (): Promise<string> => {
    const messageId = idOf(`message ${sent++}`);
    const message = fact('AgentMessageSent', { ...talk, messageId, accountId: idOf('ada') }, { content: CONTENT });
    await record(side, stream, message);
    return messageId;
  };
  return { channels, responses, open, send, problems };
}

/** The stream's events in order, until it breaks or holds as many. */
async function eventsOf(response: IncomingMessage, most = Number.POSITIVE_INFINITY) {
  const events: { readonly id: string; readonly messageId: string }[] = [];
  let rest = '';
  try {
    for await (const text of response.setEncoding('utf8')) {
      const blocks = `${rest}${text}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id = '', data = '{}'] = /^id: (.*)\nevent: agent_message\ndata: (.*)$/.exec(block) ?? [];
        if (id !== '') events.push({ id, messageId: (JSON.parse(data) as { messageId: string }).messageId });
      }
      if (events.length >= most) break;
    }
  } catch {
    // The service cut the connection.
  }
  return events;
}

describe('A reader of an event stream', () => {
  it('that takes nothing is dropped, holds up nobody, and is sent the rest when it comes back', async () => {
    const { channels, responses, open, send, problems } = await startChannels();
    const slow = await open();
    const [unsent] = responses;
    const quick = await open();
    let taken = '';
    const arrivals = new EventTarget();
    quick.setEncoding('utf8').on('data', (text: string) => {
      taken = (taken + text).slice(-2 * CONTENT.length);
      arrivals.dispatchEvent(new Event('arrival'));
    });
    const sent: string[] = [];
    let mostUnsent = 0;
    while (channels.size === 2 && sent.length < MAX_MESSAGES) {
      const messageId = await send();
      sent.push(messageId);
      while (!taken.includes(messageId)) await once(arrivals, 'arrival');
      mostUnsent = Math.max(mostUnsent, unsent?.writableLength ?? 0);
    }
    expect(channels.size).toBe(1);
    expect(mostUnsent).toBeGreaterThan(0);
    expect(mostUnsent).toBeLessThanOrEqual(MAX_UNSENT_BYTES);

    const before = await eventsOf(slow);
    expect(before.length).toBeLessThan(sent.length);
    const missed = sent.length - before.length;
    const after = await eventsOf(await open(before.at(-1)?.id), missed);
    expect([...before, ...after].map(({ messageId }) => messageId)).toEqual(sent);
    expect(problems).toEqual([]);
  });
});

describe('A stream whose missed events are still being read', () => {
  it('keeps a bounded number of new ones, and is cut when there are more', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close().closeAllConnections());
    const requested = once(server, 'request');
    get({ port: (server.address() as AddressInfo).port }).on('error', () => undefined);
    const [, response] = (await requested) as [unknown, ServerResponse];
    const channel = new Channel(reader, null, response);
    let offered = 0;
    while (!channel.isClosed && offered < 10_000) {
      channel.offer('data: {}\n\n');
      offered += 1;
    }
    await channel.closed;
    expect(offered).toBe(1_000 + 1);
  });
});
