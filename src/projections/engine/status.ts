/** For operators. */
import type { Clock } from '../../ports/clock.ts';
import type { Documents } from '../../ports/documents.ts';
import type { EventLog, Position } from '../../ports/event-log.ts';
import { DEAD_LETTERS } from './dead-letters.ts';
import type { ProjectionState } from './projection-state.ts';
import type { Runner } from './runner.ts';

export interface ProjectionStatus {
  readonly projection: string;
  readonly phase: ProjectionState['phase'];
  readonly checkpoint: Position | null;
  /** Age of the oldest event that it has not folded; 0 when it has folded all. */
  readonly staleMs: number;
  /** Number of dead letters. */
  readonly poisoned: number;
  readonly stoppedBy: string | null;
  /** `null` unless it was rebuilt since the start. */
  readonly rebuiltBecause: string | null;
}

interface Stores {
  readonly log: EventLog;
  readonly documents: Documents;
  readonly clock: Clock;
}

export function statusOf(
  states: readonly ProjectionState[],
  runners: readonly Runner[],
  stores: Stores,
): Promise<readonly ProjectionStatus[]> {
  return Promise.all(
    states.map(async (state) => {
      const { key, phase, stoppedBy, rebuiltBecause } = state;
      const checkpoint = runners.find((runner) => runner.states.includes(state))?.checkpoint ?? null;
      const [staleMs, poisoned] = await Promise.all([stalenessAt(checkpoint, stores), countDeadLetters(key, stores)]);
      return { projection: key, phase, checkpoint, staleMs, poisoned, stoppedBy, rebuiltBecause };
    }),
  );
}

/** Counts in the store, since a write may succeed although its response was lost. */
export function countDeadLetters(key: string, { documents }: Pick<Stores, 'documents'>): Promise<number> {
  return documents.count(DEAD_LETTERS, { projection: key });
}

async function stalenessAt(checkpoint: Position | null, { log, clock }: Stores): Promise<number> {
  const { events } = await log.readAll({ after: checkpoint, limit: 1 });
  return Math.max(0, clock.now() - (events[0]?.recordedAt ?? clock.now()));
}
