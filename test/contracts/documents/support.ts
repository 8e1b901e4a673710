/** Shared by the parts of the contract of documents. */
import type { CollectionDefinition, Documents, DocumentWrite } from '../../../src/ports/documents.ts';
import type { JsonObject, Position } from '../../../src/ports/event-log.ts';
import { type EmptyPlace, openFor } from '../../support/stores/store-place.ts';

export const things: CollectionDefinition = { name: 'things', version: 1, indexes: [['group', 'rank'], ['rank']] };

export const at = (position: number | bigint): Position => BigInt(position) as Position;

export const put = (id: string, document: JsonObject, position: number | bigint): DocumentWrite => ({
  kind: 'put',
  id,
  document,
  position: at(position),
});

export const remove = (id: string, position: number): DocumentWrite => ({ kind: 'delete', id, position: at(position) });

export const write = (documents: Documents, ...writes: readonly DocumentWrite[]): Promise<void> =>
  documents.write([{ collection: things, writes }], []);

/** With the collection `things`. */
export async function openPrepared(emptyPlace: EmptyPlace<Documents>): Promise<Documents> {
  const documents = await openFor(emptyPlace());
  await documents.ensureCollection(things);
  return documents;
}
