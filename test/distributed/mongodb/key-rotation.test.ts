import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openMongo } from '../../../src/adapters/mongodb/open-mongo.ts';
import { openRotatableMongoKeys } from '../../../src/adapters/mongodb/rotatable-keys.ts';
import { type RotatableKeys, RotationUnfinished, rotateMasterKey } from '../../../src/adapters/shared/key-rotation.ts';
import { WrongMasterKey } from '../../../src/adapters/shared/key-wrapping.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { openMongoFor, ownDatabase } from '../../support/engines/mongodb.ts';

const url = engineUrl('MONGODB_URL');
const newKey = (): KeyObject => createSecretKey(randomBytes(32));
const SUBJECTS = Array.from({ length: 600 }, (_, n) => `chatbot:bot/conversation:${n}`);
const ERASED = 'chatbot:bot/lead:erased';

async function rotate(
  database: string,
  keys: { current: KeyObject; next: KeyObject },
  failsAfter = Number.POSITIVE_INFINITY,
) {
  const store = await openRotatableMongoKeys(database);
  let left = failsAfter;
  const replace: RotatableKeys['replace'] = async (changed) => {
    await store.replace(changed);
    left -= 1;
    if (left === 0) throw new Error('The process ended');
  };
  try {
    return await rotateMasterKey({ ...store, replace }, { ...keys, preserved: new Map() });
  } finally {
    await store.close();
  }
}

describe.skipIf(url === null)('A rotation of the master key in MongoDB', () => {
  test('that was interrupted lets no node start, and goes on; what was erased stays erased', async () => {
    const database = ownDatabase(url ?? '');
    const [current, next] = [newKey(), newKey()];
    const before = await openMongo({ url: database, masterKey: current });
    const made: (KeyObject | null)[] = [];
    for (let start = 0; start < SUBJECTS.length; start += 20) {
      const some = SUBJECTS.slice(start, start + 20);
      made.push(...(await Promise.all(some.map((subject) => before.keys.getOrCreate(subject)))));
    }
    await before.keys.getOrCreate(ERASED);
    await before.keys.erase(ERASED);
    await before.close();

    await expect(rotate(database, { current: newKey(), next })).rejects.toBeInstanceOf(WrongMasterKey);
    await expect(rotate(database, { current, next }, 1)).rejects.toThrow('ended');
    await expect(openMongo({ url: database, masterKey: current })).rejects.toBeInstanceOf(WrongMasterKey);
    await expect(openMongo({ url: database, masterKey: next })).rejects.toBeInstanceOf(RotationUnfinished);
    expect(await rotate(database, { current, next })).toEqual({ now: SUBJECTS.length - 500, before: 500 });
    expect(await rotate(database, { current, next })).toEqual({ now: 0, before: SUBJECTS.length });

    const { keys } = await openMongoFor(database, { masterKey: next });
    const found = await keys.find([...SUBJECTS, ERASED]);
    expect(SUBJECTS.every((subject, n) => found.get(subject)?.equals(made[n] ?? next))).toBe(true);
    expect(await keys.getOrCreate(ERASED)).toBeNull();
    await expect(openMongo({ url: database, masterKey: current })).rejects.toBeInstanceOf(WrongMasterKey);
  });
});
