import { type Projection, projectionKey } from '../projection.ts';
import type { WorkingSet } from './working-set.ts';

/** A projection as the engine runs it. */
export class Member {
  readonly projection: Projection;
  readonly key: string;
  /**
   * `building` until it has caught up for the first time; `live` from then on. `stopped` by an event it could not fold while it was
   * being built: a model that lacks a fact must not be swapped in.
   */
  phase: 'building' | 'live' | 'stopped';
  stoppedBy: string | null = null;
  /** What the last batches made of its documents and the store may not have yet, newest last. */
  ahead: WorkingSet[] = [];

  constructor(projection: Projection, phase: 'building' | 'live') {
    this.projection = projection;
    this.key = projectionKey(projection);
    this.phase = phase;
  }
}
