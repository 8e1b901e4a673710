import type { Documents } from '../../src/ports/documents.ts';

/** The same documents, but some calls go another way. */
export function withDocuments(documents: Documents, other: Partial<Documents>): Documents {
  return {
    prepare: (collection) => documents.prepare(collection),
    get: (collection, id) => documents.get(collection, id),
    getMany: (collection, ids) => documents.getMany(collection, ids),
    find: (collection, options) => documents.find(collection, options),
    findShown: (collection, options) => documents.findShown(collection, options),
    count: (collection, where) => documents.count(collection, where),
    write: (changes, checkpoints) => documents.write(changes, checkpoints),
    checkpoint: (projection) => documents.checkpoint(projection),
    activeVersion: (name) => documents.activeVersion(name),
    activate: (name, version) => documents.activate(name, version),
    drop: (collection) => documents.drop(collection),
    close: () => documents.close(),
    ...other,
  };
}
