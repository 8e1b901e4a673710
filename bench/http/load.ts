/**
 * The load, in a process of its own: the same connections ask one server as fast as it answers. `undici` at its plainest, so that
 * the server is what is measured.
 */
import { Pool } from 'undici';
import type { Load, Loaded } from './messages.ts';

async function ask({ origin, requests, connections, milliseconds }: Load): Promise<Loaded> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  let answered = 0;
  let failed = 0;
  let next = 0;
  let running = true;

  function one(): Promise<void> {
    const request = requests[next % requests.length];
    next += 1;
    if (request === undefined) throw new RangeError('Nothing to ask');
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = (well: boolean) => {
      if (running && well) answered += 1;
      if (running && !well) failed += 1;
      resolve();
    };
    let well = false;
    pool.dispatch(
      { ...request, body: request.body ?? null },
      {
        onRequestStart() {},
        onResponseStart(_controller, status) {
          well = status >= 200 && status < 300;
        },
        onResponseData() {},
        onResponseEnd: () => done(well),
        onResponseError: () => done(false),
      },
    );
    return promise;
  }

  const startedAt = performance.now();
  const asking = Array.from({ length: connections }, async () => {
    while (running) await one();
  });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  running = false;
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(asking);
  await pool.close();
  return { perSecond: answered / seconds, failed };
}

process.on('message', async (load: Load) => process.send?.(await ask(load)));
