/** Data keys in MongoDB while their master key is rotated and no node runs. */
import { Binary } from 'mongodb';
import type { RotatableKeys } from '../shared/key-rotation.ts';
import { CHECK_VALUE } from '../shared/key-wrapping.ts';
import { connect } from './client.ts';
import { callsTo } from './failures.ts';

interface StoredKey {
  _id: string;
  wrapped?: Binary;
  isRotating?: boolean;
}

/** @throws MongoUrlInvalid, StoreUnavailable */
export async function openRotatableMongoKeys(url: string): Promise<RotatableKeys> {
  const { client, durable } = await connect(url);
  const keys = durable.collection<StoredKey>('keys');
  const call = callsTo('keys', durable);
  return {
    place: `the MongoDB database ${durable.databaseName}`,
    check: async () => (await call(() => keys.findOne({ _id: CHECK_VALUE })))?.wrapped?.value() ?? null,
    isRotating: async () => (await call(() => keys.findOne({ _id: CHECK_VALUE })))?.isRotating === true,
    async add({ subject, wrapped }) {
      const insert = { $setOnInsert: { wrapped: new Binary(wrapped) } };
      await call(() => keys.updateOne({ _id: subject }, insert, { upsert: true }));
    },
    async begin(check) {
      const rotating = { $set: { wrapped: new Binary(check), isRotating: true } };
      await call(() => keys.updateOne({ _id: CHECK_VALUE }, rotating));
    },
    async page(after, limit) {
      const wanted = { _id: { $gt: after ?? '', $ne: CHECK_VALUE }, wrapped: { $exists: true } };
      const rows = await call(() => keys.find(wanted).sort({ _id: 1 }).limit(limit).toArray());
      return rows.flatMap(({ _id, wrapped }) =>
        wrapped === undefined ? [] : [{ subject: _id, wrapped: wrapped.value() }],
      );
    },
    async replace(changed) {
      const updates = changed.map(({ subject, wrapped }) => ({
        // Not upserted, and not where it was erased meanwhile.
        updateOne: {
          filter: { _id: subject, wrapped: { $exists: true } },
          update: { $set: { wrapped: new Binary(wrapped) } },
        },
      }));
      await call(() => keys.bulkWrite(updates, { ordered: false }));
    },
    finish: async () => void (await call(() => keys.updateOne({ _id: CHECK_VALUE }, { $unset: { isRotating: 1 } }))),
    close: () => client.close(),
  };
}
