import type { Documents } from '../../../src/ports/documents.ts';

/** Wraps documents and replaces some of their calls. */
export function withDocuments(documents: Documents, other: Partial<Documents>): Documents {
  return {
    ensureCollection: (collection) => documents.ensureCollection(collection),
    get: (collection, id) => documents.get(collection, id),
    getMany: (collection, ids) => documents.getMany(collection, ids),
    find: (collection, options) => documents.find(collection, options),
    findRaw: (collection, options) => documents.findRaw(collection, options),
    count: (collection, where) => documents.count(collection, where),
    countByValue: (collection, where, values) => documents.countByValue(collection, where, values),
    write: (changes, checkpoints) => documents.write(changes, checkpoints),
    checkpoint: (projection) => documents.checkpoint(projection),
    checkpoints: (projections) => documents.checkpoints(projections),
    activeVersion: (name) => documents.activeVersion(name),
    activateVersion: (...version) => documents.activateVersion(...version),
    dropCollection: (collection) => documents.dropCollection(collection),
    resetCollection: (collection, seen) => documents.resetCollection(collection, seen),
    close: () => documents.close(),
    ...other,
  };
}
