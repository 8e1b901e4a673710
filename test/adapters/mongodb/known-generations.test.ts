import type { Db } from 'mongodb';
import { expect, test } from 'vitest';
import { KnownGenerations } from '../../../src/adapters/mongodb/documents/known-generations.ts';

/** A database whose answers about active versions are given by hand, in the order of the questions. */
function heldBack() {
  const answers: ((rows: readonly object[]) => void)[] = [];
  const later = () => new Promise((resolve) => answers.push(resolve));
  const collection = (name: string) => ({
    find: () => ({ toArray: name === 'active_versions' ? later : async () => [] }),
  });
  return { db: { collection } as unknown as Db, answers };
}

test('Readers use the generation of the newest question, also when an earlier one is answered later', async () => {
  const { db, answers } = heldBack();
  const known = new KnownGenerations(db);
  const [earlier, later] = [known.refresh(), known.refresh()];
  answers[1]?.([{ _id: 'messages', version: 3, build: { version: 3, generation: '1f2e3d4c' } }]);
  await later;
  answers[0]?.([{ _id: 'messages', version: 3, build: { version: 3, generation: '' } }]);
  await earlier;
  expect(known.inUse('messages', 3)).toBe('1f2e3d4c');
});
