/** What a SqliteThread and its worker say to each other. Columns rather than rows: cloning many small objects is what costs. */

/** How the worker opens its file. */
export interface WorkerSetup {
  readonly path: string;
  readonly module: string;
  readonly moduleOptions: unknown;
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly busyTimeoutMs: number;
  readonly checkpointPages: number;
  readonly allowExtension: boolean;
}

/** Calls posted together. The n-th entry of each list belongs to the n-th call. */
export interface CallBatch {
  readonly kind: 'calls';
  readonly ids: number[];
  readonly names: string[];
  readonly arguments: unknown[];
  /** Epoch milliseconds after which nobody waits for the answer any more. */
  readonly expiries: number[];
}

export type ToWorker = CallBatch | { readonly kind: 'close' };

/** An error in a form that survives the way between threads with all we need of it. */
export interface Failure {
  /** True when trying again later may help: the whole batch was rolled back, or the disk is full, or the file is locked. */
  readonly unavailable: boolean;
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** SQLite's extended result code, where it was SQLite that refused. */
  readonly errcode: number | undefined;
}

export interface Answers {
  readonly kind: 'answers';
  readonly ids: number[];
  readonly values: unknown[];
  readonly failedIds: number[];
  readonly failures: Failure[];
  /** How many posted batches are finished with this message. */
  readonly batchesDone: number;
}

export type FromWorker =
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'closed' }
  | Answers;
