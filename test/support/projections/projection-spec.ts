/** Specifications of read models: given these events, then these documents. */
import { expect } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events.ts';
import type { RecordedEvent } from '../../../src/event-log/recorded-event.ts';
import type { Where } from '../../../src/ports/documents.ts';
import type { JsonObject } from '../../../src/ports/event-log.ts';
import type { Projection } from '../../../src/projections/projection.ts';
import { recordedFrom } from '../events/facts.ts';

/** The read model's documents after a history, folded in memory one event after the other: the meaning of a projection. */
export function foldInMemory(
  projection: Projection,
  history: readonly RecordedEvent[],
): ReadonlyMap<string, JsonObject> {
  const documents = new Map<string, JsonObject>();
  for (const recorded of history) {
    if (!projection.handles.includes(recorded.event.type)) continue;
    const event = recorded as RecordedEvent<never>;
    removeFrom(documents, projection.removes?.(event) ?? {});
    for (const { id, reads } of projection.touches(event)) {
      const after = projection.apply(reads ? (documents.get(id) ?? null) : null, event, id);
      if (after === null) documents.delete(id);
      else documents.set(id, after);
    }
  }
  return documents;
}

/** Removes the documents whose fields all have these values; none where no field is named. */
function removeFrom(documents: Map<string, JsonObject>, where: Where): void {
  const fields = Object.entries(where);
  if (fields.length === 0) return;
  for (const [id, document] of documents) {
    if (fields.every(([field, value]) => document[field] === value)) documents.delete(id);
  }
}

export interface ReadModelSpecification {
  /** The document has these fields and no others. */
  thenDocument(id: string, document: JsonObject): void;
  /** The document has at least these fields. */
  thenFields(id: string, fields: JsonObject): void;
  /** There are documents of these ids and no others. */
  thenIds(...ids: readonly string[]): void;
}

/** The events have been recorded one minute after the other, the first at noon at position 1. */
export function givenEvents(projection: Projection, ...events: readonly DomainEvent[]): ReadModelSpecification {
  const documents = foldInMemory(projection, recordedFrom(1, events));
  return {
    thenDocument: (id, document) => expect(documents.get(id)).toStrictEqual(document),
    thenFields: (id, fields) => expect(documents.get(id)).toMatchObject(fields),
    thenIds: (...ids) => expect([...documents.keys()].toSorted()).toEqual(ids.toSorted()),
  };
}
