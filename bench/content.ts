/**
 * Measures how much of the owners' content is read: phrases of real documents by kind, beside the targets, and the words of
 * real pages beside those of the article that a person marked in each.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { load } from 'cheerio';
import type { DocumentReader } from '../src/ports/document-reader.ts';
import { ThreadedReader } from '../src/reading/threads/threaded-reader.ts';
import { documentText } from '../src/text/document.ts';
import { readEvaluatedDocuments } from './evaluated-documents.ts';
import { printTable } from './support.ts';

const documentsDirectory = new URL('../../shared/evaluation/documents/', import.meta.url);
const pagesDirectory = new URL('../../shared/evaluation/readability/', import.meta.url);

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

export async function benchContent(): Promise<void> {
  const reader = new ThreadedReader();
  try {
    if (existsSync(documentsDirectory)) await benchDocuments(reader);
    else console.log(`documents: skipped, there are none in ${documentsDirectory.pathname}`);
    if (existsSync(pagesDirectory)) await benchPages(reader);
    else console.log(`pages: skipped, there are none in ${pagesDirectory.pathname}`);
  } finally {
    await reader.close();
  }
}

async function benchDocuments(reader: DocumentReader): Promise<void> {
  const figures = await readEvaluatedDocuments(documentsDirectory, reader);
  const share = (found: number, all: number) => (all === 0 ? '' : (found / all).toFixed(3));
  printTable(
    'Documents: share of the phrases that at least two other tools agree on (one alone gave the doubtful ones)',
    ['kind', 'files', 'recall', 'aim', 'doubtful', 'wrong outcomes', 'longest ms', 'all ms'],
    figures.map((one) => [
      one.format,
      String(one.files),
      share(one.found, one.phrases),
      (aims[one.format] ?? 0).toFixed(2),
      share(one.doubtfulFound, one.doubtful),
      String(one.wrongOutcomes.length),
      one.longestMs.toFixed(0),
      one.totalMs.toFixed(0),
    ]),
  );
  for (const { wrongOutcomes } of figures) for (const path of wrongOutcomes) console.log(`wrong outcome: ${path}`);
}

async function benchPages(reader: DocumentReader): Promise<void> {
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
  printTable(
    'Pages: words read, beside those of the article',
    ['', 'pages', 'mean F1', 'aim', 'worst', 'ms a page'],
    [
      [
        'main content',
        String(scores.length),
        mean.toFixed(3),
        aimedF1.toFixed(2),
        Math.min(...scores).toFixed(3),
        (elapsed / scores.length).toFixed(0),
      ],
    ],
  );
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
