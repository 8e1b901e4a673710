/**
 * Measures retrieval without a model on our own help pages in languages that the judged sets lack: nDCG@10 of questions as written
 * and as typed without marks. Odd questions were used when the analysis was chosen, even ones were held out. Run alone by `node
 * bench/retrieval/help-pages.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createOfflineEmbedder } from '../../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../../src/adapters/sqlite/search-index/search-index.ts';
import { rankPassages } from '../../src/answering/retrieval/rank-passages.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { type BenchResult, type Measurement, printMeasurements } from '../harness/measurement.ts';
import { withDirectory } from '../harness/timing.ts';
import { type JudgedSet, ndcgAt10 } from './judged-set.ts';
import { fillWith } from './retrieval-quality.ts';

const directory = new URL('help-pages/', import.meta.url);
const never = new AbortController().signal;
const embedder = createOfflineEmbedder();

export async function benchHelpPages(): Promise<BenchResult> {
  const measurements: Measurement[] = [];
  await withDirectory(async (folder) => {
    const { id: embedderId, dimensions } = embedder;
    const index = await openSqliteSearchIndex({ directory: folder, embedderId, dimensions });
    try {
      for (const file of readdirSync(directory).toSorted()) measurements.push(await scoresOf(file, index));
    } finally {
      await index.close();
    }
  });
  return { measurements };
}

async function scoresOf(file: string, index: SearchIndex): Promise<Measurement> {
  const set = readHelpPages(file);
  await fillWith(set, file, { searchIndex: index, embedder });
  const meanOf = async (remainder: number, written: (question: string) => string) => {
    const asked = set.queries.filter((_, place) => place % 2 === remainder);
    let sum = 0;
    for (const { text, relevant } of asked) {
      const request = { chatbotId: file, generations: [file], question: written(text) };
      const { fused } = await rankPassages(request, { searchIndex: index, embedder }, never);
      sum += ndcgAt10(fused.ids, relevant);
    }
    return sum / asked.length;
  };
  const asWritten = (question: string) => question;
  const name = `nDCG@10 of help pages, ${file.replace('.txt', '')}, held out`;
  const against = [
    { name: 'chosen by', value: await meanOf(0, asWritten) },
    { name: 'chosen by, without marks', value: await meanOf(0, withoutMarks) },
    { name: 'held out, without marks', value: await meanOf(1, withoutMarks) },
  ];
  return { name, value: await meanOf(1, asWritten), unit: '', better: 'higher', against };
}

/** One page a line: its title, its text, and a question that it answers. */
function readHelpPages(file: string): JudgedSet {
  const lines = readFileSync(new URL(file, directory), 'utf8').trim().split('\n');
  const pages = lines.map((line) => line.split(' | '));
  return {
    documents: pages.map(([title = '', text = ''], place) => ({ id: String(place), title, text })),
    queries: pages.map(([, , text = ''], place) => ({ text, relevant: new Map([[String(place), 1]]), answers: [] })),
  };
}

/** As on a keyboard of another language. Marks of Hindi are vowels and stay, but for the dot below. */
const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\u093c]/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd');

if (import.meta.main) printMeasurements('Help pages', (await benchHelpPages()).measurements);
