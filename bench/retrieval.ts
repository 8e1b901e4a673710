/**
 * How well and how fast passages are found: nDCG@10 on judged queries, beside the best plain BM25 engine measured on the same sets,
 * and the latency of searches in a large chatbot. Run alone by `node bench/retrieval.ts`.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOfflineEmbedder } from '../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../src/adapters/sqlite/search-index/search-index.ts';
import type { Embedder } from '../src/ports/models.ts';
import type { IndexedPassage, SearchIndex } from '../src/ports/search-index.ts';
import { analyseQuery, analyseText } from '../src/text/analysis/analyse.ts';
import { rankPassages } from '../src/workers/answering/rank-passages.ts';
import { type JudgedSet, ndcgAt10, readJudgedSet } from './judged-set.ts';
import { benchSearchSpeed } from './search-speed.ts';

const setsDirectory = new URL('../../shared/evaluation/retrieval/', import.meta.url);

/** nDCG@10 of the best plain BM25 engine on each set, and what this service aims at. */
const targets = [
  { name: 'cranfield', plainBm25: 0.352, aim: 0.37 },
  { name: 'cacm', plainBm25: 0.527, aim: 0.53 },
  { name: 'squad-it-test', plainBm25: 0.827, aim: 0.83 },
  { name: 'xquad-es', plainBm25: 0.962, aim: 0.96 },
  { name: 'xquad-zh', plainBm25: 0.965, aim: 0.965 },
  { name: 'xquad-th', plainBm25: 0.936, aim: 0.94 },
  { name: 'xquad-ar', plainBm25: 0.937, aim: 0.94 },
];

const never = new AbortController().signal;

export async function benchRetrieval(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'chatledger-retrieval-'));
  const embedder = createOfflineEmbedder();
  const index = await openSqliteSearchIndex({ directory, embedderId: embedder.id, dimensions: embedder.dimensions });
  try {
    if (existsSync(setsDirectory)) await benchQuality(index, embedder);
    else console.log(`retrieval quality: skipped, there are no judged sets in ${setsDirectory.pathname}`);
    await benchLatency(index, embedder);
  } finally {
    await index.close();
    await rm(directory, { recursive: true, force: true });
  }
  await benchSearchSpeed();
}

async function benchQuality(index: SearchIndex, embedder: Embedder): Promise<void> {
  console.log('nDCG@10              words   vector    fused   best plain BM25     aim');
  for (const { name, plainBm25, aim } of targets) {
    const set = readJudgedSet(new URL(`${name}/`, setsDirectory));
    await putSet(index, embedder, name, set);
    const { words, vector, fused } = await scoreSet(index, embedder, name, set);
    const figures = [words, vector, fused].map((figure) => figure.toFixed(4).padStart(8)).join(' ');
    console.log(`${name.padEnd(18)}${figures}${plainBm25.toFixed(3).padStart(18)}${aim.toFixed(3).padStart(8)}`);
  }
}

async function putSet(index: SearchIndex, embedder: Embedder, name: string, set: JudgedSet): Promise<void> {
  const texts = set.documents.map(({ title, text }) => `${title}\n${text}`);
  const vectors = await embedder.embed(texts, never);
  const passages = set.documents.map(({ id, title, text }, ordinal): IndexedPassage => {
    const words = analyseText(texts[ordinal] ?? '').join(' ');
    const vector = vectors[ordinal] ?? new Float32Array(embedder.dimensions);
    return {
      id,
      chatbotId: name,
      sourceId: 's',
      generation: name,
      ordinal,
      title,
      url: null,
      headings: [],
      text,
      words,
      vector,
    };
  });
  await index.put(passages);
  await index.refresh();
}

async function scoreSet(index: SearchIndex, embedder: Embedder, name: string, set: JudgedSet) {
  const sums = { words: 0, vector: 0, fused: 0 };
  for (const { text: question, relevant } of set.queries) {
    const request = { chatbotId: name, generations: [name], question };
    const { byWords, byVector, fused } = await rankPassages(request, { searchIndex: index, embedder }, never);
    sums.words += ndcgAt10(byWords, relevant);
    sums.vector += ndcgAt10(byVector, relevant);
    sums.fused += ndcgAt10(fused, relevant);
  }
  const queries = set.queries.length;
  return { words: sums.words / queries, vector: sums.vector / queries, fused: sums.fused / queries };
}

const passagesInLargeChatbot = 20_000;
const wordsInPassage = 150;
const searchesTimed = 200;

/** Words are drawn by Zipf's law from a made-up vocabulary, so that the bench needs no files and its index is like a real one's. */
async function benchLatency(index: SearchIndex, embedder: Embedder): Promise<void> {
  const draw = zipfWords(50_000);
  const chatbotId = 'large';
  const made = Array.from({ length: passagesInLargeChatbot }, () => draw(wordsInPassage));

  const embeddingBegan = performance.now();
  const vectors = await embedder.embed(made, never);
  const embedded = perSecond(made.length, embeddingBegan);
  const passages = made.map((text, ordinal): IndexedPassage => {
    const words = analyseText(text).join(' ');
    const vector = vectors[ordinal] ?? new Float32Array(embedder.dimensions);
    return {
      id: `p${ordinal}`,
      chatbotId,
      sourceId: 's',
      generation: 'g',
      ordinal,
      title: '',
      url: null,
      headings: [],
      text,
      words,
      vector,
    };
  });
  const puttingBegan = performance.now();
  await index.put(passages);
  await index.refresh();
  console.log(
    `offline embedder: ${embedded} passages a second; index: ${perSecond(made.length, puttingBegan)} puts a second`,
  );

  const times: number[] = [];
  for (let count = 0; count < searchesTimed; count += 1) {
    const text = draw(8);
    const [vector] = await embedder.embed([text], never);
    const began = performance.now();
    await index.search({
      chatbotId,
      generations: ['g'],
      words: analyseQuery(text),
      vector: vector ?? null,
      limit: 200,
    });
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => (times[Math.floor(share * times.length)] ?? 0).toFixed(1);
  console.log(
    `search of ${passagesInLargeChatbot} passages of ${embedder.dimensions} dimensions: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
  );
}

function perSecond(count: number, began: number): number {
  return Math.round((count / (performance.now() - began)) * 1000);
}

/** Gives texts of words whose rank r is drawn with probability about 1/r; the same in every run. */
function zipfWords(vocabulary: number): (words: number) => string {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const word = () => `w${Math.floor(vocabulary ** random()).toString(36)}x`;
  return (words) => Array.from({ length: words }, word).join(' ');
}

if (import.meta.main) await benchRetrieval();
