/**
 * Synchronous functions over the connection of a SqliteThread. A handler writes in a savepoint of the shared transaction, so an
 * exception undoes only its own changes. It must not cache what it wrote: the transaction may still roll back. A `readOnly`
 * handler runs after the writes of its batch have committed.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Transferable } from 'node:worker_threads';

/** Argument and result must be structured-cloneable. */
// biome-ignore lint/suspicious/noExplicitAny: the constraint of a generic; a facade's own types replace it.
export type Handler = (argument: any) => unknown;

export type Handlers = { readonly [name: string]: Handler };

/**
 * Type of the export `createHandlers`, which may migrate the file and prepare statements. It runs before the thread reports
 * open; an exception rejects the opening.
 */
export type HandlersFactory<Options = undefined, Made extends Handlers = Handlers> = (
  db: DatabaseSync,
  options: Options,
) => Made;

/** Handler of every thread: rewrites a page to test whether the disk accepts writes. */
export const WRITE_PROBE = 'probeWrite';

const readers = new WeakSet<Handler>();

export function readOnly<Read extends Handler>(handler: Read): Read {
  readers.add(handler);
  return handler;
}

export function isReadOnly(handler: Handler): boolean {
  return readers.has(handler);
}

/** A result whose buffers are transferred instead of copied. The caller gets `value`. */
export class Transferred<Value> {
  readonly value: Value;
  readonly transfer: readonly Transferable[];

  constructor(value: Value, transfer: readonly Transferable[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

export type ResultOf<Called extends Handler> =
  ReturnType<Called> extends Transferred<infer Value> ? Value : ReturnType<Called>;
