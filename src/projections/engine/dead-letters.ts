/** Events that a live projection could not fold, stored with the reason, counted, and replayed on request. */
import type { CollectionDefinition, CollectionWrites } from '../../ports/documents.ts';
import { sortablePosition } from '../projection.ts';
import type { PoisonEvent } from './fold-batch.ts';

/** Document of `poison_events`. `position` is sortable text. */
export type DeadLetter = {
  readonly projection: string;
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly reason: string;
};

export const DEAD_LETTERS: CollectionDefinition = {
  name: 'poison_events',
  version: 1,
  indexes: [['projection', 'position']],
};

/** @param key the projection's, as `projectionKey` gives it */
export function deadLetterWrites(key: string, poison: readonly PoisonEvent[]): CollectionWrites {
  return {
    collection: DEAD_LETTERS,
    writes: poison.map(({ event: { position, stream, revision, type }, reason }) => {
      const document: DeadLetter = {
        projection: key,
        position: sortablePosition(position),
        stream,
        revision,
        type,
        reason,
      };
      return { kind: 'put', id: `${key}/${sortablePosition(position)}`, document, position };
    }),
  };
}
