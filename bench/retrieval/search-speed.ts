/**
 * Measures how fast the embedded search index answers in a large chatbot, and its recall, beside comparing every vector in
 * memory. Run alone by `node bench/retrieval/search-speed.ts`.
 */
import { readFile, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { openSqliteSearchIndex } from '../../src/adapters/sqlite/search-index/search-index.ts';
import type { IndexedPassage, SearchIndex } from '../../src/ports/search-index.ts';
import { type BenchResult, type Measurement, printMeasurements } from '../harness/measurement.ts';
import { percentile, scaled, withDirectory } from '../harness/timing.ts';
import { ClusteredVectors, dotProduct, NearestSoFar } from './clustered-vectors.ts';

const sizes = [
  { passages: scaled(20_000), dimensions: 256, aimMs: 10 },
  { passages: scaled(100_000), dimensions: 1_536, aimMs: 25 },
];
const questions = 100;
/** The exact nearest are computed for this many. */
const judgedQuestions = 25;
const recallAt = 8;
/** As answering asks. */
const hitsPerRanking = 200;
const batch = 512;
const wordsInPassage = 150;
const wordsInQuestion = 12;
const relatedWords = 60;
const vocabulary = 30_000;
/** The bare scan compares no more than so many vectors, and is reckoned up to all. */
const vectorsCompared = 10_000;
const where = { chatbotId: 'bench-chatbot', generation: 'bench-generation' };

interface Question {
  readonly words: readonly string[];
  readonly vector: Float32Array;
  readonly nearest: NearestSoFar;
}

export async function benchSearchSpeed(): Promise<BenchResult> {
  const measurements: Measurement[] = [];
  const leftOut: string[] = [];
  for (const size of sizes) {
    await withDirectory(async (directory) => {
      if (await hasRoom(size, directory)) measurements.push(...(await benchSize(size, directory)));
      else leftOut.push(`${size.passages} × ${size.dimensions}: too little free memory or disk`);
    });
  }
  return { measurements, leftOut };
}

/** The vectors are in the file, in its write-ahead log and, while they are written, in the page cache. */
async function hasRoom({ passages, dimensions }: (typeof sizes)[number], directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  const vectors = passages * dimensions * 4;
  return bavail * bsize > vectors * 4 + 2e9 && freemem() > vectors + 1e9;
}

async function benchSize(
  { passages, dimensions, aimMs }: (typeof sizes)[number],
  directory: string,
): Promise<readonly Measurement[]> {
  const vectors = new ClusteredVectors(dimensions, passages / 100);
  const asked = Array.from({ length: questions }, (): Question => {
    return {
      words: zipfWords(wordsInQuestion, vectors.random),
      vector: vectors.next(),
      nearest: new NearestSoFar(recallAt),
    };
  });
  const options = { directory, embedderId: 'bench', dimensions };
  const memoryBefore = await privateMegabytes();
  const filling = await openSqliteSearchIndex(options);
  const putsPerSecond = await fill(filling, passages, vectors, asked.slice(0, judgedQuestions));
  await filling.close();
  const index = await openSqliteSearchIndex(options);
  const first = await timed(() => search(index, asked[0]));
  for (const question of asked.slice(0, 40)) await search(index, question);
  const hybrid = await timeAll(asked, (question) => search(index, question));
  const related = new Map(zipfWords(relatedWords, vectors.random).map((word) => [word, 0.1]));
  const long = await timeAll(asked, async (question) => {
    await index.search({ ...query(question), vector: null, limit: 3 });
    await index.search({ ...query(question), expansionWords: related });
  });
  const recall = await recallOf(index, asked.slice(0, judgedQuestions));
  const memory = (await privateMegabytes()) - memoryBefore;
  const removal = await timed(() => index.deleteGeneration(where.chatbotId, where.generation));
  await index.close();
  const bare = bareScan(vectors, passages, dimensions);
  const size = `${passages} × ${dimensions}`;
  const better = 'lower';
  return [
    { name: `${size}: search, median`, value: hybrid.p50, unit: 'ms', better },
    { name: `${size}: search, p95`, value: hybrid.p95, unit: 'ms', better, aim: { limit: aimMs } },
    {
      name: `${size}: search, CPU`,
      value: hybrid.cpu,
      unit: 'ms',
      better,
      against: [{ name: 'comparing every vector, in memory', value: bare }],
    },
    {
      name: `${size}: long question, twice, with ${relatedWords} related words, p95`,
      value: long.p95,
      unit: 'ms',
      better,
    },
    { name: `${size}: recall@${recallAt}`, value: recall, unit: '', better: 'higher', aim: { limit: 0.98 } },
    { name: `${size}: puts`, value: putsPerSecond, unit: '/s', better: 'higher', aim: { limit: 2_000 } },
    { name: `${size}: first search after opening`, value: first, unit: 'ms', better },
    { name: `${size}: removal`, value: removal, unit: 'ms', better },
    { name: `${size}: memory, the benchmark's own included`, value: memory, unit: 'MB', better },
  ];
}

/** Vectors are made as they are put, and none is kept: what is nearest to the questions is noted on the way. */
async function fill(
  index: SearchIndex,
  passages: number,
  vectors: ClusteredVectors,
  judgedOnes: readonly Question[],
): Promise<number> {
  let milliseconds = 0;
  for (let start = 0; start < passages; start += batch) {
    const length = Math.min(batch, passages - start);
    const put = Array.from({ length }, (_, offset) => passage(start + offset, vectors));
    for (const { id, vector } of put) {
      for (const question of judgedOnes) question.nearest.offer(id, dotProduct(question.vector, vector));
    }
    milliseconds += await timed(() => index.putPassages(put));
  }
  return (passages / milliseconds) * 1_000;
}

function passage(ordinal: number, vectors: ClusteredVectors): IndexedPassage {
  const words = zipfWords(wordsInPassage, vectors.random);
  const shown = { title: 'A page', url: 'https://example.com/page', headings: ['Outer', 'Inner'] };
  const text = words.slice(0, wordsInPassage / 2).join(' ');
  const ids = { ...where, id: `${where.generation}.${ordinal}`, sourceId: 'bench-source', ordinal };
  return { ...ids, ...shown, text, words: words.join(' '), vector: vectors.next() };
}

function query({ words, vector }: Question) {
  return { chatbotId: where.chatbotId, generations: [where.generation], words, vector, limit: hitsPerRanking };
}

async function search(index: SearchIndex, question: Question | undefined) {
  if (question === undefined) throw new RangeError('There is no such question');
  return index.search(query(question));
}

async function recallOf(index: SearchIndex, judgedOnes: readonly Question[]): Promise<number> {
  let found = 0;
  for (const question of judgedOnes) {
    const { byVector } = await search(index, question);
    const ids = new Set(byVector.ids.slice(0, recallAt));
    found += question.nearest.ids.filter((id) => ids.has(id)).length;
  }
  return found / (judgedOnes.length * recallAt);
}

interface Times {
  readonly p50: number;
  readonly p95: number;
  /** CPU time of all threads for one search: other load on the machine does not count. */
  readonly cpu: number;
}

async function timeAll(asked: readonly Question[], ask: (question: Question) => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (const question of asked) times.push(await timed(() => ask(question)));
  const { user, system } = process.cpuUsage(before);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), cpu: (user + system) / 1_000 / asked.length };
}

/** CPU milliseconds of one question against all passages. */
function bareScan(vectors: ClusteredVectors, passages: number, dimensions: number): number {
  const held = Array.from({ length: Math.min(passages, vectorsCompared) }, () => vectors.next());
  const question = vectors.next();
  const scan = () => held.reduce((best, vector) => Math.max(best, dotProduct(question, vector)), -1);
  for (let round = 0; round < 3; round += 1) scan();
  const before = process.cpuUsage();
  if (!(scan() > 0)) throw new RangeError(`Nothing of ${dimensions} dimensions is near`);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1_000) * (passages / held.length);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Without the pages of the file that are mapped: those are the system's to take back. All of it where the system does not tell. */
async function privateMegabytes(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const kilobytes = /^RssAnon:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? process.memoryUsage().rss / 1e6 : Number(kilobytes) / 1e3;
}

/** Rank r is drawn about as often as 1/r. */
function zipfWords(count: number, random: () => number): readonly string[] {
  return Array.from({ length: count }, () => `word${Math.floor(vocabulary ** random()).toString(36)}`);
}

if (import.meta.main) printMeasurements('search', (await benchSearchSpeed()).measurements);
