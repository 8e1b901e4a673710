import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forEachPosting, lengthOf, PostingList } from '../../../../src/adapters/sqlite/search-index/postings.ts';

type Posting = readonly [place: number, occurrences: number];

const anyPostings = fc
  .uniqueArray(fc.tuple(fc.nat(2 ** 30 - 1), fc.integer({ min: 1, max: 2 ** 31 - 1 })), {
    selector: ([place]) => place,
  })
  .map((postings) => postings.sort(([one], [other]) => one - other));

test('a packed list of postings is unpacked as it was, and knows its length', () => {
  fc.assert(
    fc.property(anyPostings, (postings) => {
      const list = new PostingList();
      for (const posting of postings) list.add(...posting);
      const unpacked: Posting[] = [];
      forEachPosting(list.packed(), (...posting) => unpacked.push(posting));
      expect(unpacked).toEqual(postings);
      expect(lengthOf(list.packed())).toBe(postings.length);
    }),
  );
});
