import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { errorCode } from '../../lib/thrown.ts';

/** Time to retry a write that a pipe with a slow reader refuses. Short, because retries block the event loop. */
const MAX_RETRY_MS = 10;
/** UTF-16 units. Further lines of one turn of the event loop are written at once. */
const MAX_PENDING = 64 * 1024;

export interface LogDestination extends DestinationStream {
  /** pino calls it after a fatal line. */
  flushSync(): void;
}

/**
 * Writes the lines of one turn of the event loop with one system call. Lines that cannot be written (full disk, closed pipe, slow reader)
 * are dropped, and their number is logged with the next ones that can. pino's own destination retries such writes for ever.
 */
export function logDestination(descriptor: number, written = (line: string) => line): LogDestination {
  let dropped = 0;
  let pending: string[] = [];
  let pendingLength = 0;

  function flushSync(): void {
    const lines = pending;
    if (lines.length === 0) return;
    pending = [];
    pendingLength = 0;
    const notice = { level: 40, time: Date.now(), dropped, msg: 'Log lines dropped' };
    const before = dropped === 0 ? '' : written(`${JSON.stringify(notice)}\n`);
    if (writeWhole(descriptor, Buffer.from(before + lines.join('')))) dropped = 0;
    else dropped += lines.length;
  }

  return {
    flushSync,
    write(line) {
      const text = written(line);
      if (pending.length === 0) setImmediate(flushSync);
      pending.push(text);
      pendingLength += text.length;
      if (pendingLength > MAX_PENDING) flushSync();
    },
  };
}

function writeWhole(descriptor: number, bytes: Uint8Array): boolean {
  const endsAt = performance.now() + MAX_RETRY_MS;
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const isBusy = errorCode(error) === 'EAGAIN';
      if (!isBusy || performance.now() > endsAt) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return true;
}
