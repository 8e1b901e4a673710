import { describe, expect, it } from 'vitest';
import { type Holding, MemoryShare } from '../../../../src/http/plugins/fair-share/memory-share.ts';

const MAX = 100;

/** Holdings by name, such as `a1`, whose first letter is its client. */
function node() {
  const share = new MemoryShare(MAX);
  const holdings = new Map<string, Holding>();
  const ended: string[] = [];
  const holdingOf = (name: string) => {
    const holding = holdings.get(name) ?? share.hold(name.slice(0, 1), () => void ended.push(name));
    holdings.set(name, holding);
    return holding;
  };
  return {
    /** @returns the holdings that were ended for it */
    add(name: string, bytes: number): readonly string[] {
      const count = holdingOf(name).add(bytes);
      const all = ended.splice(0);
      expect(count).toBe(all.length);
      return all;
    },
    release: (...names: readonly string[]) => {
      for (const name of names) holdings.get(name)?.release();
    },
  };
}

describe('Memory that clients share', () => {
  it('may all be of one client while there is room', () => {
    const { add } = node();
    expect(['a1', 'a2', 'a3'].flatMap((name) => add(name, 30))).toEqual([]);
  });

  it('is taken from the client with the most bytes, what it has held longest first', () => {
    const { add } = node();
    for (const name of ['a1', 'a2', 'a3', 'b1']) add(name, 25);
    expect(add('c1', 20)).toEqual(['a1']);
    expect(add('c2', 60)).toEqual(['c1', 'c2']);
    expect(add('b2', 25)).toEqual([]);
  });

  it('counts what a holding grows by, until that ends', () => {
    const { add } = node();
    add('b1', 30);
    for (let grown = 0; grown < 7; grown += 1) expect(add('a1', 10)).toEqual([]);
    expect(add('a1', 10)).toEqual(['a1']);
    expect(add('a1', 1_000)).toEqual([]);
    expect(add('b1', 70)).toEqual([]);
  });

  it('is free again when it is released, each holding once', () => {
    const { add, release } = node();
    add('a1', 50);
    add('a2', 50);
    release('a1', 'a1');
    expect(add('b1', 50)).toEqual([]);
    expect(add('c1', 1)).toEqual(['a2']);
  });
});
