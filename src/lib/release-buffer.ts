/**
 * Detaches a large buffer so that its memory is freed now, not at the next major GC. Otherwise requests that leave hundreds of
 * kilobytes each keep the garbage collector running.
 */
export function releaseBuffer(bytes: Uint8Array): void {
  // Smaller buffers may share a pool.
  if (bytes.byteLength > Buffer.poolSize && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
}
