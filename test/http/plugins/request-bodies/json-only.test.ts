import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jsonOnly } from '../../../../src/http/plugins/request-bodies/json-only.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

type Parser = (request: FastifyRequest, body: Buffer, done: (error: Error | null, value: unknown) => void) => void;

/** The parser of JSON bodies, as Fastify calls it once a body has arrived. */
async function jsonParser(): Promise<Parser> {
  const app = Fastify();
  const adding = vi.spyOn(app, 'addContentTypeParser');
  await app.register(jsonOnly);
  return adding.mock.calls[0]?.at(-1) as unknown as Parser;
}

describe('Large JSON bodies that arrive together', () => {
  it('are parsed a time slice a turn, so that others are served in between', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const parse = await jsonParser();
    const order: unknown[] = [];
    const all = Promise.withResolvers<void>();
    setImmediate(() => order.push('others'));
    for (const name of ['first', 'second']) {
      const body = Buffer.from(JSON.stringify([name, 'x'.repeat(100_000)]));
      parse({ headers: {} } as FastifyRequest, body, (_error, value) => {
        order.push((value as string[])[0]);
        clock.mockReturnValue(performance.now() + 10);
        if (name === 'second') all.resolve();
      });
    }
    expect(order).toEqual(['first']);
    await all.promise;
    expect(order).toEqual(['first', 'others', 'second']);
  });
});
