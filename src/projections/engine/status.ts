/** States of read models, as operators see them. */
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
  readonly poisoned: number;
  readonly stoppedBy: string | null;
  readonly rebuiltBecause: string | null;
}

interface Stores {
  readonly log: EventLog;
  readonly documents: Documents;
  readonly clock: Clock;
}

/** Asks the stores once, however many read models there are. */
export async function statusOf(
  states: readonly ProjectionState[],
  runners: readonly Runner[],
  stores: Stores,
): Promise<readonly ProjectionStatus[]> {
  const deadLetters = await stores.documents.countByValue(DEAD_LETTERS, {}, { field: 'projection', from: '' });
  const staleness = new Map<Position | null, Promise<number>>();
  return Promise.all(
    states.map(async (state) => {
      const { key, phase, stoppedBy, rebuiltBecause } = state;
      const checkpoint = runners.find((runner) => runner.states.includes(state))?.checkpoint ?? null;
      const asked = staleness.get(checkpoint) ?? stalenessAt(checkpoint, stores);
      staleness.set(checkpoint, asked);
      const poisoned = deadLetters.get(key) ?? 0;
      return { projection: key, phase, checkpoint, staleMs: await asked, poisoned, stoppedBy, rebuiltBecause };
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
