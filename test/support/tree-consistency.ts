import { nodeHash } from '../../src/event-log/tree/merkle-tree.ts';

interface TreeHead {
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
