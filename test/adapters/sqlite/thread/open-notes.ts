/** A SQLite thread with handlers for tests. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SqliteThread, type SqliteThreadOptions } from '../../../../src/adapters/sqlite/thread/sqlite-thread.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import type { Notes } from './notes.ts';

export const notes = new URL('./notes.ts', import.meta.url);

export async function openNotes(
  options: Partial<SqliteThreadOptions> & { path?: string } = {},
): Promise<{ thread: SqliteThread<Notes>; path: string }> {
  const path = options.path ?? join(temporaryDirectory(), 'notes.db');
  const thread = await SqliteThread.open<Notes>({ store: 'notes', module: notes, ...options, path });
  onTestFinished(() => thread.close());
  return { thread, path };
}

export function newGate(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

export function release(gate: Int32Array): void {
  Atomics.store(gate, 0, 2);
  Atomics.notify(gate, 0);
}

/** Gives back control once the thread is busy; it stays so until it is released. */
export async function occupy(thread: SqliteThread<Notes>) {
  const gate = newGate();
  const occupied = thread.call('occupy', gate);
  await Atomics.waitAsync(gate, 0, 0).value;
  return { occupied, release: () => release(gate) };
}
