/** Events that a live projection could not fold: set aside with the reason, counted, and folded again on request. */
import type { CollectionDefinition, CollectionWrites } from '../../ports/documents.ts';
import { sortable } from '../projection.ts';
import type { PoisonEvent } from './fold-batch.ts';

/** Document of `poison_events`; `position` as `sortable` gives it, so that they come back in the order of the log. */
export type SetAside = {
  readonly projection: string;
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly reason: string;
};

export const poisonCollection: CollectionDefinition = {
  name: 'poison_events',
  version: 1,
  indexes: [['projection', 'position']],
};

/** @param key the projection's, as `projectionKey` gives it */
export function setAside(key: string, poison: readonly PoisonEvent[]): CollectionWrites {
  return {
    collection: poisonCollection,
    writes: poison.map(({ event: { position, stream, revision, type }, reason }) => {
      const document: SetAside = { projection: key, position: sortable(position), stream, revision, type, reason };
      return { kind: 'put', id: `${key}/${sortable(position)}`, document, position };
    }),
  };
}
