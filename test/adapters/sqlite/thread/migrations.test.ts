import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrate, NewerFileError } from '../../../../src/adapters/sqlite/thread/migrations.ts';

const first = 'CREATE TABLE a (x)';
const second = 'CREATE TABLE b (x)';

function tables(db: DatabaseSync): unknown[] {
  return db
    .prepare('SELECT name FROM sqlite_schema ORDER BY name')
    .all()
    .map((row) => row.name);
}

test('A file is migrated once, from whatever version it has', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, [first]);
  migrate(db, [first, second]);
  migrate(db, [first, second]);
  expect(tables(db)).toEqual(['a', 'b']);
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
});

test('A failing step leaves the version before it intact', () => {
  const db = new DatabaseSync(':memory:');
  expect(() => migrate(db, [first, `${second}; CREATE TABLE a (x)`])).toThrow(/already exists/);
  expect(tables(db)).toEqual(['a']);
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
});

test('A file that is newer than the release is refused and left alone', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, [first, second]);
  expect(() => migrate(db, [first])).toThrow(NewerFileError);
  expect(tables(db)).toEqual(['a', 'b']);
});
