/** Column-oriented messages, because cloning many small objects is expensive. */

export interface WorkerSetup {
  readonly path: string;
  readonly module: string;
  readonly moduleOptions: unknown;
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly busyTimeoutMs: number;
  readonly checkpointPages: number;
  /** After a write; null for never. */
  readonly truncateLogAfterMs: number | null;
  readonly allowExtension: boolean;
  readonly irreplaceable: boolean;
}

/** The n-th entry of each list belongs to the n-th call. */
export interface CallBatch {
  readonly kind: 'calls';
  readonly ids: number[];
  readonly names: string[];
  readonly arguments: unknown[];
  /** Epoch milliseconds: nobody waits for the answer after that. */
  readonly expiries: number[];
}

export type ToWorker = CallBatch | { readonly kind: 'close' };

/** Structured-cloneable. */
export interface ThreadFailure {
  /** A retry may help: the batch was rolled back, the disk is full, or the file is locked. */
  readonly unavailable: boolean;
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** SQLite's extended result code. */
  readonly errcode: number | undefined;
}

export interface Answers {
  readonly kind: 'answers';
  readonly ids: number[];
  readonly values: unknown[];
  readonly failedIds: number[];
  readonly failures: ThreadFailure[];
  readonly batchesDone: number;
}

export type FromWorker =
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly failure: ThreadFailure }
  | { readonly kind: 'closed' }
  | Answers;
