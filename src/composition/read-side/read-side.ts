/** The read models of a node, whether this process projects them or another node does. */
import type { ReadProgress } from '../../ports/read-progress.ts';
import type { ProjectionStatus } from '../../projections/engine/status.ts';
import type { LiveFeed } from '../../projections/live-feed.ts';

/** A node that follows knows the checkpoint alone. */
export type ReadModelStatus = { readonly checkpoint: string | null } & Partial<
  Omit<ProjectionStatus, 'projection' | 'checkpoint'>
>;

export interface ReadSide extends ReadProgress {
  /** New events, once the read models hold them. */
  readonly feed: LiveFeed;
  start(): Promise<void>;
  /**
   * Resolves when the read models have folded everything that was in the log at the start.
   * @throws Error that stopped a read model
   */
  caughtUp(): Promise<void>;
  /** True while the read models are rebuilt, because the log or their file was replaced. */
  isRebuilding(): boolean;
  /** Status of each read model by its key, as JSON for `/readyz`. */
  status(): Promise<Readonly<Record<string, ReadModelStatus>>>;
  stop(): Promise<void>;
}

/** Position that every read model of a status has passed; 0 before the first event. */
export function leastCheckpoint(status: Readonly<Record<string, ReadModelStatus>>): bigint {
  const positions = Object.values(status).map(({ checkpoint }) => BigInt(checkpoint ?? 0));
  return positions.reduce((least, each) => (each < least ? each : least), positions[0] ?? 0n);
}
