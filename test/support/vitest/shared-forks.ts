/** Vitest's process pool whose processes run one test file after the other: starting one and importing the service takes a second of CPU. */
import { relative } from 'node:path';
import { ForksPoolWorker, type PoolRunnerInitializer, type PoolTask, type WorkerRequest } from 'vitest/node';

/** A process whose heap has grown beyond it is replaced. Modules and results of tests stay in it, so it grows with every file. */
const MAX_HEAP_BYTES = 600_000_000;

/** They measure how long the event loop is held, where other files' garbage must not count. */
const ALONE: ReadonlySet<string> = new Set([
  'test/adapters/bcrypt/passwords.test.ts',
  'test/adapters/images/isolated-images.test.ts',
  'test/http/protocol/body-cost.test.ts',
  'test/projections/engine/event-loop.test.ts',
  'test/reading/threads/threaded-reader.test.ts',
  'test/workers/ingestion/website/hostile-sites.test.ts',
]);

export const runsAlone = (file: string): boolean => ALONE.has(relative(process.cwd(), file).replaceAll('\\', '/'));

class SharedFork extends ForksPoolWorker {
  override readonly name = 'shared-forks';
  readonly reportMemory = true;
  #isUsedUp = false;

  override async start(): Promise<void> {
    await super.start();
    this.on('message', (message: { readonly usedMemory?: number } | null) => {
      if ((message?.usedMemory ?? 0) > MAX_HEAP_BYTES) this.#isUsedUp = true;
    });
  }

  override send(request: WorkerRequest): void {
    if (request.type === 'run' && request.context.files.some(({ filepath }) => runsAlone(filepath))) {
      this.#isUsedUp = true;
    }
    super.send(request);
  }

  canReuse({ context }: PoolTask): boolean {
    return !this.#isUsedUp && !context.files.some(({ filepath }) => runsAlone(filepath));
  }
}

export const sharedForks: PoolRunnerInitializer = {
  name: 'shared-forks',
  createPoolWorker: (options) => new SharedFork(options),
};
