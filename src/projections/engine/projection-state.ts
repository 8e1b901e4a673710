import { checkpointKey, type Projection, projectionKey } from '../projection.ts';
import type { WorkingSet } from './working-set.ts';

export class ProjectionState {
  readonly projection: Projection;
  readonly key: string;
  readonly checkpointKey: string;
  /**
   * `building` until it has caught up for the first time, then `live`. `stopped` by an event that it could not fold while
   * building: a projection that lacks a fact must not be swapped in.
   */
  phase: 'building' | 'live' | 'stopped';
  stoppedBy: string | null = null;
  /** `null` unless it was rebuilt since the start. */
  rebuiltBecause: string | null = null;
  /** Working sets that are not written yet, oldest first. */
  unwritten: WorkingSet[] = [];

  constructor(projection: Projection, phase: 'building' | 'live') {
    this.projection = projection;
    this.key = projectionKey(projection);
    this.checkpointKey = checkpointKey(projection);
    this.phase = phase;
  }
}
