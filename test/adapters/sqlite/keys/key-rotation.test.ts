import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type RotatableKeys,
  RotationUnfinished,
  rotateMasterKey,
} from '../../../../src/adapters/shared/key-rotation.ts';
import { WrongMasterKey } from '../../../../src/adapters/shared/key-wrapping.ts';
import { openSqliteKeys } from '../../../../src/adapters/sqlite/keys/keys.ts';
import { readSqliteKeys } from '../../../../src/adapters/sqlite/keys/read-keys.ts';
import { openRotatableKeys } from '../../../../src/adapters/sqlite/keys/rotatable-keys.ts';
import type { Keys } from '../../../../src/ports/keys.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const newKey = (): KeyObject => createSecretKey(randomBytes(32));
const SUBJECTS = Array.from({ length: 1_200 }, (_, n) => `chatbot:bot/conversation:${n}`);
const ERASED = 'chatbot:bot/lead:erased';
const preserved = new Map([['service:stream-names', Buffer.alloc(32, 5)]]);

/** A store with many keys, one of them erased, and what each key is. */
async function filled(current: KeyObject) {
  const directory = temporaryDirectory();
  const keys = await openSqliteKeys({ directory, masterKey: current });
  const made = await Promise.all(SUBJECTS.map((subject) => keys.getOrCreate(subject)));
  await keys.getOrCreate(ERASED);
  await keys.erase(ERASED);
  await keys.close();
  return { directory, made };
}

async function withKeys<Result>(directory: string, masterKey: KeyObject, look: (keys: Keys) => Promise<Result>) {
  const keys = await openSqliteKeys({ directory, masterKey });
  try {
    return await look(keys);
  } finally {
    await keys.close();
  }
}

async function rotate(directory: string, current: KeyObject, next: KeyObject, change: Partial<RotatableKeys> = {}) {
  const store = openRotatableKeys(directory);
  try {
    return await rotateMasterKey({ ...store, ...change }, { current, next, preserved });
  } finally {
    await store.close();
  }
}

const wrappedIn = (directory: string) => {
  const store = openRotatableKeys(directory);
  onTestFinished(() => store.close().catch(() => undefined));
  return store.page(null, 10_000);
};

async function expectRotated(directory: string, next: KeyObject, made: readonly (KeyObject | null)[]) {
  await withKeys(directory, next, async (keys) => {
    const found = await keys.find([...SUBJECTS, ERASED, 'service:stream-names']);
    expect(SUBJECTS.every((subject, n) => found.get(subject)?.equals(made[n] ?? next))).toBe(true);
    expect(found.get(ERASED)).toBeNull();
    expect(found.get('service:stream-names')?.export()).toEqual(Buffer.alloc(32, 5));
    expect(await keys.getOrCreate(ERASED)).toBeNull();
  });
}

describe('A rotation of the master key', () => {
  test('wraps every key anew; what they seal stays readable, and what was erased stays erased', async () => {
    const [current, next] = [newKey(), newKey()];
    const { directory, made } = await filled(current);
    const former = await wrappedIn(directory);
    // The preserved secret is wrapped too.
    expect(await rotate(directory, current, next)).toEqual({ now: SUBJECTS.length + 1, before: 0 });
    await expectRotated(directory, next, made);
    await expect(openSqliteKeys({ directory, masterKey: current })).rejects.toBeInstanceOf(WrongMasterKey);
    const bytes = Buffer.concat(['keys.db', 'keys.db-wal'].map((name) => readIfThere(join(directory, name))));
    expect(former.filter(({ wrapped }) => bytes.includes(wrapped))).toEqual([]);
  });

  test('that is repeated changes nothing, and counts the keys as wrapped before', async () => {
    const [current, next] = [newKey(), newKey()];
    const { directory, made } = await filled(current);
    await rotate(directory, current, next);
    expect(await rotate(directory, current, next)).toEqual({ now: 0, before: SUBJECTS.length + 1 });
    await expectRotated(directory, next, made);
  });

  test.each([1, 2, 3])(
    'that was interrupted after batch %i lets nothing start, goes on, and counts what was done before',
    async (batches) => {
      const [current, next] = [newKey(), newKey()];
      const { directory, made } = await filled(current);
      const store = openRotatableKeys(directory);
      let left = batches;
      const replace: RotatableKeys['replace'] = async (keys) => {
        await store.replace(keys);
        left -= 1;
        if (left === 0) throw new Error('The process ended');
      };
      await expect(rotate(directory, current, next, { replace })).rejects.toThrow('ended');
      await store.close();
      for (const masterKey of [current, next]) {
        await expect(openSqliteKeys({ directory, masterKey })).rejects.toBeInstanceOf(RotationUnfinished);
        await expect(readSqliteKeys({ directory, masterKey })).rejects.toBeInstanceOf(RotationUnfinished);
      }
      await expect(rotate(directory, current, newKey())).rejects.toBeInstanceOf(RotationUnfinished);
      const before = Math.min(batches * 500, SUBJECTS.length + 1);
      expect(await rotate(directory, current, next)).toEqual({ now: SUBJECTS.length + 1 - before, before });
      await expectRotated(directory, next, made);
    },
  );

  test('that was interrupted in its last step, the mark removed already, takes that step again', async () => {
    const [current, next] = [newKey(), newKey()];
    const { directory, made } = await filled(current);
    const steps: string[] = [];
    const finish = (end: () => void) => async () => {
      const store = openRotatableKeys(directory);
      await store.finish();
      await store.close();
      steps.push('finished');
      end();
    };
    const killed = finish(() => {
      throw new Error('The process ended');
    });
    await expect(rotate(directory, current, next, { finish: killed })).rejects.toThrow('ended');
    await rotate(directory, current, next, { finish: finish(() => undefined) });
    expect(steps).toEqual(['finished', 'finished']);
    await expectRotated(directory, next, made);
  });

  test('needs the key that the store was made with', async () => {
    const current = newKey();
    const { directory, made } = await filled(current);
    await expect(rotate(directory, newKey(), newKey())).rejects.toBeInstanceOf(WrongMasterKey);
    await withKeys(directory, current, async (keys) => {
      const found = await keys.find(SUBJECTS);
      expect(SUBJECTS.every((subject, n) => found.get(subject)?.equals(made[n] ?? current))).toBe(true);
    });
  });
});

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
