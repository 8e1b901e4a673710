import type { Position } from '../../ports/event-log.ts';

export interface SourceRun {
  readonly chatbotId: string;
  readonly sourceId: string;
  /** Counts the runs of the source, from 1. */
  readonly generation: number;
  /** Position of the event that requested the run. */
  readonly position: Position;
}
