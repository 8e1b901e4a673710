import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteSearchIndex } from '../../../../../src/adapters/sqlite/search-index/search-index.ts';
import { SegmentWriter } from '../../../../../src/adapters/sqlite/search-index/segments/segment-writer.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

const CODE = new Uint8Array(4);
const GENERATION = 1;

/** Passages of each segment after so many batches of one passage. */
async function sizesAfter(batches: number, wordsOf: (batch: number) => readonly string[], maxMergedWords: number) {
  const directory = temporaryDirectory();
  await (await openSqliteSearchIndex({ directory, embedderId: 'test/32', dimensions: 32 })).close();
  const db = new DatabaseSync(join(directory, 'search.db'), { enableForeignKeyConstraints: false });
  onTestFinished(() => db.close());
  for (let batch = 0; batch < batches; batch += 1) {
    const writer = new SegmentWriter(db, CODE.byteLength, maxMergedWords);
    writer.add(GENERATION, batch, wordsOf(batch), CODE);
    writer.flush();
  }
  return db
    .prepare('SELECT passages FROM segments ORDER BY key')
    .all()
    .map(({ passages }) => passages);
}

const WORDS = Array.from({ length: 20 }, (_, place) => `word${place}`);

test('Segments whose words are shared are merged by eight, again and again', async () => {
  expect(await sizesAfter(8 * 8, () => WORDS, 200)).toEqual([64]);
});

test('Segments that together hold too many words stay as they are', async () => {
  const ofItsOwn = (batch: number) => WORDS.map((word) => `${word}of${batch}`);
  expect(await sizesAfter(20, ofItsOwn, 159)).toEqual(Array(20).fill(1));
  expect(await sizesAfter(20, ofItsOwn, 160)).toEqual([8, 8, 1, 1, 1, 1]);
});
