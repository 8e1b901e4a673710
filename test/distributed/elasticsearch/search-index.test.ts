import { describe, expect, test, vi } from 'vitest';
import { openSqliteSearchIndex } from '../../../src/adapters/sqlite/search-index/search-index.ts';
import type { IndexedPassage } from '../../../src/ports/search-index.ts';
import { NO_RANKING } from '../../../src/text/ranking/ranking.ts';
import { contractDimensions } from '../../contracts/search-index.ts';
import { askEngine, openIndexFor, ownPrefix } from '../../support/engines/elasticsearch.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { openFor } from '../../support/stores/store-place.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const url = engineUrl('ELASTICSEARCH_URL') ?? '';

function axis(place: number): Float32Array {
  return new Float32Array(contractDimensions).fill(1, place, place + 1);
}

function passage(changes: Partial<IndexedPassage> = {}): IndexedPassage {
  const named = { id: 'a', chatbotId: 'chatbot', sourceId: 'source', generation: 'generation', ordinal: 0 };
  return { ...named, title: '', url: null, headings: [], text: '', words: 'word', vector: axis(0), ...changes };
}

function passages(count: number, of: (place: number) => Partial<IndexedPassage> = () => ({})): IndexedPassage[] {
  return Array.from({ length: count }, (_, place) => passage({ id: `p${place}`, ordinal: place, ...of(place) }));
}

const query = { chatbotId: 'chatbot', generations: ['generation'], words: ['word'], vector: null, limit: 10 };

async function onlyIndex(prefix: string): Promise<string> {
  const indices = (await askEngine(url, `/_cat/indices/${prefix}-*?format=json`)) as { index: string }[];
  expect(indices).toHaveLength(1);
  return indices[0]?.index ?? '';
}

function remove(index: string): Promise<unknown> {
  return askEngine(url, `/${index}`, { method: 'DELETE' });
}

/** Twenty to thirty-four words of forty, the first ones the most common; the same on each run. */
function someWords(seed: number): string {
  const random = seededRandom(seed * 7919 + 1);
  const word = () => `w${Math.floor(random() ** 2 * 40)}`;
  return Array.from({ length: 20 + (seed % 15) }, word).join(' ');
}

describe.skipIf(url === '')('Indices of several embedders in one Elasticsearch', () => {
  test('do not see each other', async () => {
    const prefix = ownPrefix(url);
    const one = await openIndexFor({ url, prefix });
    const other = await openIndexFor({ url, prefix, embedderId: 'test/3', dimensions: 3 });
    await one.putPassages([passage()]);
    await other.putPassages([passage({ id: 'b', vector: Float32Array.of(0, 1, 0) })]);
    await Promise.all([one.refresh(), other.refresh()]);
    expect((await one.search(query)).byWords.ids).toEqual(['a']);
    expect((await other.search(query)).byWords.ids).toEqual(['b']);
  });

  test('hold no byte of what is removed, once it is merged away', async () => {
    const prefix = ownPrefix(url);
    const index = await openIndexFor({ url, prefix, shards: 1, expungeDelayMs: 1_000 });
    await index.putPassages(passages(50));
    await index.putPassages(passages(50, (place) => ({ id: `other ${place}`, sourceId: 'other' })));
    await index.refresh();
    await index.deleteSource('chatbot', 'source');
    const name = await onlyIndex(prefix);
    const documents = async () => {
      // Asked for again, as each deletion and each start does: the shard may still have held on to them.
      await index.deleteSource('chatbot', 'source');
      await askEngine(url, `/${name}/_refresh`, { method: 'POST' });
      const stats = (await askEngine(url, `/${name}/_stats/docs`)) as { _all: { primaries: { docs: object } } };
      return stats._all.primaries.docs;
    };
    await expect.poll(documents, { timeout: 100_000, interval: 3_000 }).toMatchObject({ count: 50, deleted: 0 });
  }, 120_000);

  test('lose what is removed through any of them', async () => {
    const prefix = ownPrefix(url);
    const one = await openIndexFor({ url, prefix });
    const other = await openIndexFor({ url, prefix, embedderId: 'test/3', dimensions: 3 });
    await one.putPassages([passage()]);
    await other.deleteChatbot('chatbot');
    expect(await one.countPassages('chatbot', 'generation')).toBe(0);
    expect(await one.getPassages('chatbot', ['a'])).toEqual([]);
  });

  test('of other installations are not touched', async () => {
    const mine = await openIndexFor({ url, prefix: ownPrefix(url) });
    const theirs = await openIndexFor({ url, prefix: ownPrefix(url) });
    await theirs.putPassages([passage()]);
    await mine.deleteChatbot('chatbot');
    expect(await theirs.getPassages('chatbot', ['a'])).toHaveLength(1);
  });
});

describe.skipIf(url === '')('Ranking by words in Elasticsearch', () => {
  const words = ['w0', 'w3', 'w3', 'w17', 'w30', 'w39', 'unknown'];

  test('is that of the embedded index', async () => {
    const index = await openIndexFor({ url, prefix: ownPrefix(url) });
    const embedded = await openFor(() =>
      openSqliteSearchIndex({ directory: temporaryDirectory(), embedderId: 'test/8', dimensions: contractDimensions }),
    );
    const all = passages(300, (place) => ({ words: someWords(place) }));
    await Promise.all([index.putPassages(all), embedded.putPassages(all)]);
    await index.refresh();
    const [found, expected] = [await index.search({ ...query, words }), await embedded.search({ ...query, words })];
    expect(found.byWords.ids).toEqual(expected.byWords.ids);
    expect(found.byWords.ids).toHaveLength(10);
    for (const [place, score] of found.byWords.scores.entries())
      expect(score).toBeCloseTo(expected.byWords.scores[place] ?? 0, 3);
  });

  test('of a chatbot is the same whatever other chatbots of its shard hold', async () => {
    const own = passages(40, (place) => ({ words: someWords(place) }));
    const alone = await openIndexFor({ url, prefix: ownPrefix(url), shards: 1 });
    const crowded = await openIndexFor({ url, prefix: ownPrefix(url), shards: 1 });
    const meanLength = own.reduce((sum, one) => sum + one.words.split(' ').length, 0) / own.length;
    const others = passages(500, (place) => ({
      chatbotId: `other-${place % 7}`,
      words: Array(Math.round(meanLength))
        .fill(place % 2 === 0 ? 'w39' : 'w17')
        .join(' '),
    }));
    await Promise.all([alone.putPassages(own), crowded.putPassages([...others, ...own])]);
    await Promise.all([alone.refresh(), crowded.refresh()]);
    const expected = (await alone.search({ ...query, words })).byWords;
    const found = (await crowded.search({ ...query, words })).byWords;
    expect(found.ids).toEqual(expected.ids);
    for (const [place, score] of found.scores.entries()) expect(score).toBeCloseTo(expected.scores[place] ?? 0, 1);
  });
});

describe.skipIf(url === '')('An Elasticsearch index', () => {
  test('keeps nothing of a generation in a search that does not name it, among hundreds that it does', async () => {
    const index = await openIndexFor({ url, prefix: ownPrefix(url) });
    await index.putPassages(passages(800, (place) => ({ generation: `g${place}`, vector: axis(place % 8) })));
    await index.refresh();
    const generations = Array.from({ length: 600 }, (_, place) => `g${place}`);
    const found = await index.search({ ...query, generations, vector: axis(0), limit: 1_000 });
    const named = new Set(generations.map((_, place) => `p${place}`));
    expect(new Set(found.byWords.ids)).toEqual(named);
    expect(new Set(found.byVector.ids)).toEqual(named);
  });

  test('loses all of a large generation, though nothing of it was refreshed', async () => {
    const index = await openIndexFor({ url, prefix: ownPrefix(url) });
    const kept = passage({ id: 'kept', generation: 'other' });
    await index.putPassages([...passages(5_600), kept]);
    await index.deleteGeneration('chatbot', 'generation');
    expect(await index.countPassages('chatbot', 'generation')).toBe(0);
    expect(await index.getPassages('chatbot', ['p0', 'p5599', 'kept'])).toMatchObject([{ id: 'kept' }]);
    await index.deleteGeneration('chatbot', 'generation');
    expect(await index.countPassages('chatbot', 'other')).toBe(1);
  });

  test('gives back what was put before any refresh', async () => {
    const index = await openIndexFor({ url, prefix: ownPrefix(url) });
    await index.putPassages([passage({ text: 'fresh' })]);
    expect(await index.getPassages('chatbot', ['a'])).toMatchObject([{ text: 'fresh' }]);
  });

  test('keeps the last of several passages under one id, however many lie between', async () => {
    const index = await openIndexFor({ url, prefix: ownPrefix(url) });
    await index.putPassages([passage({ text: 'first' }), ...passages(1_500), passage({ text: 'last' })]);
    await index.refresh();
    expect(await index.getPassages('chatbot', ['a'])).toMatchObject([{ text: 'last' }]);
    expect(await index.countPassages('chatbot', 'generation')).toBe(1_501);
  });

  test('keeps vectors and words out of what it stores beside its inverted index', async () => {
    const prefix = ownPrefix(url);
    const index = await openIndexFor({ url, prefix });
    await index.putPassages([passage()]);
    await index.refresh();
    const found = await askEngine(url, `/${prefix}-passages-*/_search`);
    const names = ['chatbotId', 'sourceId', 'generation', 'id', 'ordinal', 'title', 'url', 'headings', 'text'];
    expect(found).toMatchObject({ hits: { total: { value: 1 } } });
    const [hit] = (found as { hits: { hits: { _source: object }[] } }).hits.hits;
    expect(new Set(Object.keys(hit?._source ?? {}))).toEqual(new Set(names));
  });

  test('takes words, ids and vectors that an engine would choke on', async () => {
    const index = await openIndexFor({ url, prefix: ownPrefix(url) });
    const huge = 'x'.repeat(40_000);
    const huger = 'x'.repeat(40_001);
    const id = `id ${'é'.repeat(600)}\n`;
    const zero = new Float32Array(contractDimensions);
    await index.putPassages([
      passage({ id, words: `${huge} tab\there nul\u0000 half\ud800` }),
      passage({ id: 'b', words: huger, vector: zero }),
      passage({ id: 'c', words: 'other', vector: Float32Array.from(zero).fill(Number.NaN) }),
      passage({ id: 'd', words: 'other', vector: axis(1).map((value) => value * 3) }),
    ]);
    await index.refresh();
    const byWords = async (word: string) => (await index.search({ ...query, words: [word] })).byWords.ids;
    expect(await byWords(huge)).toEqual([id]);
    expect(await byWords(huger)).toEqual(['b']);
    expect(await byWords('tab\there')).toEqual([id]);
    expect(await byWords('here')).toEqual([]);
    expect(await byWords('nul\u0000')).toEqual([id]);
    expect(await byWords('half\ud800')).toEqual([id]);
    expect(await index.getPassages('chatbot', [id, 'b', 'c', 'd'])).toHaveLength(4);
    const near = (await index.search({ ...query, words: [], vector: axis(1) })).byVector;
    expect(near.ids).toEqual(['d', id]);
    expect(near.scores[0]).toBeCloseTo(1, 2);
    expect((await index.search({ ...query, words: [], vector: zero })).byVector).toEqual(NO_RANKING);
  });

  test('is made once when many nodes start at once', async () => {
    const prefix = ownPrefix(url);
    const nodes = await Promise.all(Array.from({ length: 5 }, () => openIndexFor({ url, prefix })));
    await nodes[0]?.putPassages([passage()]);
    await nodes[1]?.refresh();
    expect((await nodes[2]?.search(query))?.byWords.ids).toEqual(['a']);
    await onlyIndex(prefix);
  });

  test('is made again with its mapping when an operator has removed it', async () => {
    const prefix = ownPrefix(url);
    const index = await openIndexFor({ url, prefix });
    const name = await onlyIndex(prefix);
    await remove(name);
    await index.putPassages([passage()]);
    await index.refresh();
    expect((await index.search({ ...query, vector: axis(0) })).byVector.ids).toEqual(['a']);
    await remove(name);
    expect((await index.search(query)).byWords).toEqual(NO_RANKING);
    await remove(name);
    expect(await index.getPassages('chatbot', ['a'])).toEqual([]);
    await remove(name);
    expect(await index.countPassages('chatbot', 'generation')).toBe(0);
  });

  test('may be replaced behind its alias', async () => {
    const prefix = ownPrefix(url);
    const index = await openIndexFor({ url, prefix });
    const first = await onlyIndex(prefix);
    const second = first.replace('000001', '000002');
    const alias = first.replace('-000001', '');
    const made = (await askEngine(url, `/${first}`)) as Record<string, { mappings: object }>;
    const { mappings } = made[first] ?? {};
    const similarity = { passages: { type: 'BM25' } };
    await askEngine(url, `/${second}`, { method: 'PUT', body: { settings: { index: { similarity } }, mappings } });
    const actions = [{ remove: { index: first, alias } }, { add: { index: second, alias, is_write_index: true } }];
    await askEngine(url, '/_aliases', { method: 'POST', body: { actions } });
    await index.putPassages([passage()]);
    expect(await askEngine(url, `/${second}/_refresh`, { method: 'POST' })).toBeTypeOf('object');
    expect(await askEngine(url, `/${second}/_count`)).toMatchObject({ count: 1 });
    expect((await index.search(query)).byWords.ids).toEqual(['a']);
  });

  test('gets its alias again when an operator has removed that, with all that it holds', async () => {
    const prefix = ownPrefix(url);
    const onRecreated = vi.fn();
    const index = await openIndexFor({ url, prefix, onRecreated });
    await index.putPassages([passage()]);
    await index.refresh();
    const name = await onlyIndex(prefix);
    const alias = name.replace('-000001', '');
    const removeAlias = () => askEngine(url, `/${name}/_alias/${alias}`, { method: 'DELETE' });
    await removeAlias();
    expect((await index.search(query)).byWords.ids).toEqual(['a']);
    await removeAlias();
    await index.putPassages([passage({ id: 'b' })]);
    await removeAlias();
    const restarted = await openIndexFor({ url, prefix });
    await restarted.refresh();
    expect((await restarted.search(query)).byWords.ids).toHaveLength(2);
    expect(onRecreated).not.toHaveBeenCalled();
  });

  test('is refused when another kind of index stands under its name', async () => {
    const prefix = ownPrefix(url);
    await openIndexFor({ url, prefix });
    const name = await onlyIndex(prefix);
    await remove(name);
    const aliases = { [name.replace('-000001', '')]: {} };
    await askEngine(url, `/${name}`, { method: 'PUT', body: { aliases } });
    await expect(openIndexFor({ url, prefix })).rejects.toThrow(/belongs to another embedding model than test\/8/);
  });

  test('answers a ping', async () => {
    const index = await openIndexFor({ url, prefix: ownPrefix(url) });
    await expect(index.ping()).resolves.toBeUndefined();
  });
});

describe.skipIf(url === '')('An index that was deleted while it was in use', () => {
  test('is created again, which is told once although many operations meet it', async () => {
    const prefix = ownPrefix(url);
    const onRecreated = vi.fn();
    const index = await openIndexFor({ url, prefix, onRecreated });
    await index.putPassages([passage()]);
    await index.refresh();
    expect((await index.search(query)).byWords.ids).toEqual(['a']);
    expect(onRecreated).not.toHaveBeenCalled();
    await remove(await onlyIndex(prefix));
    const found = await Promise.all([index.search(query), index.search(query), index.countPassages('chatbot', 'x')]);
    expect(found).toMatchObject([{ byWords: { ids: [] } }, { byWords: { ids: [] } }, 0]);
    expect(onRecreated).toHaveBeenCalledTimes(1);
  });
});
