import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentText } from '../../../../src/text/document.ts';
import { formatOf } from '../../../../src/workers/ingestion/documents/formats.ts';
import { readDocument } from '../../../../src/workers/ingestion/documents/read-document.ts';
import { Unreadable } from '../../../../src/workers/ingestion/documents/unreadable.ts';

const corpus = new URL('../../../../../shared/evaluation/documents/', import.meta.url);

interface Example {
  readonly path: string;
  readonly format: string;
  readonly class: string;
  readonly expected: readonly string[];
  readonly expected_outcome: string;
}

const LEAST_RECALL: { readonly [format: string]: number } = { docx: 0.98, csv: 0.98, txt: 0.98, pdf: 0.96 };

/** As the phrases were compared when they were chosen: letters alone, without white space and quotes. */
const compact = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2013\u2014\u2212]/g, '-')
    .replace(/[\s"\u201c\u201d\u00ad\u200b-\u200f\ufeff\u2060\u0640]+/g, '');

describe.skipIf(!existsSync(corpus))('on real documents', () => {
  test('nearly all phrases that other tools agree on are read, and what cannot be read says why', async () => {
    const examples: Example[] = JSON.parse(readFileSync(new URL('manifest.json', corpus), 'utf8'));
    const found: Record<string, number> = {};
    const wanted: Record<string, number> = {};
    for (const example of examples.filter((one) => one.format in LEAST_RECALL && formatOf(one.path)?.reader !== null)) {
      const text = await textOf(example.path);
      if (example.class === 'encrypted')
        expect({ path: example.path, text }).toEqual({ path: example.path, text: null });
      if (example.class !== 'text' || example.expected_outcome !== 'done') continue;
      const whole = compact(text ?? '');
      const { format, expected } = example;
      wanted[format] = (wanted[format] ?? 0) + expected.length;
      found[format] = (found[format] ?? 0) + expected.filter((phrase) => whole.includes(compact(phrase))).length;
    }
    for (const [format, least] of Object.entries(LEAST_RECALL)) {
      expect((found[format] ?? 0) / (wanted[format] ?? 1)).toBeGreaterThanOrEqual(least);
    }
  }, 60_000);
});

/** Null when the document cannot be read for a reason that its owner is told. */
async function textOf(path: string): Promise<string | null> {
  try {
    return documentText(await readDocument(path, new Uint8Array(readFileSync(new URL(path, corpus)))));
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
