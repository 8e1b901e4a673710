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
  const path = isPowerOfTwo(earlier.size) ? [earlier.root, ...proof] : proof;
  const roots = foldProof(path, earlier.size, later.size);
  if (roots === null) return false;
  return roots.earlier.equals(earlier.root) && roots.later.equals(later.root);
}

/** Roots that the nodes of a proof lead to, from the last subtree of the earlier tree upwards. Null for too many nodes or too few. */
function foldProof([first, ...others]: readonly Buffer[], earlierSize: number, laterSize: number) {
  if (first === undefined) return null;
  let [number, last] = [earlierSize - 1, laterSize - 1];
  while (number % 2 === 1) [number, last] = [half(number), half(last)];
  let [earlier, later] = [first, first];
  for (const node of others) {
    if (last === 0) return null;
    if (number % 2 === 1 || number === last) {
      earlier = nodeHash(node, earlier);
      later = nodeHash(node, later);
      while (number % 2 === 0 && number !== 0) [number, last] = [half(number), half(last)];
    } else {
      later = nodeHash(later, node);
    }
    [number, last] = [half(number), half(last)];
  }
  return last === 0 ? { earlier, later } : null;
}

/** Sizes exceed 32 bits. */
const half = (number: number): number => Math.floor(number / 2);

function isPowerOfTwo(size: number): boolean {
  let rest = size;
  while (rest % 2 === 0) rest /= 2;
  return rest === 1;
}
