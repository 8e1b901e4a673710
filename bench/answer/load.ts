/** The visitors, in a process of their own: each asks one question and reads the answer to its end. `undici` at its plainest. */
import { Pool } from 'undici';
import type { Load, Loaded } from './messages.ts';

const TOKEN = Buffer.from('event: token');
const DONE = Buffer.from('event: done');
/** The end of a stream: the last event is within so many bytes. */
const TAIL = 4_096;

let visitors = 0;

async function ask({ url, headers, streams, questions }: Load): Promise<Loaded> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: streams, pipelining: 1 });
  const firstTokenMs: number[] = [];
  let failed = 0;
  let left = questions;

  function one(): Promise<void> {
    visitors += 1;
    const message = `Can I return a jacket that I bought ${visitors} days ago, and how long does a refund take?`;
    const body = JSON.stringify({ sessionId: `visitor-${process.pid}-${visitors}`, message });
    const { promise, resolve } = Promise.withResolvers<void>();
    const startedAt = performance.now();
    let seen = false;
    let tail = Buffer.alloc(0);
    const end = (well: boolean) => {
      if (!well) failed += 1;
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
          tail = Buffer.concat([tail, chunk]).subarray(-TAIL);
        },
        onResponseEnd: () => end(seen && tail.includes(DONE)),
        onResponseError: () => end(false),
      },
    );
    return promise;
  }

  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: streams }, async () => {
      while (left > 0) {
        left -= 1;
        await one();
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return { perSecond: questions / seconds, firstTokenMs, failed };
}

process.on('message', async (load: Load) => process.send?.(await ask(load)));
// Whoever started it may have been killed.
process.on('disconnect', () => process.exit());
