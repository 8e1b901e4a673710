/** Measures how well and how fast passages are found. Run alone by `node bench/retrieval/retrieval.ts`. */
import { createOfflineEmbedder } from '../../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../../src/adapters/sqlite/search-index/search-index.ts';
import type { Embedder } from '../../src/ports/models.ts';
import type { IndexedPassage, SearchIndex } from '../../src/ports/search-index.ts';
import { analyseQuery, analyseText } from '../../src/text/analysis/analyse.ts';
import { type BenchResult, type Measurement, printMeasurements } from '../harness/measurement.ts';
import { percentile, scaled, withDirectory } from '../harness/timing.ts';
import { benchExtracts } from './extractive-answers.ts';
import { benchHelpPages } from './help-pages.ts';
import { benchRetrievalQuality } from './retrieval-quality.ts';
import { benchSearchSpeed } from './search-speed.ts';

const never = new AbortController().signal;

export async function benchRetrieval(): Promise<BenchResult> {
  const parts = [
    await benchRetrievalQuality(),
    await benchHelpPages(),
    await benchExtracts(),
    await benchOffline(),
    await benchSearchSpeed(),
  ];
  return {
    measurements: parts.flatMap(({ measurements }) => measurements),
    leftOut: parts.flatMap(({ leftOut = [] }) => leftOut),
  };
}

function benchOffline(): Promise<BenchResult> {
  return withDirectory(async (directory) => {
    const embedder = createOfflineEmbedder();
    const index = await openSqliteSearchIndex({ directory, embedderId: embedder.id, dimensions: embedder.dimensions });
    try {
      return { measurements: await measureOffline(index, embedder) };
    } finally {
      await index.close();
    }
  });
}

const passagesInLargeChatbot = scaled(20_000);
const wordsInPassage = 150;
const searchesTimed = 200;

/** Words are drawn by Zipf's law from a made-up vocabulary, so that the bench needs no files and its index is like a real one's. */
async function measureOffline(index: SearchIndex, embedder: Embedder): Promise<readonly Measurement[]> {
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
  await index.putPassages(passages);
  await index.refresh();
  const put = perSecond(made.length, puttingBegan);

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
  const search = `search of ${passagesInLargeChatbot} passages of ${embedder.dimensions} dimensions`;
  return [
    { name: 'passages embedded offline', value: embedded, unit: '/s', better: 'higher' },
    { name: 'those passages indexed', value: put, unit: '/s', better: 'higher' },
    { name: `${search}, median`, value: percentile(times, 0.5), unit: 'ms', better: 'lower' },
    { name: `${search}, p95`, value: percentile(times, 0.95), unit: 'ms', better: 'lower' },
  ];
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

if (import.meta.main) printMeasurements('retrieval', (await benchRetrieval()).measurements);
