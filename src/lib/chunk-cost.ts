/** About what a buffer costs beside its bytes. */
const LEAST_BYTES = 64;

/**
 * Bytes that a chunk of a body counts for. Each chunk is a buffer of its own, and somebody else chooses their sizes: four megabytes in
 * chunks of one byte take 1.7 GB and four seconds.
 */
export const chunkCost = (chunk: Uint8Array): number => Math.max(LEAST_BYTES, chunk.byteLength);
