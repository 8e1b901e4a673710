/**
 * Merkle tree over the events of the log (RFC 9162, section 2.1). Leaves and nodes are hashed with different prefixes, so that
 * neither can pass for the other.
 */
import { hash } from 'node:crypto';

const DIGEST_BYTES = 32;
const LEAF_PREFIX = 0;
const NODE_PREFIX = 1;

/** One buffer for all hashes: they are calculated synchronously. */
let leafInput = Buffer.alloc(131_072);
const nodeInput = Buffer.alloc(1 + 2 * DIGEST_BYTES);
nodeInput[0] = NODE_PREFIX;

/** @param content UTF-8 text, or its bytes */
export function leafHash(content: string | Uint8Array): Buffer {
  const maxBytes = typeof content === 'string' ? content.length * 3 : content.byteLength;
  if (maxBytes + 1 > leafInput.byteLength) leafInput = Buffer.alloc(2 * (maxBytes + 1));
  leafInput[0] = LEAF_PREFIX;
  let length = maxBytes;
  if (typeof content === 'string') length = leafInput.write(content, 1);
  else leafInput.set(content, 1);
  return hash('sha256', leafInput.subarray(0, 1 + length), 'buffer');
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + DIGEST_BYTES);
  return hash('sha256', nodeInput, 'buffer');
}

const EMPTY_ROOT = hash('sha256', '', 'buffer');

/**
 * Right edge of a growing tree: the roots of its complete subtrees, largest first, one for each binary digit 1 of the size.
 * Further leaves need nothing else, so a tree of n leaves takes O(log n) memory.
 */
export class MerkleFrontier {
  #size: number;
  readonly #peaks: Buffer[];

  private constructor(size: number, peaks: readonly Buffer[]) {
    this.#size = size;
    this.#peaks = [...peaks];
  }

  static empty(): MerkleFrontier {
    return new MerkleFrontier(0, []);
  }

  /** @returns null when there are not as many peaks as the size has digits 1 */
  static of(size: number, peaks: readonly Buffer[]): MerkleFrontier | null {
    const fits = Number.isSafeInteger(size) && size >= 0 && peaks.length === countOnes(size);
    return fits && peaks.every(({ byteLength }) => byteLength === DIGEST_BYTES)
      ? new MerkleFrontier(size, peaks)
      : null;
  }

  get size(): number {
    return this.#size;
  }

  get peaks(): readonly Buffer[] {
    return this.#peaks;
  }

  /** @param leaf a leaf's hash */
  append(leaf: Buffer): void {
    let node = leaf;
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2) {
      const left = this.#peaks.pop();
      if (left !== undefined) node = nodeHash(left, node);
    }
    this.#peaks.push(node);
    this.#size += 1;
  }

  root(): Buffer {
    return foldPeaks(this.#peaks);
  }

  copy(): MerkleFrontier {
    return new MerkleFrontier(this.#size, this.#peaks);
  }
}

export function foldPeaks(peaks: readonly Buffer[]): Buffer {
  return peaks.length === 0 ? EMPTY_ROOT : peaks.reduceRight((right, left) => nodeHash(left, right));
}

/** Sizes may exceed 32 bits, so bitwise operators do not work. */
function countOnes(size: number): number {
  let ones = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2;
  return ones;
}

/** Largest power of two below the size. */
export function splitPoint(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
