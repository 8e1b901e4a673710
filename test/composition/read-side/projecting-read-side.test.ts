import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { projectingReadSide } from '../../../src/composition/read-side/projecting-read-side.ts';
import type { Stores } from '../../../src/composition/stores/stores.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { allProjections } from '../../../src/projections/all.ts';
import { projectionKey } from '../../../src/projections/projection.ts';
import { openReadSide } from '../../support/projections/read-models.ts';

const position = 7n as Position;

test.for([
  ['answers as soon as another one has stored the read models', true],
  ['waits for its own where no other node writes them', false],
] as const)('A node that projects and has fallen behind %s', async ([, shared]) => {
  const { log, documents, codec } = await openReadSide();
  const stores = { log, documents, derivable: {} } as unknown as Stores;
  const nothing = () => undefined;
  const options = { stores, codec, clock: systemClock, report: nothing, onLogReplaced: nothing, shared };
  // Never started, so that it folds nothing itself.
  const readSide = projectingReadSide(options);
  onTestFinished(() => readSide.stop());
  await expect(readSide.waitFor(position, 300)).rejects.toThrow(StoreUnavailable);
  const checkpoints = allProjections.map((each) => ({ projection: projectionKey(each), position, eventId: 'seventh' }));
  await documents.write([], checkpoints);
  const waited = readSide.waitFor(position, 2_000);
  if (shared) await waited;
  else await expect(waited).rejects.toThrow(StoreUnavailable);
});
