/** Threads that read or prepare start on demand and end when idle, so each start counts. */
import { readdirSync } from 'node:fs';
import { strToU8 } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { ThreadedPreparer } from '../../../src/reading/threads/threaded-preparer.ts';
import { ThreadedReader } from '../../../src/reading/threads/threaded-reader.ts';
import { sha256Of } from '../../support/fixtures.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const { signal } = new AbortController();
afterEach(() => void vi.unstubAllEnvs());

test.each([
  [
    'reads',
    async () => {
      const reader = new ThreadedReader({ threads: 1 });
      const bytes = strToU8('<p>The shop opens at nine.</p>');
      await reader.readPage({ url: 'http://example.com/', contentType: 'text/html', bytes, signal });
      await reader.close();
    },
  ],
  [
    'prepares',
    async () => {
      const preparer = new ThreadedPreparer();
      const passage = {
        title: 'Hours',
        url: null,
        headings: [],
        text: 'The shop opens at nine.',
        hash: sha256Of('hours'),
      };
      await preparer.analyse([passage], signal);
      await preparer.close();
    },
  ],
])('A thread that %s leaves what it compiled to the next one', async (_what, work) => {
  const cache = temporaryDirectory();
  vi.stubEnv('NODE_COMPILE_CACHE', cache);
  await work();
  expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(10);
});
