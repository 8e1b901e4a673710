import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openSqliteDocuments } from '../../../../src/adapters/sqlite/documents/documents.ts';
import type { DocumentWrite } from '../../../../src/ports/documents.ts';
import type { Position } from '../../../../src/ports/event-log.ts';
import { StoreDamaged, StoreUnavailable } from '../../../../src/ports/store-unavailable.ts';
import { describeDocumentsContract } from '../../../contracts/documents.ts';
import { openFor } from '../../../support/stores/store-place.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

describeDocumentsContract('SQLite', () => {
  const directory = temporaryDirectory();
  return () => openSqliteDocuments({ directory });
});

describe('SQLite documents', () => {
  const messages = { name: 'messages', version: 1, indexes: [['chatbot', 'at']] };
  const puts = (count: number): DocumentWrite[] =>
    Array.from({ length: count }, (_, index) => ({
      kind: 'put',
      id: `message ${String(index).padStart(8, '0')}`,
      document: { chatbot: `bot ${index % 3}`, at: index, text: 'x'.repeat(200) },
      position: BigInt(index) as Position,
    }));

  test('yield to the event loop while they write, find and count very many', async () => {
    const documents = await openFor(() => openSqliteDocuments({ directory: temporaryDirectory() }));
    await documents.ensureCollection(messages);
    const writes = puts(30_000);
    let turns = 0;
    const count = setInterval(() => {
      turns += 1;
    }, 1);
    const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
      const before = turns;
      await work;
      return turns - before;
    };
    expect(await turnsDuring(documents.write([{ collection: messages, writes }], []))).toBeGreaterThan(2);
    const finding = documents.find(messages, { where: {}, limit: 30_000 });
    expect(await turnsDuring(finding)).toBeGreaterThan(2);
    expect((await finding).map(({ id }) => id)).toEqual(writes.map((write) => 'id' in write && write.id));
    const ids = (await finding).map(({ id }) => id);
    expect(await turnsDuring(documents.getMany(messages, ids))).toBeGreaterThan(2);
    expect(await documents.count(messages, {})).toBe(30_000);
    expect(await documents.count(messages, { chatbot: 'bot 1' })).toBe(10_000);
    clearInterval(count);
  });

  test('read each page of a search as one range of an index, without sorting', async () => {
    const { documentsOf, marksOf, rowsAfter } = await import(
      '../../../../src/adapters/sqlite/documents/document-queries.ts'
    );
    const { layoutOf } = await import('../../../../src/adapters/sqlite/documents/layout.ts');
    const directory = temporaryDirectory();
    const documents = await openFor(() => openSqliteDocuments({ directory }));
    await documents.ensureCollection(messages);
    await documents.activateVersion(messages.name, messages.version);
    const db = new DatabaseSync(join(directory, 'documents.db'), { readOnly: true });
    for (const direction of ['asc', 'desc'] as const) {
      for (const mark of [null, { id: 'a', value: null }, { id: 'a', value: 5 }]) {
        const options = { where: { chatbot: 'bot 1' }, orderBy: { field: 'at', direction }, limit: 10 };
        for (const range of rowsAfter(layoutOf(messages), options, mark)) {
          const planOf = ({ sql, parameters }: typeof rows, ...more: number[]) =>
            db
              .prepare(`EXPLAIN QUERY PLAN ${sql}`)
              .all(...parameters, ...more)
              .map(({ detail }) => detail);
          const rows = documentsOf(range);
          const index = 'INDEX messages@1 by chatbot,at (field chatbot=?';
          expect(planOf(rows, 10)).toEqual([
            'CO-ROUTINE (subquery-1)',
            expect.stringContaining(`SEARCH messages@1 USING ${index}`),
            'SCAN (subquery-1)',
          ]);
          expect(planOf(marksOf(range), 1, 9)).toEqual([
            expect.stringContaining(`SEARCH messages@1 USING COVERING ${index}`),
          ]);
        }
      }
    }
    db.close();
  });

  test.each([
    ['cut off', '{"at":1'],
    ['two documents', '{"at":1},{"at":2}'],
    ['the end of a list', '{"at":1}],[{"at":1}'],
    ['no object', 'null'],
    ['nothing', ''],
  ])('are not taken for others where one of them is damaged: %s', async (_name, damaged) => {
    const directory = temporaryDirectory();
    const documents = await openFor(() => openSqliteDocuments({ directory }));
    await documents.ensureCollection(messages);
    await documents.write([{ collection: messages, writes: puts(3) }], []);
    const db = new DatabaseSync(join(directory, 'documents.db'));
    db.prepare('UPDATE "messages@1" SET document = ? WHERE "field at" = 1').run(damaged);
    db.close();
    await expect(documents.find(messages, { where: {}, limit: 3 })).rejects.toThrow(StoreDamaged);
    expect(await documents.find(messages, { where: {}, limit: 1 })).toHaveLength(1);
  });

  test('are filled without indexes while they are built, and have them once they are searched or swapped in', async () => {
    const directory = temporaryDirectory();
    const documents = await openFor(() => openSqliteDocuments({ directory }));
    const next = { ...messages, version: 2 };
    const db = new DatabaseSync(join(directory, 'documents.db'), { readOnly: true });
    const indexes = (collection: typeof messages) =>
      db
        .prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?")
        .get(`${collection.name}@${collection.version}`)?.n;
    await documents.ensureCollection(messages);
    await documents.ensureCollection(next);
    expect([indexes(messages), indexes(next)]).toEqual([0, 0]);
    await documents.find(messages, { where: { chatbot: 'bot 1' }, limit: 1 });
    expect([indexes(messages), indexes(next)]).toEqual([messages.indexes.length, 0]);
    await documents.activateVersion(next.name, next.version);
    expect(indexes(next)).toBe(next.indexes.length);
    db.close();
  });

  test('forget a deletion when a checkpoint has passed it', async () => {
    const directory = temporaryDirectory();
    const documents = await openFor(() => openSqliteDocuments({ directory }));
    await documents.ensureCollection(messages);
    const db = new DatabaseSync(join(directory, 'documents.db'), { readOnly: true });
    const kept = () => Number(db.prepare('SELECT count(*) AS count FROM deletions').get()?.count);
    const deletion = (id: string, position: bigint): DocumentWrite => ({
      kind: 'delete',
      id,
      position: position as Position,
    });
    const writes = [deletion('a', 5n), deletion('b', 6n)];
    await documents.write(
      [{ collection: messages, writes }],
      [{ projection: 'messages@1', position: 4n as Position, eventId: null }],
    );
    expect(kept()).toBe(2);
    await documents.write([], [{ projection: 'messages@1', position: 5n as Position, eventId: null }]);
    expect(kept()).toBe(1);
    const more = [{ collection: messages, writes: [deletion('c', 7n)] }];
    const behind = { projection: 'slower@1', position: 6n as Position, eventId: null };
    await documents.write(more, [{ projection: 'another@1', position: 9n as Position, eventId: null }, behind]);
    expect(kept()).toBe(1);
    await documents.write(more, [{ projection: 'another@1', position: 9n as Position, eventId: null }]);
    expect(kept()).toBe(0);
    db.close();
  });

  test('leave nothing of a deleted document in the file', async () => {
    const directory = temporaryDirectory();
    const documents = await openSqliteDocuments({ directory });
    await documents.ensureCollection(messages);
    await documents.write([{ collection: messages, writes: puts(2000) }], []);
    const secret = { chatbot: 'bot 1', at: 7.5, text: 'a secret that is to be forgotten' };
    const position = 1n as Position;
    await documents.write(
      [{ collection: messages, writes: [{ kind: 'put', id: 's', document: secret, position }] }],
      [],
    );
    await documents.write([{ collection: messages, writes: [{ kind: 'delete', id: 's', position }] }], []);
    await documents.close();
    const bytes = readFileSync(join(directory, 'documents.db'));
    expect(bytes.includes('x'.repeat(200))).toBe(true);
    expect(bytes.includes('to be forgotten')).toBe(false);
  });

  test('are unavailable once they are closed', async () => {
    const documents = await openSqliteDocuments({ directory: temporaryDirectory() });
    await documents.ensureCollection(messages);
    await documents.close();
    await documents.close();
    await expect(documents.get(messages, 'a')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(documents.write([], [])).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test('say which collection was never prepared', async () => {
    const documents = await openFor(() => openSqliteDocuments({ directory: temporaryDirectory() }));
    await expect(documents.get(messages, 'a')).rejects.toThrow('messages@1');
    await expect(documents.write([{ collection: messages, writes: puts(1) }], [])).rejects.toThrow('messages@1');
  });
});
