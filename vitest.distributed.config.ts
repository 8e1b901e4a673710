/** `npm run test:distributed`: against the engines whose URLs are set. What needs one that is not set is skipped, and said. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/distributed/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
  },
});
