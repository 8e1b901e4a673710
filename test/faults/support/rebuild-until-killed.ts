/**
 * A process that rebuilds the messages of a data folder while a thread decrypts, and kills itself once the thread has a certain batch.
 * `node rebuild-until-killed.ts FOLDER MASTER_KEY BATCH`: key in hexadecimal, number of the batch, 0 for none.
 */
import { createSecretKey } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqliteDocuments } from '../../../src/adapters/sqlite/documents/documents.ts';
import { openSqliteEventLog } from '../../../src/adapters/sqlite/event-log/event-log.ts';
import { openSqliteKeys } from '../../../src/adapters/sqlite/keys/keys.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { EventCodec } from '../../../src/event-log/codec.ts';
import type { OpenBoxes } from '../../../src/event-log/sealed-part.ts';
import { ThreadedDecryption } from '../../../src/event-log/threaded-decryption.ts';
import { ProjectionEngine } from '../../../src/projections/engine/engine.ts';
import { messages } from '../../../src/projections/messages/projection.ts';

const [directory = '', key = '', lastBatch = ''] = process.argv.slice(2);
const MIN_EVENTS_BEHIND = 128;

const log = await openSqliteEventLog({ directory });
const keys = await openSqliteKeys({ directory, masterKey: createSecretKey(Buffer.from(key, 'hex')) });
const documents = await openSqliteDocuments({ directory });
const ending = new AbortController();
const thread = new ThreadedDecryption(ending.signal, { idleMs: 60_000 });
while (thread.opener === null) await nextTurn();

let batches = 0;
const killing =
  (open: OpenBoxes): OpenBoxes =>
  (parts) => {
    const opening = open(parts);
    batches += 1;
    if (batches === Number(lastBatch)) process.kill(process.pid, 'SIGKILL');
    return opening;
  };
const engine = new ProjectionEngine({
  log,
  documents,
  codec: new EventCodec(keys),
  projections: [messages],
  clock: systemClock,
  report: ({ message }) => console.error(message),
  decryption: {
    minEventsBehind: MIN_EVENTS_BEHIND,
    thread: {
      get opener() {
        const { opener } = thread;
        return opener && killing(opener);
      },
    },
  },
});
await engine.start();
await engine.caughtUp();
await engine.stop();
ending.abort();
for (const store of [documents, log, keys]) await store.close();
console.log(`${batches} batches`);
