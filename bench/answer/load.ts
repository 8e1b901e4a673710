/** The visitors, in a process of their own: each asks one question and reads the answer to its end. `undici` at its plainest. */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { questionOf } from './catalogue.ts';
import type { Load, Loaded } from './messages.ts';

const TOKEN = Buffer.from('event: token');
const DONE = Buffer.from('event: done');
/** So much of a broken answer is told. */
const TAIL = 300;
const NOTHING: Buffer = Buffer.alloc(0);

let visitors = 0;

async function ask({ url, headers, streams, questions, spreadMs }: Load): Promise<Loaded> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: streams, pipelining: 1 });
  const firstTokenMs: number[] = [];
  let failed = 0;
  let failure: string | null = null;
  let left = questions;

  function one(): Promise<void> {
    visitors += 1;
    const body = JSON.stringify({ sessionId: `visitor-${process.pid}-${visitors}`, message: questionOf(visitors) });
    const { promise, resolve } = Promise.withResolvers<void>();
    const startedAt = performance.now();
    let seen = false;
    let lastButOne = NOTHING;
    let last = NOTHING;
    const end = (error: Error | null) => {
      const tail = Buffer.concat([lastButOne, last]);
      if (error !== null || !seen || !tail.includes(DONE)) {
        failed += 1;
        failure ??= error?.message ?? tail.toString().slice(-TAIL);
      }
      resolve();
    };
    pool.dispatch(
      { method: 'POST', path: pathname, headers: { ...headers, 'content-type': 'application/json' }, body },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData(_controller, chunk) {
          if (!seen && chunk.includes(TOKEN)) {
            seen = true;
            firstTokenMs.push(performance.now() - startedAt);
          }
          lastButOne = last;
          last = chunk;
        },
        onResponseEnd: () => end(null),
        onResponseError: (_controller, error) => end(error),
      },
    );
    return promise;
  }

  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: streams }, async () => {
      if (spreadMs > 0) await delay(Math.random() * spreadMs);
      while (left > 0) {
        left -= 1;
        await one();
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return { perSecond: questions / seconds, firstTokenMs, failed, failure };
}

process.on('message', async (load: Load) => process.send?.(await ask(load)));
// The parent may have been killed.
process.on('disconnect', () => process.exit());
