import type { Db } from 'mongodb';
import { expect, test } from 'vitest';
import { openMongoBlobs } from '../../../src/adapters/mongodb/blobs/blobs.ts';
import { DiskRefusesWrites } from '../../../src/ports/store-unavailable.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { ownDatabase, withDatabase } from '../../support/engines/mongodb.ts';

const url = engineUrl('MONGODB_URL');
const TOTAL = 10 ** 12;
const NEARLY_FULL = { fsTotalSize: TOTAL, fsUsedSize: TOTAL - 10 ** 8 };

/** A database whose server has so much of its disk in use. */
function withDisk(db: Db, stats: () => object): Db {
  return new Proxy(db, {
    get(target, property) {
      if (property === 'command') return async () => stats();
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test.skipIf(url === null)(
  'A MongoDB whose disk is nearly full takes no further files, and reads and removes those that it has',
  async () => {
    await withDatabase(ownDatabase(url ?? ''), async (db) => {
      let stats: object = {};
      const before = await openMongoBlobs(withDisk(db, () => stats));
      const { hash } = await before.put('source', Buffer.from('kept'));
      await before.close();
      stats = NEARLY_FULL;
      const blobs = await openMongoBlobs(withDisk(db, () => stats));
      await expect(blobs.put('source', Buffer.from('more'))).rejects.toThrow(DiskRefusesWrites);
      // The same again takes no room.
      expect(await blobs.put('source', Buffer.from('kept'))).toMatchObject({ hash });
      expect(String(await blobs.get('source', hash))).toBe('kept');
      expect(await db.collection('blobs.files').countDocuments()).toBe(1);
      await blobs.deleteScope('source');
      expect(await db.collection('blobs.chunks').countDocuments()).toBe(0);
      await blobs.close();
    });
  },
);
