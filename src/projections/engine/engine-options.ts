import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Projection } from '../projection.ts';
import type { CatchUpDecryption } from './catch-up-decoder.ts';
import type { RunnerOptions } from './runner.ts';

export interface EngineOptions extends RunnerOptions {
  readonly log: EventLog;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  /** Before a failed store is retried. Default 1000. */
  readonly retryMs?: number;
  /** How long new events may wait for more while nobody waits for them. Default 20. */
  readonly lingerMs?: number;
  /** Keeps a replaced version this long, since nodes of the previous release read it. Default 0. */
  readonly replacedRetentionMs?: number;
  /** Between checks that the log was not replaced. Default 10 s. */
  readonly verifyEveryMs?: number;
  /** Between checks that the document store was not rolled back. Absent for a store that nobody else can write. */
  readonly verifyDocumentsEveryMs?: number;
  /** Called when the log was replaced, before anything is rebuilt. A rejection is retried, or fails the start. */
  readonly beforeRebuild?: () => Promise<void>;
  /** Called when the log was replaced, so that callers drop what they cached of it. */
  readonly onLogReplaced?: () => void;
  /** Default: a decryption thread of its own. */
  readonly decryption?: CatchUpDecryption;
}
