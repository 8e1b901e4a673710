/** Readers of event streams, in a process of their own. They also send, so that one clock measures the way of a message. */
import { once } from 'node:events';
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { Opened, Resumed, Sent, Stream, ToReaders } from './messages.ts';

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
/** As many connections are under way at a time: the backlog of a listening socket is limited. */
const OPENING_AT_ONCE = 64;
const RESUMED_WITHIN_MS = 60_000;

type OnEvent = (event: { readonly id: string; readonly data: string }) => void;
/** Takes what the open streams receive. */
let received: OnEvent = () => undefined;

async function open(origin: string, { path, headers }: Stream, onEvent: OnEvent): Promise<ClientRequest> {
  const request = get(`${origin}${path}`, { agent, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id, data] = /^id: (.*)\nevent: .*\ndata: (.*)$/.exec(block) ?? [];
      if (id !== undefined && data !== undefined) onEvent({ id, data });
    }
  });
  response.on('error', () => undefined);
  return request;
}

async function openAll({ origin, streams }: ToReaders & { type: 'open' }): Promise<Opened> {
  const startedAt = performance.now();
  const left = [...streams];
  await Promise.all(
    Array.from({ length: OPENING_AT_ONCE }, async () => {
      for (let stream = left.pop(); stream !== undefined; stream = left.pop()) {
        await open(origin, stream, (event) => received(event));
      }
    }),
  );
  return { milliseconds: performance.now() - startedAt };
}

async function send({ url, headers, messages, readers }: ToReaders & { type: 'send' }): Promise<Sent> {
  const sent = { first: [] as number[], last: [] as number[], answered: [] as number[] };
  for (let number = 0; number < messages; number += 1) {
    const message = `Message ${crypto.randomUUID()}`;
    const all = Promise.withResolvers<void>();
    const startedAt = performance.now();
    let count = 0;
    received = ({ data }) => {
      if (!data.includes(message)) return;
      count += 1;
      if (count === 1) sent.first.push(performance.now() - startedAt);
      if (count === readers) all.resolve();
    };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ message }) });
    if (response.status !== 201) throw new Error(`A message was answered ${response.status}`);
    await response.arrayBuffer();
    sent.answered.push(performance.now() - startedAt);
    await all.promise.then(() => sent.last.push(performance.now() - startedAt));
  }
  return sent;
}

async function resume({ origin, stream, lastId, events }: ToReaders & { type: 'resume' }): Promise<Resumed> {
  const startedAt = performance.now();
  const ids: string[] = [];
  const all = Promise.withResolvers<void>();
  const late = setTimeout(
    () => all.reject(new Error(`Only ${ids.length} of ${events} events came`)),
    RESUMED_WITHIN_MS,
  );
  let first = 0;
  const headers = { ...stream.headers, 'last-event-id': lastId };
  const request = await open(origin, { ...stream, headers }, ({ id }) => {
    if (ids.length === 0) first = performance.now() - startedAt;
    ids.push(id);
    if (ids.length === events) all.resolve();
  });
  await all.promise;
  const milliseconds = performance.now() - startedAt;
  clearTimeout(late);
  request.destroy();
  return { ids, first, all: milliseconds };
}

process.on('message', async (message: ToReaders) => {
  if (message.type === 'open') process.send?.(await openAll(message));
  if (message.type === 'send') process.send?.(await send(message));
  if (message.type === 'resume') process.send?.(await resume(message));
});
