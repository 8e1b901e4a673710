/** Collections beside the read models that somebody dropped under a running node. */
import { describe, expect, test } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { openMongoFor, ownDatabase, withDatabase } from '../../support/engines/mongodb.ts';

const url = engineUrl('MONGODB_URL');

describe.skipIf(url === null)('Collections beside the read models', () => {
  test.each(['rate_limits', 'embeddings', 'keyed_requests', 'blobs.files', 'blobs.chunks'])(
    'have their indexes again soon after somebody dropped them under a running node, and a write brought them back: %s',
    async (name) => {
      const database = ownDatabase(url ?? '');
      await openMongoFor(database, { createIndexesEveryMs: 50 });
      const indexes = () =>
        withDatabase(database, async (db) =>
          (await db.collection(name).indexes()).map((index) => index.name).toSorted(),
        );
      const before = await indexes();
      expect(before.length).toBeGreaterThan(1);
      await withDatabase(database, async (db) => {
        await db.collection(name).drop();
        await db.collection(name).insertOne({ files_id: 1, n: 0 });
      });
      await expect.poll(indexes).toEqual(before);
    },
  );
});
