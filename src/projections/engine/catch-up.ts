import type { EventLog } from '../../ports/event-log.ts';
import type { LiveAccess } from './live-access.ts';
import type { Runner } from './runner.ts';

interface CatchUpOptions extends LiveAccess {
  readonly log: EventLog;
  readonly maxBatch: number;
  readonly onJoined: () => void;
  readonly signal: AbortSignal;
}

/** Folds what the runner lacks while the live runner goes on, then adds its projections to the live runner's. */
export async function catchUp(runner: Runner, options: CatchUpOptions): Promise<void> {
  const { log, maxBatch, live, exclusively, signal } = options;
  while (!signal.aborted && runner.states.length > 0) {
    const { events, readTo } = await log.readAll({ after: runner.readTo, limit: maxBatch });
    const target = live().checkpoint;
    if (readTo !== null && readTo !== runner.readTo && target !== null && readTo < target) {
      await runner.advance(events, readTo);
      continue;
    }
    // Near the end, the rest is folded exclusively, up to exactly the live checkpoint.
    await runner.drained();
    if (await exclusively(() => join(runner, live(), options))) return;
  }
}

async function join(runner: Runner, live: Runner, { log, maxBatch, onJoined }: CatchUpOptions): Promise<boolean> {
  await live.drained();
  const end = live.checkpoint;
  if (end === null) return false;
  const { events, readTo } = await log.readAll({ after: runner.readTo, limit: maxBatch });
  // The live checkpoint may be higher without further events, because it also passes system events of the log.
  const nothingLeft = readTo === null || readTo === runner.readTo;
  const upTo = nothingLeft || readTo > end ? end : readTo;
  await runner.advance(
    events.filter(({ position }) => position <= upTo),
    upTo,
  );
  await runner.drained();
  if (upTo !== end) return false;
  onJoined();
  live.states = [...live.states, ...runner.states];
  return true;
}
