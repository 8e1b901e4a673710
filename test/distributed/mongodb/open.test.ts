import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openMongo } from '../../../src/adapters/mongodb/open-mongo.ts';
import { WrongMasterKey } from '../../../src/adapters/shared/key-wrapping.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { openMongoFor, ownDatabase } from '../../support/engines/mongodb.ts';
import { failureOf } from '../../support/failures.ts';

const url = engineUrl('MONGODB_URL');
const server = url ?? '';
const newMasterKey = () => createSecretKey(randomBytes(32));

describe.skipIf(url === null)('The MongoDB stores', () => {
  test('do not open with another master key, and are unharmed by the attempt', async () => {
    const database = ownDatabase(server);
    const masterKey = newMasterKey();
    const first = await openMongoFor(database, { masterKey });
    const key = await first.keys.getOrCreate('account:1');
    await expect(openMongo({ url: database, masterKey: newMasterKey() })).rejects.toBeInstanceOf(WrongMasterKey);
    const again = await openMongoFor(database, { masterKey });
    expect((await again.keys.getOrCreate('account:1'))?.equals(key ?? newMasterKey())).toBe(true);
  });

  test('agree on the first master key when two nodes open them at once', async () => {
    const database = ownDatabase(server);
    const opened = await Promise.allSettled(
      Array.from({ length: 4 }, () => openMongo({ url: database, masterKey: newMasterKey() })),
    );
    let open = 0;
    for (const result of opened) {
      if (result.status === 'rejected') {
        expect(result.reason).toBeInstanceOf(WrongMasterKey);
      } else {
        open += 1;
        await result.value.close();
      }
    }
    expect(open).toBe(1);
  });

  test('are unavailable once they are closed', async () => {
    const stores = await openMongo({ url: ownDatabase(server), masterKey: newMasterKey() });
    const things = { name: 'things', version: 1, indexes: [] };
    await stores.documents.ensureCollection(things);
    await stores.close();
    await stores.close();
    for (const work of [
      () => stores.documents.get(things, 'a'),
      () => stores.keys.getOrCreate('account:1'),
      () => stores.blobs.has('scope', 'a'.repeat(64)),
      () => stores.counters.read(['a']),
      () => stores.embeddingCache.find('bot/source', 'model', ['a'.repeat(64)]),
      () => stores.rateLimits.consume({ name: 'a', count: 1, seconds: 1 }, 'a'),
      () => stores.ping(),
    ]) {
      expect(await failureOf(work())).toBeInstanceOf(StoreUnavailable);
    }
  });
});
