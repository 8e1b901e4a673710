import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { streamAdmission } from '../../../../src/http/plugins/fair-share/stream-admission.ts';

const TURNS = 2;

/** A server whose streams open when the test says so. */
async function startServer() {
  const app = Fastify();
  const opening: { readonly name: string; open(): void }[] = [];
  const changes = new EventTarget();
  await app.register(streamAdmission, { concurrency: TURNS, maxTurnMs: 600_000 });
  app.get<{ Params: { name: string } }>('/streams/:name', { config: { opensStream: true } }, async (request, reply) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    opening.push({ name: request.params.name, open: resolve });
    changes.dispatchEvent(new Event('change'));
    await promise;
    reply.raw.writeHead(200).flushHeaders();
    request.releaseAdmission?.();
    return reply.hijack();
  });
  app.get('/refused', { config: { opensStream: true } }, async (_request, reply) => reply.code(401).send('no'));
  app.get('/others', async () => 'hello');
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const names = () => opening.map(({ name }) => name);
  const began = async (count: number) => {
    while (opening.length < count) await once(changes, 'change');
    return names();
  };
  const ask = (name: string): ClientRequest => get(`${address}/streams/${name}`, { agent: false });
  return { address, opening, names, began, ask };
}

const answered = async (request: ClientRequest) => ((await once(request, 'response')) as [IncomingMessage])[0];

describe('Event streams that are opened at the same moment', () => {
  it('are opened a few at a time, while other requests are served', async () => {
    const { address, opening, began, names, ask } = await startServer();
    const asked = ['a', 'b', 'c'].map(ask);
    await began(TURNS);
    expect(await (await fetch(`${address}/others`)).text()).toBe('hello');
    expect(names()).toHaveLength(TURNS);
    opening[0]?.open();
    expect((await began(3)).toSorted()).toEqual(['a', 'b', 'c']);
    for (const each of opening) each.open();
    // None of them has ended: an open stream takes no turn.
    for (const each of asked) expect((await answered(each)).complete).toBe(false);
  });

  it('do not wait for one that was refused, or whose client has left', async () => {
    const { address, opening, began, ask } = await startServer();
    expect((await fetch(`${address}/refused`)).status).toBe(401);
    expect((await fetch(`${address}/refused`)).status).toBe(401);
    ask('a').on('error', () => undefined);
    const leaving = ask('b').on('error', () => undefined);
    await began(TURNS);
    const later = ask('c');
    leaving.destroy();
    expect((await began(3)).at(-1)).toBe('c');
    opening[2]?.open();
    expect((await answered(later)).statusCode).toBe(200);
  });
});
