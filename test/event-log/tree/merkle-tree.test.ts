import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consistencyProof } from '../../../src/event-log/tree/consistency.ts';
import { foldPeaks, leafHash, MerkleFrontier } from '../../../src/event-log/tree/merkle-tree.ts';
import { isConsistent } from '../../support/tree-consistency.ts';

/** The definition of RFC 9162, section 2.1.1, implemented literally. */
function naiveRoot(contents: readonly string[]): string {
  if (contents.length === 0) return hash('sha256', '');
  if (contents.length === 1) return hash('sha256', Buffer.concat([Buffer.of(0), Buffer.from(contents[0] ?? '')]));
  let split = 1;
  while (split * 2 < contents.length) split *= 2;
  const halves = [naiveRoot(contents.slice(0, split)), naiveRoot(contents.slice(split))];
  return hash('sha256', Buffer.concat([Buffer.of(1), ...halves.map((half) => Buffer.from(half, 'hex'))]));
}

function frontierOf(contents: readonly string[]): MerkleFrontier {
  const frontier = MerkleFrontier.empty();
  for (const content of contents) frontier.append(leafHash(content));
  return frontier;
}

const headOf = (contents: readonly string[]) => ({ size: contents.length, root: frontierOf(contents).root() });
const contents = (count: number) => Array.from({ length: count }, (_, index) => `event ${index}`);
/** Any two sizes of one log. */
const twoSizes = fc.tuple(fc.nat(130), fc.nat(130)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

describe('the tree over the events', () => {
  it('has the root that the RFC defines, at every size', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 40 }), (leaves) => {
        expect(frontierOf(leaves).root().toString('hex')).toBe(naiveRoot(leaves));
      }),
      { numRuns: 50 },
    );
  });

  it('has the roots of the test vectors of Certificate Transparency', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    const frontier = MerkleFrontier.empty();
    for (const [index, input] of inputs.entries()) {
      frontier.append(leafHash(Buffer.from(input, 'hex')));
      expect(frontier.root().toString('hex')).toBe(roots[index]);
    }
  });

  it('goes on from its frontier alone', () => {
    fc.assert(
      fc.property(twoSizes, ([earlier, later]) => {
        const before = frontierOf(contents(earlier));
        const resumed = MerkleFrontier.of(before.size, before.peaks);
        for (const content of contents(later).slice(earlier)) resumed?.append(leafHash(content));
        expect(resumed?.root()).toEqual(frontierOf(contents(later)).root());
        expect(foldPeaks(before.peaks)).toEqual(before.root());
      }),
    );
  });

  it('takes no frontier that does not fit its size', () => {
    const { peaks } = frontierOf(contents(7));
    for (const size of [-1, 1, 6, 8, 7.5, Number.NaN, 2 ** 60]) expect(MerkleFrontier.of(size, peaks)).toBeNull();
    expect(MerkleFrontier.of(1, [Buffer.alloc(31)])).toBeNull();
  });

  it('tells a leaf of any length from a node', () => {
    const pair = frontierOf(['a', 'b']);
    const bytes = Buffer.concat([Buffer.of(1), leafHash('a'), leafHash('b')]);
    expect(leafHash(bytes)).not.toEqual(pair.root());
    expect(leafHash('x'.repeat(1_000_000))).toEqual(leafHash(Buffer.from('x'.repeat(1_000_000))));
  });
});

describe('a consistency proof', () => {
  const proofOf = (earlier: number, later: number) =>
    consistencyProof(frontierOf(contents(earlier)), contents(later).slice(earlier).map(leafHash));

  it('holds between any two heads of a log, and is short', () => {
    fc.assert(
      fc.property(twoSizes, ([earlier, later]) => {
        const proof = proofOf(earlier, later);
        expect(isConsistent(headOf(contents(earlier)), headOf(contents(later)), proof)).toBe(true);
        expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(later + 1)) + 1);
      }),
      { numRuns: 200 },
    );
  });

  it('holds for no log of which an earlier event was changed', () => {
    fc.assert(
      fc.property(twoSizes, fc.nat(), ([earlier, later], at) => {
        fc.pre(earlier > 0);
        const changed = contents(later).with(at % earlier, 'another');
        const [before, after] = [frontierOf(changed.slice(0, earlier)), headOf(changed)];
        const proof = consistencyProof(before, changed.slice(earlier).map(leafHash));
        expect(isConsistent(headOf(contents(earlier)), after, proof)).toBe(false);
        expect(isConsistent(headOf(contents(earlier)), after, proofOf(earlier, later))).toBe(false);
      }),
    );
  });

  it('holds for no other proof, size or root', () => {
    fc.assert(
      fc.property(twoSizes, fc.nat(), ([earlier, later], at) => {
        fc.pre(earlier > 0 && earlier < later);
        const [before, after, proof] = [headOf(contents(earlier)), headOf(contents(later)), proofOf(earlier, later)];
        const other = leafHash('another');
        expect(isConsistent(before, after, [...proof, other])).toBe(false);
        expect(isConsistent(before, after, proof.slice(1))).toBe(false);
        expect(isConsistent(before, after, proof.with(at % proof.length, other))).toBe(false);
        expect(isConsistent(after, before, proof)).toBe(false);
        expect(isConsistent({ ...before, root: other }, after, proof)).toBe(false);
        expect(isConsistent(before, { ...after, root: other }, proof)).toBe(false);
      }),
    );
  });
});
