import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  forEachPosting,
  lengthOf,
  PostingList,
  withoutPassage,
} from '../../../../src/adapters/sqlite/search-index/postings.ts';

type Posting = readonly [passageKey: number, occurrences: number, passageWords: number];

function pack(postings: readonly Posting[]): PostingList {
  const list = new PostingList(postings[0]?.[0] ?? 0);
  for (const posting of postings) list.add(...posting);
  return list;
}

function unpack(entries: Uint8Array): Posting[] {
  const postings: Posting[] = [];
  forEachPosting(entries, (...posting) => postings.push(posting));
  return postings;
}

const count = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const anyPostings = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2 ** 50 }), count, count), { minLength: 1, selector: ([key]) => key })
  .map((postings) => postings.sort(([one], [other]) => one - other));

test('a packed list of postings is unpacked as it was, and knows its length', () => {
  fc.assert(
    fc.property(anyPostings, (postings) => {
      const list = pack(postings);
      expect(list.first).toBe(postings[0]?.[0]);
      expect(unpack(list.packed())).toEqual(postings);
      expect(lengthOf(list.packed())).toBe(postings.length);
    }),
  );
});

test('taking a passage out of a list leaves the others as they were', () => {
  fc.assert(
    fc.property(anyPostings, fc.nat(), (postings, choice) => {
      const removed = postings[choice % postings.length]?.[0] ?? 0;
      const rest = withoutPassage(pack(postings).packed(), removed);
      const others = postings.filter(([key]) => key !== removed);
      if (others.length === 0) expect(rest).toBeNull();
      else expect(rest instanceof PostingList && unpack(rest.packed())).toEqual(others);
    }),
  );
});

test('a list without the passage is given back itself', () => {
  const entries = pack([[5, 1, 10]]).packed();
  expect(withoutPassage(entries, 6)).toBe(entries);
});
