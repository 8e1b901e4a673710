/** Search indexes: the embedded one beside Elasticsearch, when ELASTICSEARCH_URL tells where it is. */
import { randomUUID } from 'node:crypto';
import { openElasticsearchIndex } from '../../src/adapters/elasticsearch/search-index.ts';
import { openSqliteSearchIndex } from '../../src/adapters/sqlite/search-index/search-index.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import type { Measurement } from '../harness/measurement.ts';
import { percentile, perSecond, scaled, withDirectory } from '../harness/timing.ts';
import { makeCollection, type SearchCollection } from './search-collection.ts';

const passages = scaled(20_000);
const dimensions = 384;
const questions = scaled(300);
/** All questions run once before the first is timed: a server that was just started compiles its code as it is used. */
const warmUps = 5;
/** As answering asks. */
const hitsPerRanking = 200;
/** As many as answering shows a model. */
const recallAt = 8;
/** Passages of one put. */
const batch = 2_000;

const aims = { chunksIndexedPerSecond: 1_500, p95: 30, recall: 0.98 };

export async function measureSearch(): Promise<readonly Measurement[]> {
  const collection = makeCollection(passages, dimensions, questions);
  const truth = collection.questions.map(({ vector }) => nearest(collection, vector));
  const identity = { embedderId: 'bench', dimensions };
  const embedded = await withDirectory(async (directory) =>
    measure('SQLite', await openSqliteSearchIndex({ directory, ...identity }), collection, truth),
  );
  const url = process.env.ELASTICSEARCH_URL;
  if (url === undefined || url === '') return embedded;
  const prefix = `bench-${randomUUID().slice(0, 8)}`;
  const index = await openElasticsearchIndex({ url, prefix, shards: 1, ...identity });
  try {
    return [...embedded, ...(await measure('Elasticsearch', index, collection, truth))];
  } finally {
    await removeIndices(url, prefix);
  }
}

async function measure(
  engine: string,
  index: SearchIndex,
  collection: SearchCollection,
  truth: readonly (readonly string[])[],
): Promise<readonly Measurement[]> {
  try {
    // The same passages in another chatbot: they warm the engine up, and are the hardest neighbours in a shared index.
    const other = `${collection.chatbotId}-2`;
    await putAll(
      index,
      collection.passages.map((passage) => ({ ...passage, chatbotId: other })),
    );
    const chunksIndexedPerSecond = await perSecond(async () => {
      await putAll(index, collection.passages);
      return passages;
    });
    for (let round = 0; round < warmUps; round += 1) {
      for (const question of collection.questions) await ask(index, collection, question);
    }
    const times: number[] = [];
    let found = 0;
    for (const [place, question] of collection.questions.entries()) {
      const startedAt = performance.now();
      const { byVector } = await ask(index, collection, question);
      times.push(performance.now() - startedAt);
      const ids = new Set(byVector.ids.slice(0, recallAt));
      found += truth[place]?.filter((id) => ids.has(id)).length ?? 0;
    }
    const recall = found / (recallAt * collection.questions.length);
    return [
      {
        name: `${engine}: chunks indexed`,
        value: chunksIndexedPerSecond,
        unit: '/s',
        better: 'higher',
        aim: { limit: aims.chunksIndexedPerSecond },
      },
      {
        name: `${engine}: search by words and vector, median`,
        value: percentile(times, 0.5),
        unit: 'ms',
        better: 'lower',
      },
      {
        name: `${engine}: search by words and vector, p95`,
        value: percentile(times, 0.95),
        unit: 'ms',
        better: 'lower',
        aim: { limit: aims.p95 },
      },
      { name: `${engine}: recall@${recallAt}`, value: recall, unit: '', better: 'higher', aim: { limit: aims.recall } },
    ];
  } finally {
    await index.close();
  }
}

async function putAll(index: SearchIndex, all: SearchCollection['passages']): Promise<void> {
  for (let start = 0; start < all.length; start += batch) await index.putPassages(all.slice(start, start + batch));
  await index.refresh();
}

function ask(index: SearchIndex, collection: SearchCollection, question: SearchCollection['questions'][number]) {
  const { chatbotId, generation } = collection;
  return index.search({ chatbotId, generations: [generation], ...question, limit: hitsPerRanking });
}

/** By comparing with all. */
function nearest(collection: SearchCollection, vector: Float32Array): readonly string[] {
  const scored = collection.passages.map((passage) => ({
    id: passage.id,
    cosine: passage.vector.reduce((sum, value, place) => sum + value * (vector[place] ?? 0), 0),
  }));
  scored.sort((one, other) => other.cosine - one.cosine);
  return scored.slice(0, recallAt).map(({ id }) => id);
}

async function removeIndices(url: string, prefix: string): Promise<void> {
  const listed = await fetch(new URL(`/_cat/indices/${prefix}-*?h=index`, url));
  const names = (await listed.text()).split('\n').filter((name) => name.startsWith(prefix));
  if (names.length > 0) await fetch(new URL(`/${names.join(',')}`, url), { method: 'DELETE' });
}
