import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openSqliteSearchIndex } from '../../../../src/adapters/sqlite/search-index/search-index.ts';
import type { IndexedPassage, SearchIndex } from '../../../../src/ports/search-index.ts';
import { StoreDamaged } from '../../../../src/ports/store-unavailable.ts';
import { NO_RANKING } from '../../../../src/text/ranking/ranking.ts';
import {
  contractDimensions,
  describePreviousIndexesContract,
  describeSearchIndexContract,
} from '../../../contracts/search-index.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { openFor } from '../../../support/stores/store-place.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

function opener(directory: string, embedderId = 'test/8', dimensions = contractDimensions) {
  return () => openSqliteSearchIndex({ directory, embedderId, dimensions });
}

describeSearchIndexContract('SQLite', () => opener(temporaryDirectory()));

describePreviousIndexesContract('SQLite', () => {
  const directory = temporaryDirectory();
  return (embedderId, dimensions) => opener(directory, embedderId, dimensions)();
});

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
    await one.putPassages([passage()]);
    await other.putPassages([passage({ id: 'b', vector: Float32Array.of(0, 1, 0) })]);
    expect((await one.search(query)).byWords.ids).toEqual(['a']);
    expect((await other.search(query)).byWords.ids).toEqual(['b']);
  });

  test('lose what is removed through any of them', async () => {
    const directory = temporaryDirectory();
    const one = await openFor(opener(directory));
    const other = await openFor(opener(directory, 'test/3', 3));
    await one.putPassages([passage()]);
    await other.deleteChatbot('chatbot');
    expect(await one.countPassages('chatbot', 'generation')).toBe(0);
  });
});

describe('search.db', () => {
  test('holds nothing of what was removed, not even in free pages or the write-ahead log', async () => {
    const directory = temporaryDirectory();
    const index = await openFor(opener(directory));
    const secrets = { title: 'titlesecret', text: 'textsecret '.repeat(1_000), words: 'wordsecret '.repeat(5) };
    await index.putPassages([passage({ id: 'kept', generation: 'kept' }), passage(secrets)]);
    await index.deleteGeneration('chatbot', 'generation');
    const bytes = await Promise.all(
      ['search.db', 'search.db-wal'].map((file) => readFile(join(directory, file), 'latin1')),
    );
    for (const secret of ['titlesecret', 'textsecret', 'wordsecret']) expect(bytes.join('')).not.toContain(secret);
    expect(await index.countPassages('chatbot', 'kept')).toBe(1);
  });

  test('hands out no text that is not as it was written, and says that it is damaged', async () => {
    const directory = temporaryDirectory();
    const shown = { title: 'Hours', url: 'https://shop.example/', headings: ['When'], text: 'We open at nine.' };
    const first = await opener(directory)();
    await first.putPassages([passage(shown), passage({ ...shown, id: 'b' })]);
    await first.putPassages([passage({ ...shown, id: 'b', text: 'We open at ten.' })]);
    await first.close();
    const db = new DatabaseSync(join(directory, 'search.db'));
    db.exec("UPDATE passages SET text = 'We opem at nine.' WHERE id = 'a'");
    db.close();
    const damages: string[] = [];
    const options = { directory, embedderId: 'test/8', dimensions: contractDimensions };
    const index = await openFor(() =>
      openSqliteSearchIndex({ ...options, onDamage: ({ message }) => void damages.push(message) }),
    );
    expect(await index.getPassages('chatbot', ['b'])).toMatchObject([{ text: 'We open at ten.' }]);
    await expect(index.getPassages('chatbot', ['a'])).rejects.toBeInstanceOf(StoreDamaged);
    expect(damages).toEqual(['search index: a passage is not as it was written']);
  });

  test.each([
    ['with a zero', 'a\0b'],
    ['with half a character', 'a\ud83db'],
    ['without text', ''],
  ])('takes a passage %s for whole', async (_, text) => {
    const index = await openFor(opener(temporaryDirectory()));
    await index.putPassages([passage({ title: text, headings: [text], text })]);
    expect(await index.getPassages('chatbot', ['a'])).toHaveLength(1);
  });

  test('of a release without checksums is read as it is, and keeps what it holds', async () => {
    const directory = temporaryDirectory();
    const first = await opener(directory)();
    await first.putPassages([passage({ text: 'We open at nine.' })]);
    await first.close();
    const db = new DatabaseSync(join(directory, 'search.db'));
    db.exec('ALTER TABLE passages DROP COLUMN checksum; PRAGMA user_version = 2');
    db.close();
    const index = await openFor(opener(directory));
    expect(await index.getPassages('chatbot', ['a'])).toMatchObject([{ text: 'We open at nine.' }]);
    await index.putPassages([passage({ id: 'b', text: 'We close at five.' })]);
    expect((await index.search(query)).byWords.ids).toHaveLength(2);
  });

  test('scores a chatbot by its own words, whatever the others hold', async () => {
    const own = [passage({ id: 'a', words: 'rare common' }), passage({ id: 'b', words: 'common filler' })];
    const alone = await openFor(opener(temporaryDirectory()));
    await alone.putPassages(own);
    const shared = await openFor(opener(temporaryDirectory()));
    const others = Array.from({ length: 300 }, (_, place) =>
      passage({ id: `o${place}`, chatbotId: `other-${place % 7}`, words: 'rare rare rare' }),
    );
    await shared.putPassages([...others, ...own]);
    const words = ['rare', 'common'];
    expect(await shared.search({ ...query, words })).toEqual(await alone.search({ ...query, words }));
  });

  test('is searched as of its last commit', async () => {
    const index = await openFor(opener(temporaryDirectory()));
    const found = async () => (await index.search({ ...query, words: ['word', 'more'] })).byWords;
    expect(await found()).toEqual(NO_RANKING);
    await index.putPassages([passage()]);
    const alone = await found();
    expect(alone.ids).toEqual(['a']);
    await index.putPassages([passage({ id: 'b', words: 'word more' }), passage({ id: 'c', generation: 'other' })]);
    expect((await found()).ids).toEqual(['b', 'a']);
    await index.deleteGeneration('chatbot', 'other');
    await index.putPassages([passage({ id: 'b', words: 'else' })]);
    expect((await found()).ids).toEqual(['a']);
    await index.deleteGeneration('chatbot', 'generation');
    expect(await found()).toEqual(NO_RANKING);
    await index.putPassages([passage()]);
    expect(await found()).toEqual(alone);
  });

  test('is searched while a large batch is being written', async () => {
    const index = await openFor(opener(temporaryDirectory()));
    await index.putPassages([passage()]);
    const many = Array.from({ length: 3_000 }, (_, place) =>
      passage({
        id: `m${place}`,
        generation: 'other',
        words: `${Array.from({ length: 100 }, (__, word) => `w${word * place}`).join(' ')}`,
      }),
    );
    let written = false;
    const writing = index.putPassages(many).then(() => {
      written = true;
    });
    await index.search(query);
    expect(written).toBe(false);
    await writing;
    expect(await index.countPassages('chatbot', 'other')).toBe(3_000);
  });

  test('of an earlier release is rebuilt, and nothing of it is left', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'search.db');
    const old = new DatabaseSync(path);
    old.exec("CREATE TABLE passages (text TEXT); INSERT INTO passages VALUES ('oldsecret'); PRAGMA user_version = 1");
    old.close();
    const index = await openFor(opener(directory));
    expect(await index.countPassages('chatbot', 'generation')).toBe(0);
    await index.putPassages([passage()]);
    expect((await index.search(query)).byWords.ids).toEqual(['a']);
    expect(await readFile(path, 'latin1')).not.toContain('oldsecret');
  });

  test('of a newer release is refused and left as it is', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'search.db');
    const newer = new DatabaseSync(path);
    newer.exec("CREATE TABLE kept (text TEXT); INSERT INTO kept VALUES ('kept'); PRAGMA user_version = 99");
    newer.close();
    await expect(opener(directory)()).rejects.toThrow('start the newer release');
    const left = new DatabaseSync(path);
    expect(left.prepare('SELECT text FROM kept').get()).toEqual({ text: 'kept' });
    left.close();
  });
});

describe('A generation that is put in many small batches', () => {
  const words = ['common', 'rare', 'other', 'third', 'fourth'];
  const wordsOf = (place: number) => words.filter((_, index) => place % (index * 3 + 1) === 0).join(' ');
  const put = (index: SearchIndex, from: number, to: number, said = wordsOf) =>
    index.putPassages(
      Array.from({ length: to - from }, (_, offset) =>
        passage({ id: `p${from + offset}`, ordinal: from + offset, words: said(from + offset) }),
      ),
    );

  test('is ranked as if it had been put at once', async () => {
    const atOnce = await openFor(opener(temporaryDirectory()));
    await put(atOnce, 0, 300);
    const bit = await openFor(opener(temporaryDirectory()));
    for (let from = 0; from < 300; from += 3) await put(bit, from, from + 3);
    for (const asked of [['common'], ['rare', 'third'], words]) {
      const wanted = { ...query, words: asked, limit: 40 };
      expect(await bit.search(wanted)).toEqual(await atOnce.search(wanted));
    }
  });

  test('loses the old words of a passage that is put again, in whichever segment it is', async () => {
    const index = await openFor(opener(temporaryDirectory()));
    for (let from = 0; from < 100; from += 2) await put(index, from, from + 2);
    await put(index, 10, 20, () => 'changed');
    const found = async (word: string) => (await index.search({ ...query, words: [word], limit: 200 })).byWords.ids;
    expect((await found('changed')).toSorted()).toEqual(Array.from({ length: 10 }, (_, place) => `p1${place}`));
    const common = await found('common');
    expect(common).toHaveLength(90);
    expect(common).not.toContain('p15');
    expect(await index.countPassages('chatbot', 'generation')).toBe(100);
  });
});

describe('Search in a large chatbot', () => {
  test.each([
    ['few dimensions', 24],
    ['many dimensions', 640],
  ])('finds the nearest with their exact cosine, in vectors of %s', async (_, dimensions) => {
    const random = seededRandom(7);
    const aside = () => random() * 2 - 1;
    const directions = Array.from({ length: 40 }, () => unit(Float32Array.from({ length: dimensions }, aside)));
    const near = () => {
      const middle = directions[Math.floor(random() * directions.length)] ?? new Float32Array(dimensions);
      return unit(middle.map((value) => value + (0.6 * aside()) / Math.sqrt(dimensions / 3)));
    };
    const vectors = Array.from({ length: 4_000 }, near);
    const index = await openFor(opener(temporaryDirectory(), 'test/large', dimensions));
    await index.putPassages(vectors.map((vector, place) => passage({ id: `p${place}`, words: '', vector })));
    let found = 0;
    for (let round = 0; round < 10; round += 1) {
      const asked = near();
      const cosines = vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0));
      const truth = [...cosines.keys()].sort((one, other) => (cosines[other] ?? 0) - (cosines[one] ?? 0)).slice(0, 8);
      const { byVector } = await index.search({ ...query, words: [], vector: asked, limit: 20 });
      expect(byVector.ids).toHaveLength(20);
      for (const [place, id] of byVector.ids.entries()) {
        expect(byVector.scores[place]).toBeCloseTo(cosines[Number(id.slice(1))] ?? 2, 4);
      }
      const ids = new Set(byVector.ids.slice(0, 8));
      found += truth.filter((place) => ids.has(`p${place}`)).length;
    }
    expect(found / 80).toBeGreaterThanOrEqual(0.98);
  });
});

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
