/**
 * Measures how much of the owners' content is read: phrases of real documents by kind, beside the targets, and the words of
 * real pages beside those of the article that a person marked in each.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { load } from 'cheerio';
import type { DocumentReader } from '../../src/ports/content/document-reader.ts';
import { ThreadedReader } from '../../src/reading/threads/threaded-reader.ts';
import { documentText } from '../../src/text/document.ts';
import type { BenchResult, Measurement } from '../harness/measurement.ts';
import { readEvaluatedDocuments } from './evaluated-documents.ts';

const documentsDirectory = new URL('../../../shared/evaluation/documents/', import.meta.url);
const pagesDirectory = new URL('../../../shared/evaluation/readability/', import.meta.url);

/** Least share of phrases to be found. */
const aims: Readonly<Record<string, number>> = {
  pdf: 0.96,
  doc: 0.95,
  docx: 0.98,
  ppt: 0.92,
  pptx: 0.98,
  csv: 0.98,
  txt: 0.98,
};
const aimedF1 = 0.96;

export async function benchContent(): Promise<BenchResult> {
  const reader = new ThreadedReader();
  const measurements: Measurement[] = [];
  const leftOut: string[] = [];
  try {
    for (const [directory, bench] of [
      [documentsDirectory, benchDocuments],
      [pagesDirectory, benchPages],
    ] as const) {
      if (existsSync(directory)) measurements.push(...(await bench(reader)));
      else leftOut.push(`there is nothing to read in ${directory.pathname.split('/').slice(-4, -1).join('/')}`);
    }
  } finally {
    await reader.close();
  }
  return { measurements, leftOut };
}

async function benchDocuments(reader: DocumentReader): Promise<readonly Measurement[]> {
  const figures = await readEvaluatedDocuments(documentsDirectory, reader);
  for (const { wrongOutcomes } of figures) for (const path of wrongOutcomes) console.log(`wrong outcome: ${path}`);
  return figures.flatMap(({ format, files, found, phrases, wrongOutcomes, longestMs }): readonly Measurement[] => [
    {
      name: `${format}: phrases found that at least two other tools agree on, ${files} files`,
      value: phrases === 0 ? Number.NaN : found / phrases,
      unit: '',
      better: 'higher',
      aim: { limit: aims[format] ?? 0 },
    },
    { name: `${format}: wrong outcomes`, value: wrongOutcomes.length, unit: '', better: 'lower' },
    { name: `${format}: longest file`, value: longestMs, unit: 'ms', better: 'lower' },
  ]);
}

/** Words that are read, beside those of the article. */
async function benchPages(reader: DocumentReader): Promise<readonly Measurement[]> {
  const { signal } = new AbortController();
  const scores: number[] = [];
  let elapsed = 0;
  for (const name of readdirSync(pagesDirectory)) {
    const folder = new URL(`${name}/`, pagesDirectory);
    const bytes = new Uint8Array(readFileSync(new URL('source.html', folder)));
    const began = performance.now();
    const result = await reader.readPage({ url: 'http://page.example/', contentType: '', bytes, signal });
    elapsed += performance.now() - began;
    const text = result.ok ? documentText(result.page.document) : '';
    scores.push(overlap(wordsOf(text), wordsOf(articleText(new URL('expected.html', folder)))));
  }
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return [
    {
      name: `main content of ${scores.length} pages, mean F1`,
      value: mean,
      unit: '',
      better: 'higher',
      aim: { limit: aimedF1 },
    },
    { name: 'main content, worst F1', value: Math.min(...scores), unit: '', better: 'higher' },
    { name: 'a page read', value: elapsed / scores.length, unit: 'ms', better: 'lower' },
  ];
}

function articleText(file: URL): string {
  const markup = readFileSync(file, 'utf8').replace(/<(\/?)(p|div|li|br|td|h\d)/g, ' <$1$2');
  return load(markup)('body').text();
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** F1 of two bags of words: 1 when they are the same, 0 when they share none. */
function overlap(found: readonly string[], expected: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count > 0) hits += 1;
    left.set(word, count - 1);
  }
  return hits === 0 ? 0 : (2 * hits) / (found.length + expected.length);
}
