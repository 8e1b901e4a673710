/** Consistency proofs (RFC 9162, section 2.1.4): a later tree begins with all leaves of an earlier one. */
import { foldPeaks, type MerkleFrontier, nodeHash, splitPoint } from './merkle-tree.ts';

/**
 * Proves that `leaves` were appended to the tree of the frontier. Needs no older leaves.
 * @param leaves hashes of the leaves that followed
 */
export function consistencyProof(earlier: MerkleFrontier, leaves: readonly Buffer[]): readonly Buffer[] {
  const size = earlier.size + leaves.length;
  if (earlier.size === 0 || leaves.length === 0) return [];
  const proof: Buffer[] = [];
  const peaks = [...earlier.peaks];
  // The subtree of `end - start` leaves is followed down to the one that ends where the earlier tree ends.
  let [start, end] = [0, size];
  while (earlier.size < end) {
    const middle = start + splitPoint(end - start);
    if (earlier.size <= middle) {
      proof.push(rootOf(leaves, middle - earlier.size, end - earlier.size));
      end = middle;
    } else {
      const left = peaks.shift();
      if (left === undefined) throw new RangeError('A frontier lacks peaks');
      proof.push(left);
      start = middle;
    }
  }
  if (start > 0) proof.push(foldPeaks(peaks));
  return proof.reverse();
}

function rootOf(leaves: readonly Buffer[], from: number, to: number): Buffer {
  const only = leaves[from];
  if (only === undefined) throw new RangeError('A tree lacks leaves');
  if (to - from === 1) return only;
  const middle = from + splitPoint(to - from);
  return nodeHash(rootOf(leaves, from, middle), rootOf(leaves, middle, to));
}

export interface TreeHead {
  readonly size: number;
  readonly root: Buffer;
}

/** Checks a proof as RFC 9162, section 2.1.4.2, does. */
export function isConsistent(earlier: TreeHead, later: TreeHead, proof: readonly Buffer[]): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root);
  if (earlier.size === 0) return proof.length === 0;
  // A complete earlier tree is a node of the later one, which the proof therefore leaves out.
  const path = isPowerOfTwo(earlier.size) ? [earlier.root, ...proof] : [...proof];
  const first = path.shift();
  if (first === undefined) return false;
  let [number, last] = [earlier.size - 1, later.size - 1];
  while (number % 2 === 1) [number, last] = [half(number), half(last)];
  let [earlierRoot, laterRoot] = [first, first];
  for (const node of path) {
    if (last === 0) return false;
    if (number % 2 === 1 || number === last) {
      earlierRoot = nodeHash(node, earlierRoot);
      laterRoot = nodeHash(node, laterRoot);
      while (number % 2 === 0 && number !== 0) [number, last] = [half(number), half(last)];
    } else {
      laterRoot = nodeHash(laterRoot, node);
    }
    [number, last] = [half(number), half(last)];
  }
  return last === 0 && earlierRoot.equals(earlier.root) && laterRoot.equals(later.root);
}

/** Sizes exceed 32 bits. */
const half = (number: number): number => Math.floor(number / 2);

function isPowerOfTwo(size: number): boolean {
  let rest = size;
  while (rest % 2 === 0) rest /= 2;
  return rest === 1;
}
