/**
 * What a module that runs in a SqliteThread exports: a factory of named, synchronous functions over one connection.
 *
 * A plain handler writes: it runs inside the transaction that commits everything waiting, in a savepoint of its own, so when it
 * throws only its own changes are undone. One marked `readOnly` runs outside of any transaction, after the writes that came
 * with it have been committed. A handler must keep no memory of what it wrote: its transaction may yet be rolled back.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Transferable } from 'node:worker_threads';

/** Takes and gives back one value that can be cloned between threads (see the structured clone algorithm). */
// biome-ignore lint/suspicious/noExplicitAny: the constraint of a generic; a facade's own types replace it.
export type Handler = (argument: any) => unknown;

export type Handlers = { readonly [name: string]: Handler };

/**
 * The export every thread module has, by the name `createHandlers`. It may migrate the file (`migrate`) and prepare its
 * statements. It runs before the thread says it is open; what it throws is what opening rejects with.
 */
export type HandlersFactory<Options = undefined, Made extends Handlers = Handlers> = (
  db: DatabaseSync,
  options: Options,
) => Made;

const readers = new WeakSet<Handler>();

/** Marks a handler that only reads. */
export function readOnly<Read extends Handler>(handler: Read): Read {
  readers.add(handler);
  return handler;
}

export function isReadOnly(handler: Handler): boolean {
  return readers.has(handler);
}

/** A result whose buffers move to the caller instead of being copied. The caller gets `value`. */
export class Moved<Value> {
  readonly value: Value;
  readonly transfer: readonly Transferable[];

  constructor(value: Value, transfer: readonly Transferable[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

/** What the caller of a handler gets. */
export type ResultOf<Called extends Handler> =
  ReturnType<Called> extends Moved<infer Value> ? Value : ReturnType<Called>;
