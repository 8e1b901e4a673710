/** Starts the worker thread of a SQLite file, which opens the file, migrates it and creates the handlers. */
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { fromFailure } from './failure.ts';
import type { FromWorker, WorkerSetup } from './protocol.ts';

export interface WorkerOptions {
  /** Name of the store in errors, such as `event log`. */
  readonly store: string;
  readonly path: string;
  /** Exports `createHandlers` (see HandlersFactory), as `new URL('./x.ts', import.meta.url)`. */
  readonly module: URL;
  /** Second argument of `createHandlers`, structured-cloneable. */
  readonly moduleOptions?: unknown;
  /** FULL: an answered write survives a power failure. NORMAL: only a crash of the process. Default FULL. */
  readonly synchronous?: 'FULL' | 'NORMAL';
  /** `db.loadExtension` inside `createHandlers` only. Default false. */
  readonly allowExtension?: boolean;
  /** Wait of a statement for a lock. Default 5000. */
  readonly busyTimeoutMs?: number;
  /** Pages in the write-ahead log at which it is copied into the file. Default 1000 (4 MB). */
  readonly checkpointPages?: number;
  /** Set for files with personal data: older versions of erased pages stay in the write-ahead log until then. Default: never. */
  readonly truncateLogAfterMs?: number;
  /** Refuses writes while the file is not in its place, because the next start would miss them. Default false. */
  readonly irreplaceable?: boolean;
}

/** Little of what calls allocate survives. Without a limit, the young generation of each busy thread grows to 33 MB. */
const MAX_YOUNG_GENERATION_MEGABYTES = 12;
/** Far more than a batch needs. With a limit, V8 also starts each thread with a heap that is 1.4 MB smaller. */
const MAX_HEAP_MEGABYTES = 1_024;
/** Migrations included. */
const OPEN_TIMEOUT_MS = 60_000;

/** @throws what opening the file, migrating it or `createHandlers` threw; StoreUnavailable when that takes too long */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const setup: WorkerSetup = {
    path: options.path,
    module: options.module.href,
    moduleOptions: options.moduleOptions,
    synchronous: options.synchronous ?? 'FULL',
    busyTimeoutMs: options.busyTimeoutMs ?? 5000,
    checkpointPages: options.checkpointPages ?? 1000,
    truncateLogAfterMs: options.truncateLogAfterMs ?? null,
    allowExtension: options.allowExtension ?? false,
    irreplaceable: options.irreplaceable ?? false,
  };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: options.store,
    workerData: setup,
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES,
      maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MEGABYTES,
    },
  });
  await opened(worker, options);
  return worker;
}

function opened(worker: Worker, options: WorkerOptions): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => {
      settle(new StoreUnavailable(options.store, `its thread did not open ${options.path} in time`));
      void worker.terminate();
    }, OPEN_TIMEOUT_MS);
    const onMessage = (message: FromWorker) => {
      if (message.kind === 'opened') settle();
      if (message.kind === 'refused') settle(fromFailure(message.failure, options.store));
    };
    const onExit = (code: number) => settle(new StoreUnavailable(options.store, `its thread ended with code ${code}`));
    const settle = (error?: Error) => {
      clearTimeout(timeout);
      worker.off('message', onMessage);
      worker.off('error', settle);
      worker.off('exit', onExit);
      if (error === undefined) resolve();
      else reject(error);
    };
    worker.on('message', onMessage);
    worker.on('error', settle);
    worker.on('exit', onExit);
  });
}
