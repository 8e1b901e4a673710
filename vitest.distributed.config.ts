/**
 * `npm run test:distributed`: against the engines whose variables are set, what is not set being embedded. Besides the tests of the
 * adapters, those of the interface run here once more, with a database and indices of its own for each service.
 */
import { defineConfig } from 'vitest/config';
import { sharedProcesses } from './vitest.config.ts';

export default defineConfig({
  test: {
    include: [
      'test/distributed/**/*.test.ts',
      'test/http/**/*.test.ts',
      'test/projections/*/queries.test.ts',
      'test/projections/data-sources/**/*.test.ts',
      'test/faults/kill.test.ts',
      'test/faults/repeats.test.ts',
    ],
    ...sharedProcesses,
    // The engines take the cores beside them.
    maxWorkers: 2,
    env: { ...sharedProcesses.env, TEST_ENGINES: 'true' },
    globalSetup: [...sharedProcesses.globalSetup, 'test/support/engines/engine-url.ts'],
    // A service that files shared takes its own EventStoreDB with it.
    teardownTimeout: 60_000,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
  },
});
