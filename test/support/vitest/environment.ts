/** Vitest's environment of a test process, which several test files share: its teardown is the only hook at the end of them all. */
import { flushCompileCache } from 'node:module';
import type { Environment } from 'vitest/runtime';
import { endProcess } from './process-end.ts';

const sharedProcess: Environment = {
  name: 'shared-process',
  viteEnvironment: 'ssr',
  setup: () => ({
    async teardown() {
      await endProcess();
      // Vitest kills its processes, and Node writes its compile cache only at an orderly end.
      flushCompileCache();
    },
  }),
};

export default sharedProcess;
