/** Read models in a database of their own, built as by a projector that has folded everything. */
import type { Documents } from '../../../src/ports/documents.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { openMongoFor, ownDatabase, withDatabase } from '../../support/engines/mongodb.ts';

export const things = { name: 'things', version: 1, indexes: [['rank']] };
/** Without a field that is searched. */
export const plain = { name: 'plain', version: 2, indexes: [] };
/** With a field that is read without parsing. */
export const raw = { name: 'raw', version: 1, indexes: [], rawField: 'rank' };
const models = [things, plain, raw];
export const position = 7n as Position;
export const WHOLE = { lost: [], rebuilding: [] };

export async function fill(documents: Documents): Promise<void> {
  for (const model of models) {
    const collection = await documents.ensureCollection(model);
    const { name, version, generation } = collection;
    const writes = [{ kind: 'put', id: 'a', document: { also: 0, rank: 1 }, position } as const];
    const key = `${name}@${version}#${generation}`;
    await documents.write([{ collection, writes }], [{ projection: key, position, eventId: 'seventh' }]);
    await documents.activateVersion(name, version, generation);
  }
}

export const dropIn =
  (database: string) =>
  (...names: string[]) =>
    withDatabase(database, async (db) => {
      for (const name of names) await db.collection(name).drop();
    });

export async function filled() {
  const database = ownDatabase(engineUrl('MONGODB_URL') ?? '');
  const stores = await openMongoFor(database);
  await fill(stores.documents);
  return { database, ...stores, drop: dropIn(database) };
}
