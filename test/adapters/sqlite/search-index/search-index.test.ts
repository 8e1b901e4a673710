import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqliteSearchIndex } from '../../../../src/adapters/sqlite/search-index/search-index.ts';
import type { IndexedPassage } from '../../../../src/ports/search-index.ts';
import { contractDimensions, describeSearchIndexContract } from '../../../contracts/search-index.ts';
import { openFor } from '../../../support/store-place.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

function opener(directory: string, embedderId = 'test/8', dimensions = contractDimensions) {
  return () => openSqliteSearchIndex({ directory, embedderId, dimensions });
}

describeSearchIndexContract('SQLite', () => opener(temporaryDirectory()));

function passage(changes: Partial<IndexedPassage> = {}): IndexedPassage {
  const vector = new Float32Array(contractDimensions).fill(0);
  vector[0] = 1;
  const named = { id: 'a', chatbotId: 'chatbot', sourceId: 'source', generation: 'generation', ordinal: 0 };
  return { ...named, title: '', url: null, headings: [], text: '', words: 'word', vector, ...changes };
}

const query = { chatbotId: 'chatbot', generations: ['generation'], words: ['word'], vector: null, limit: 10 };

describe('Indexes of several embedders in one search.db', () => {
  test('do not see each other', async () => {
    const directory = temporaryDirectory();
    const one = await openFor(opener(directory));
    const other = await openFor(opener(directory, 'test/3', 3));
    await one.put([passage()]);
    await other.put([passage({ id: 'b', vector: Float32Array.of(0, 1, 0) })]);
    expect((await one.search(query)).byWords.map(({ id }) => id)).toEqual(['a']);
    expect((await other.search(query)).byWords.map(({ id }) => id)).toEqual(['b']);
  });

  test('lose what is removed through any of them', async () => {
    const directory = temporaryDirectory();
    const one = await openFor(opener(directory));
    const other = await openFor(opener(directory, 'test/3', 3));
    await one.put([passage()]);
    await other.removeChatbot('chatbot');
    expect(await one.count('chatbot', 'generation')).toBe(0);
  });
});

describe('search.db', () => {
  test('holds nothing of what was removed, not even in free pages or the write-ahead log', async () => {
    const directory = temporaryDirectory();
    const index = await openFor(opener(directory));
    const secrets = { title: 'titlesecret', text: 'textsecret '.repeat(1_000), words: 'wordsecret '.repeat(5) };
    await index.put([passage({ id: 'kept', generation: 'kept' }), passage(secrets)]);
    await index.removeGeneration('chatbot', 'generation');
    const bytes = await Promise.all(
      ['search.db', 'search.db-wal'].map((file) => readFile(join(directory, file), 'latin1')),
    );
    for (const secret of ['titlesecret', 'textsecret', 'wordsecret']) expect(bytes.join('')).not.toContain(secret);
    expect(await index.count('chatbot', 'kept')).toBe(1);
  });

  test('scores a chatbot by its own words, whatever the others hold', async () => {
    const own = [passage({ id: 'a', words: 'rare common' }), passage({ id: 'b', words: 'common filler' })];
    const alone = await openFor(opener(temporaryDirectory()));
    await alone.put(own);
    const shared = await openFor(opener(temporaryDirectory()));
    const others = Array.from({ length: 300 }, (_, place) =>
      passage({ id: `o${place}`, chatbotId: `other-${place % 7}`, words: 'rare rare rare' }),
    );
    await shared.put([...others, ...own]);
    const words = ['rare', 'common'];
    expect(await shared.search({ ...query, words })).toEqual(await alone.search({ ...query, words }));
  });

  test('is searched while a large batch is being written', async () => {
    const index = await openFor(opener(temporaryDirectory()));
    await index.put([passage()]);
    const many = Array.from({ length: 3_000 }, (_, place) =>
      passage({
        id: `m${place}`,
        generation: 'other',
        words: `${Array.from({ length: 100 }, (__, word) => `w${word * place}`).join(' ')}`,
      }),
    );
    let written = false;
    const writing = index.put(many).then(() => {
      written = true;
    });
    await index.search(query);
    expect(written).toBe(false);
    await writing;
    expect(await index.count('chatbot', 'other')).toBe(3_000);
  });
});
