import { isMarkedAsUntransferable } from 'node:worker_threads';

/** Smaller ones cost the garbage collector little. */
const MIN_BYTES = 4_096;

/**
 * Detaches a large buffer so that its memory is freed now, not at the next major GC. Otherwise requests that leave hundreds of
 * kilobytes each keep the garbage collector running. A buffer of Node's pool stays: others share its memory.
 */
export function releaseBuffer({ buffer }: Uint8Array): void {
  if (buffer.byteLength < MIN_BYTES || !(buffer instanceof ArrayBuffer) || isMarkedAsUntransferable(buffer)) return;
  buffer.transfer(0);
}
