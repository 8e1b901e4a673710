/** Documents with phrases that other tools agree are in them, and what reading them gives. */
import { readFileSync } from 'node:fs';
import type { DocumentReader } from '../../src/ports/content/document-reader.ts';
import { documentText } from '../../src/text/document.ts';

/** One of the manifest's files. */
interface Example {
  /** Within the folder of the manifest. */
  readonly path: string;
  readonly format: string;
  readonly class: string;
  readonly expected: readonly string[];
  /** `done`, `error`, or words for what may be either. */
  readonly expected_outcome: string;
  /** `consensus:` and the tools that agree on the phrases, or `single:` and the one that alone gave them. */
  readonly expected_from?: string;
  /** `stretch` where nobody expects it. */
  readonly encoding_tier?: string;
}

export interface FormatFigures {
  readonly format: string;
  readonly files: number;
  readonly phrases: number;
  readonly found: number;
  /** Phrases of `single:` tools: what one alone takes for the text, prompts of masters for instance. Not among `phrases`. */
  readonly doubtful: number;
  readonly doubtfulFound: number;
  /** Files that must give a reason (password, damage) or text, and did the other. */
  readonly wrongOutcomes: readonly string[];
  readonly longestMs: number;
  readonly totalMs: number;
}

/** @param folder with manifest.json and its files, its URL ending in `/` */
export async function readEvaluatedDocuments(folder: URL, reader: DocumentReader): Promise<readonly FormatFigures[]> {
  const examples: readonly Example[] = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'));
  const { signal } = new AbortController();
  const figures = new Map<string, FormatFigures>();
  for (const example of examples) {
    const bytes = new Uint8Array(readFileSync(new URL(example.path, folder)));
    const began = performance.now();
    const result = await reader.readFile({ fileName: example.path, contentType: '', bytes, signal });
    const elapsed = performance.now() - began;
    const text = result.ok ? result.documents.map((document) => documentText(document)).join('\n') : null;
    figures.set(example.format, added(figures.get(example.format) ?? nothing(example.format), example, text, elapsed));
  }
  return [...figures.values()];
}

const nothing = (format: string): FormatFigures => ({
  format,
  files: 0,
  phrases: 0,
  found: 0,
  doubtful: 0,
  doubtfulFound: 0,
  wrongOutcomes: [],
  longestMs: 0,
  totalMs: 0,
});

function added(figures: FormatFigures, example: Example, text: string | null, elapsed: number): FormatFigures {
  const counts = example.class === 'text' && example.expected_outcome === 'done' && example.encoding_tier !== 'stretch';
  const doubtful = example.expected_from?.startsWith('single:') === true;
  const whole = compact(text ?? '');
  const all = counts ? example.expected.length : 0;
  const hits = counts ? example.expected.filter((phrase) => whole.includes(compact(phrase))).length : 0;
  const wrong =
    (example.expected_outcome === 'error' && text !== null) || (example.expected_outcome === 'done' && text === null);
  return {
    format: figures.format,
    files: figures.files + 1,
    phrases: figures.phrases + (doubtful ? 0 : all),
    found: figures.found + (doubtful ? 0 : hits),
    doubtful: figures.doubtful + (doubtful ? all : 0),
    doubtfulFound: figures.doubtfulFound + (doubtful ? hits : 0),
    wrongOutcomes: wrong ? [...figures.wrongOutcomes, example.path] : figures.wrongOutcomes,
    longestMs: Math.max(figures.longestMs, elapsed),
    totalMs: figures.totalMs + elapsed,
  };
}

/** As the phrases were compared when they were chosen: letters alone, without white space and quotes. */
function compact(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2013\u2014\u2212]/g, '-')
    .replaceAll('\u2026', '...')
    .replace(/[\s"\u201c\u201d\u00ad\u200b-\u200f\ufeff\u202a-\u202e\u2060\u2066-\u2069\u0640]+/g, '');
}
