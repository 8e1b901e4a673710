import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Those need engines: npm run test:distributed.
    exclude: ['test/distributed/**'],
    // Processes, not threads: SQLite, native add-ons and worker threads of our own behave as they do in the service.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A run proves something or fails: nothing is tried twice, left out by `.only`, or passed for want of tests.
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
  },
});
