import type { Runner } from './runner.ts';

/** Access to the live runner for a projection that catches up, or a replay of dead letters. */
export interface LiveAccess {
  /** Changes when the log was replaced. */
  readonly live: () => Runner;
  /** Runs a task while the live runner stands still. */
  readonly exclusively: <Result>(task: () => Promise<Result>) => Promise<Result>;
}
