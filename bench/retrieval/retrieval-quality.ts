/**
 * Measures retrieval: nDCG@10 on judged queries, by words, by vectors and by both, beside the best plain BM25 engine measured
 * on the same sets. Without a model; and with the one behind EMBEDDINGS_URL, when that is set. Run alone by `node
 * bench/retrieval/retrieval-quality.ts`.
 */
import { existsSync } from 'node:fs';
import { createOfflineEmbedder } from '../../src/adapters/offline/embedder.ts';
import { openOpenAiModels } from '../../src/adapters/openai/models.ts';
import { openSqliteSearchIndex } from '../../src/adapters/sqlite/search-index/search-index.ts';
import { rankPassages } from '../../src/answering/retrieval/rank-passages.ts';
import type { Embedder } from '../../src/ports/models.ts';
import type { IndexedPassage, SearchIndex } from '../../src/ports/search-index.ts';
import { analysePassage } from '../../src/text/analysis/analyse.ts';
import { type BenchResult, type Measurement, printMeasurements } from '../harness/measurement.ts';
import { withDirectory } from '../harness/timing.ts';
import { type JudgedSet, ndcgAt10, readJudgedSet } from './judged-set.ts';

export const setsDirectory = new URL('../../../shared/evaluation/retrieval/', import.meta.url);

/** nDCG@10 of the best plain BM25 engine on each set, and what this service aims at without a model. */
const sets = [
  { name: 'cranfield', plainBm25: 0.352, aim: 0.37 },
  { name: 'cacm', plainBm25: 0.527, aim: 0.53 },
  { name: 'squad-it-test', plainBm25: 0.827, aim: 0.83 },
  { name: 'xquad-es', plainBm25: 0.962, aim: 0.96 },
  { name: 'xquad-zh', plainBm25: 0.965, aim: 0.965 },
  { name: 'xquad-th', plainBm25: 0.936, aim: 0.94 },
  { name: 'xquad-ar', plainBm25: 0.937, aim: 0.94 },
  { name: 'stackfaq-dev', plainBm25: 0.75, aim: 0.79 },
];
/** With a small English model; of the others, whose languages it does not know, what words alone reach. */
const aimsWithModel: Readonly<Record<string, number>> = { cranfield: 0.39, cacm: 0.61, 'stackfaq-dev': 0.93 };
/** A model takes a tenth of a second for each: of larger sets, every so manieth query. */
const queriesWithModel = 300;
/** A small model on a busy machine answers for so many in time. */
const textsAtOnce = 4;

const never = new AbortController().signal;

interface Scores {
  readonly words: number;
  readonly vector: number;
  readonly fused: number;
}

export async function benchRetrievalQuality(): Promise<BenchResult> {
  if (!existsSync(setsDirectory)) return { measurements: [], leftOut: ['retrieval quality: there are no judged sets'] };
  const everyQuery = Number.POSITIVE_INFINITY;
  const without = await benchWith(createOfflineEmbedder(), 'without a model', everyQuery, ({ aim }) => aim);
  const address = process.env.EMBEDDINGS_URL;
  if (address === undefined) {
    return { measurements: without, leftOut: ['nDCG@10 with a model: EMBEDDINGS_URL is not set'] };
  }
  const model = smallEnglishModel(address);
  const aimOf = ({ name }: (typeof sets)[number], { words }: Scores) => aimsWithModel[name] ?? words;
  return { measurements: [...without, ...(await benchWith(model, model.id, queriesWithModel, aimOf))] };
}

function smallEnglishModel(baseUrl: string): Embedder {
  const [embeddingModel, embeddingDimensions] = ['all-MiniLM-L6-v2', 384];
  return openOpenAiModels({ baseUrl, embeddingModel, embeddingDimensions }).embedder;
}

async function benchWith(
  embedder: Embedder,
  by: string,
  mostQueries: number,
  aimOf: (set: (typeof sets)[number], scores: Scores) => number,
): Promise<readonly Measurement[]> {
  return withDirectory(async (directory) => {
    const index = await openSqliteSearchIndex({ directory, embedderId: embedder.id, dimensions: embedder.dimensions });
    const measurements: Measurement[] = [];
    try {
      for (const set of sets) {
        const judged = readJudgedSet(new URL(`${set.name}/`, setsDirectory));
        await fillWith(judged, set.name, { searchIndex: index, embedder });
        const scores = await scoreSet(index, embedder, set.name, judged, mostQueries);
        measurements.push({
          name: `nDCG@10 of ${set.name}, ${by}`,
          value: scores.fused,
          unit: '',
          better: 'higher',
          aim: { limit: aimOf(set, scores) },
          against: [
            { name: 'words', value: scores.words },
            { name: 'vectors', value: scores.vector },
            { name: 'best plain BM25', value: set.plainBm25 },
          ],
        });
      }
    } finally {
      await index.close();
    }
    return measurements;
  });
}

/** Puts the documents of a set into the index, as passages of a chatbot and a generation of its name. */
export async function fillWith(
  set: JudgedSet,
  name: string,
  { searchIndex, embedder }: { readonly searchIndex: SearchIndex; readonly embedder: Embedder },
): Promise<void> {
  const texts = set.documents.map(({ title, text }) => `${title}\n${text}`);
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += textsAtOnce) {
    vectors.push(...(await embedder.embed(texts.slice(start, start + textsAtOnce), never)));
  }
  const passages = set.documents.map(({ id, title, text }, ordinal): IndexedPassage => {
    const where = { id, chatbotId: name, sourceId: 's', generation: name, ordinal };
    const words = analysePassage({ title, headings: [], text }).join(' ');
    const vector = vectors[ordinal] ?? new Float32Array(embedder.dimensions);
    return { ...where, title, url: null, headings: [], text, words, vector };
  });
  await searchIndex.putPassages(passages);
  await searchIndex.refresh();
}

async function scoreSet(
  index: SearchIndex,
  embedder: Embedder,
  name: string,
  set: JudgedSet,
  mostQueries: number,
): Promise<Scores> {
  const sums = { words: 0, vector: 0, fused: 0 };
  const step = Math.max(1, Math.floor(set.queries.length / mostQueries));
  const asked = set.queries.filter((_, place) => place % step === 0);
  for (const { text: question, relevant } of asked) {
    const request = { chatbotId: name, generations: [name], question };
    const deps = { searchIndex: index, embedder, maxEmbedMs: 60_000 };
    const { byWords, byVector, fused } = await rankPassages(request, deps, never);
    sums.words += ndcgAt10(byWords.ids, relevant);
    sums.vector += ndcgAt10(byVector.ids, relevant);
    sums.fused += ndcgAt10(fused.ids, relevant);
  }
  return {
    words: sums.words / asked.length,
    vector: sums.vector / asked.length,
    fused: sums.fused / asked.length,
  };
}

if (import.meta.main) printMeasurements('nDCG@10', (await benchRetrievalQuality()).measurements);
