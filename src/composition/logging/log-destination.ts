import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** A pipe whose reader is slow may refuse a write for a moment. Well under what may hold the event loop. */
const MAX_RETRY_MS = 10;

/**
 * Writes log lines synchronously, as `written` makes them. A line that cannot be written (full disk, closed pipe, slow reader) is dropped, and the
 * number of dropped lines is logged with the next one that can. pino's own destination retries such writes for ever.
 */
export function logDestination(descriptor: number, written = (line: string) => line): DestinationStream {
  let dropped = 0;
  return {
    write(line) {
      const notice = { level: 40, time: Date.now(), dropped, msg: 'Log lines dropped' };
      const before = dropped === 0 ? '' : written(`${JSON.stringify(notice)}\n`);
      if (writeWhole(descriptor, Buffer.from(before + written(line)))) dropped = 0;
      else dropped += 1;
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
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isBusy || performance.now() > endsAt) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return true;
}
