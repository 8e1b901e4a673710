import { existsSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { readEvaluatedDocuments } from '../../../bench/ingestion/evaluated-documents.ts';
import { ThreadedReader } from '../../../src/reading/threads/threaded-reader.ts';

const corpus = new URL('../../../../shared/evaluation/documents/', import.meta.url);
const LEAST_RECALL = { pdf: 0.96, doc: 0.95, docx: 0.98, ppt: 0.92, pptx: 0.98, csv: 0.98, txt: 0.98 };

describe.skipIf(!existsSync(corpus))('of real documents', () => {
  const reader = new ThreadedReader();
  afterAll(() => reader.close());

  test('nearly all phrases that other tools agree on are read; what is locked gives a reason; none takes long', async () => {
    const figures = await readEvaluatedDocuments(corpus, reader);
    for (const [format, least] of Object.entries(LEAST_RECALL)) {
      const {
        found = 0,
        phrases = 0,
        wrongOutcomes,
        longestMs = 0,
      } = figures.find((one) => one.format === format) ?? {};
      expect(phrases).toBeGreaterThan(0);
      expect({ format, enough: found / phrases >= least }).toEqual({ format, enough: true });
      expect(wrongOutcomes).toEqual([]);
      expect(longestMs).toBeLessThan(30_000);
    }
  }, 60_000);
});
