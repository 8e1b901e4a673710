import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { sayWhatIsNotTried } from './test/support/browser/chromium.ts';
import { sayWhatTheNetworkLacks } from './test/support/network.ts';
import { sayWhichProgramsAreMissing } from './test/support/programs.ts';
import { MixedOrder } from './test/support/vitest/mixed-order.ts';
import { sharedForks } from './test/support/vitest/shared-forks.ts';

/** As the service itself keeps it (src/composition/compile-cache.ts): threads and programs that tests start find it too. */
const COMPILED_CODE = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** How tests are run, wherever their stores are. */
export const sharedProcesses = {
  // Processes, not threads: SQLite, native add-ons and worker threads of our own behave as they do in the service.
  pool: sharedForks,
  // Test files share a process: starting one and importing the service costs more than most of them.
  isolate: false,
  environment: './test/support/vitest/environment.ts',
  // Measured on two cores: with two, a third of the time goes in waiting for programs and browsers; with four, the cores are the limit.
  maxWorkers: 3,
  globalSetup: ['test/support/vitest/files-in-memory.ts'],
  sequence: { sequencer: MixedOrder },
  // Node imports the TypeScript as it is, in tests as in the service; Vite would transform all of it again in every process.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // A busy machine takes longer than the second that is the default.
  expect: { poll: { timeout: 20_000 } },
  // gRPC asks a proxy of the environment for every server, also on this machine.
  env: { NODE_COMPILE_CACHE: COMPILED_CODE, no_proxy: '127.0.0.1,localhost,::1' },
} satisfies InlineConfig;

sayWhatIsNotTried();
sayWhichProgramsAreMissing();
sayWhatTheNetworkLacks();

export default defineConfig({
  test: {
    ...sharedProcesses,
    include: ['test/**/*.test.ts'],
    // Those need engines: npm run test:distributed.
    exclude: ['test/distributed/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A run proves something or fails: nothing is tried twice, left out by `.only`, or passed for want of tests.
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
  },
});
