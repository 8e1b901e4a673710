/**
 * Frees the memory of large bytes that nobody looks at any more. The garbage collector learns of it only when it has marked the whole
 * heap, and runs all the time to keep up when each request leaves hundreds of kilobytes.
 */
export function giveBack(bytes: Uint8Array): void {
  // Smaller ones may share their memory with others.
  if (bytes.byteLength > Buffer.poolSize && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
}
