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
