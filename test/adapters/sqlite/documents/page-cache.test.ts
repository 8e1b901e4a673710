import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHandlers } from '../../../../src/adapters/sqlite/documents/handlers.ts';

const LIVE = -4_096;
const BUILDING = -65_536;

function open() {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  return { handlers: createHandlers(db), cacheSize: () => db.prepare('PRAGMA cache_size').get()?.cache_size };
}

const writeUpTo = (projection: string) => ({
  changes: [],
  checkpoints: [{ projection, position: 1n, eventId: null }],
});
const collection = (name: string, version = 1) => ({ name, version, indexes: [] });

describe('The page cache of documents.db', () => {
  it('is large while a read model is built, and small once all are active', () => {
    const { handlers, cacheSize } = open();
    for (const name of ['chatbots', 'messages']) handlers.prepare(collection(name));
    handlers.write(writeUpTo('chatbots@1'));
    handlers.write(writeUpTo('messages@1'));
    expect(cacheSize()).toBe(BUILDING);
    handlers.activate({ name: 'chatbots', version: 1 });
    expect(cacheSize()).toBe(BUILDING);
    handlers.activate({ name: 'messages', version: 1 });
    expect(cacheSize()).toBe(LIVE);
  });

  it('stays small for read models that are active', () => {
    const { handlers, cacheSize } = open();
    handlers.prepare(collection('chatbots'));
    handlers.activate({ name: 'chatbots', version: 1 });
    handlers.prepare(collection('chatbots'));
    handlers.write(writeUpTo('chatbots@1'));
    expect(cacheSize()).toBe(LIVE);
  });

  it('stays small for collections that no projection fills', () => {
    const { handlers, cacheSize } = open();
    handlers.prepare(collection('installation'));
    handlers.write({ changes: [], checkpoints: [] });
    expect(cacheSize()).toBe(LIVE);
  });

  it('is small again when a build is given up', () => {
    const { handlers, cacheSize } = open();
    handlers.prepare(collection('chatbots', 2));
    handlers.write(writeUpTo('chatbots@2'));
    expect(cacheSize()).toBe(BUILDING);
    handlers.drop(collection('chatbots', 2));
    expect(cacheSize()).toBe(LIVE);
  });
});
