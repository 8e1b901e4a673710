/** The process may end between a new password and the end of the sessions that do not know it. */
import { expect, it, onTestFinished } from 'vitest';
import type { ConsumeOptions } from '../../../src/ports/event-log.ts';
import { sessions } from '../../../src/projections/sessions/projection.ts';
import { SessionQueries } from '../../../src/projections/sessions/queries.ts';
import { startCleanupWorker } from '../../../src/workers/cleanup/cleanup-worker.ts';
import { NOON } from '../../support/fixtures.ts';
import { newCommand, nodeOn, noonClock, valueOrThrow } from '../../support/inside.ts';
import { openReadSide, startEngine } from '../../support/projections/read-models.ts';

/** Not used by the end of sessions. */
const unused = {} as never;

it('A new password ends the sessions before it, but the one it was changed in, also after a crash', async () => {
  const side = await openReadSide();
  const node = nodeOn(side);
  const { engine } = await startEngine(side, [sessions]);
  onTestFinished(() => engine.stop());
  let work: ConsumeOptions | undefined;
  startCleanupWorker({
    codec: side.codec,
    keys: side.keys,
    chatbots: node.chatbots,
    sessions: node.sessions,
    clock: noonClock,
    searchIndex: unused,
    blobs: unused,
    embeddingCache: unused,
    crawlJournals: unused,
    progress: unused,
    skippedUrls: unused,
    report: () => undefined,
    sessionQueries: new SessionQueries(side.documents),
    readProgress: engine,
    log: {
      ...side.log,
      consume: (options) => {
        work = options;
        return { stop: async () => undefined };
      },
    },
  });

  const person = { email: 'ada@example.com', name: 'Ada', password: 'old' };
  const { accountId } = valueOrThrow(await node.accounts.register(person, newCommand()));
  const start = async () => valueOrThrow(await node.sessions.start(accountId, newCommand())).sessionId;
  const [kept, other, another] = [await start(), await start(), await start()];
  const password = { current: 'old', next: 'new' };
  valueOrThrow(await node.accounts.change(accountId, kept, { password }, newCommand()));
  // The process ends here. The next one is signed in to before the work is delivered.
  const later = await start();
  const changed = (await side.log.readStream(`account-${accountId}`)).at(-1);
  if (changed === undefined) throw new Error('Nothing was changed');
  expect(work?.filter?.types).toContain(changed.type);
  // Delivered twice, it ends nothing twice.
  for (let delivery = 1; delivery <= 2; delivery += 1) {
    expect(await work?.handle(changed, delivery, new AbortController().signal)).toEqual({ kind: 'ack' });
  }

  await engine.waitFor(await side.log.head());
  const queries = new SessionQueries(side.documents);
  const alive = [kept, other, another, later].map((id) => queries.accountOf(id, NOON));
  expect(await Promise.all(alive)).toEqual([accountId, null, null, accountId]);
  const facts = await side.log.readStream(`session-${other}`);
  expect(facts.map(({ type }) => type)).toEqual(['SessionStarted', 'SessionEnded']);
});
