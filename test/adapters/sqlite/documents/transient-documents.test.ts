import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTransientDocuments } from '../../../../src/adapters/sqlite/documents/transient-documents.ts';
import type { CollectionDefinition } from '../../../../src/ports/documents.ts';
import type { Position } from '../../../../src/ports/event-log.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const words: CollectionDefinition = { name: 'words', version: 1, indexes: [['length']] };
const DOCUMENTS = 3_000;

test('Transient documents are stored and found, and no file has a name while they are: a kill leaves nothing', async () => {
  const parent = temporaryDirectory();
  const { documents, close } = await openTransientDocuments(parent);
  const names = () => readdirSync(parent, { recursive: true });
  expect(names()).toEqual([]);
  await documents.ensureCollection(words);
  // More than the write-ahead log holds, so that it is copied into the file meanwhile.
  for (let round = 0; round < 10; round += 1) {
    const writes = Array.from({ length: DOCUMENTS }, (_, number) => {
      const id = `${round}-${number}`;
      const document = { length: number % 7, text: id.padEnd(1_000, 'x') };
      return { kind: 'put', id, document, position: BigInt(round * DOCUMENTS + number + 1) as Position } as const;
    });
    await documents.write([{ collection: words, writes }], []);
    expect(names()).toEqual([]);
  }
  expect(await documents.count(words, {})).toBe(10 * DOCUMENTS);
  const found = await documents.find(words, { where: { length: 3 }, limit: 2 });
  expect(found.map(({ id }) => id)).toEqual(['0-10', '0-1004']);
  await documents.dropCollection(words);
  await close();
  expect(names()).toEqual([]);
});
