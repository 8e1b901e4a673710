import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addBm25Scores,
  forEachPosting,
  joinedPostings,
  lengthOf,
  PostingList,
} from '../../../../../src/adapters/sqlite/search-index/segments/postings.ts';

type Posting = readonly [place: number, occurrences: number];

const anyPostings = fc
  .uniqueArray(fc.tuple(fc.nat(2 ** 30 - 1), fc.integer({ min: 1, max: 2 ** 31 - 1 })), {
    selector: ([place]) => place,
  })
  .map((postings) => postings.sort(([one], [other]) => one - other));

test('a posting list decodes to what was encoded, and knows its length', () => {
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

test('occurrences added one by one encode like occurrences added at once', () => {
  const small = fc
    .uniqueArray(fc.tuple(fc.nat(2 ** 30 - 1), fc.integer({ min: 1, max: 300 })), { selector: ([place]) => place })
    .map((postings) => postings.sort(([one], [other]) => one - other));
  fc.assert(
    fc.property(small, (postings) => {
      const atOnce = new PostingList();
      const oneByOne = new PostingList();
      for (const [place, occurrences] of postings) {
        atOnce.add(place, occurrences);
        for (let time = 0; time < occurrences; time += 1) oneByOne.add(place, 1);
      }
      expect(oneByOne.packed()).toEqual(atOnce.packed());
    }),
  );
});

test('joined posting lists encode like one list of all places', () => {
  const lists = fc.array(fc.uniqueArray(fc.nat(200), { maxLength: 20 }), { maxLength: 6 });
  fc.assert(
    fc.property(lists, (placesBySegment) => {
      const whole = new PostingList();
      const segments = placesBySegment.map((places, segment) => {
        const start = segment * 201;
        const list = new PostingList();
        for (const place of places.sort((one, other) => one - other)) {
          list.add(place, (place % 3) + 1);
          whole.add(start + place, (place % 3) + 1);
        }
        return { start, entries: list.packed() };
      });
      expect(joinedPostings(segments)).toEqual(whole.packed());
    }),
  );
});

test('the BM25 scores of a word equal the sum over its postings', () => {
  const small = fc
    .uniqueArray(fc.tuple(fc.nat(40_000), fc.integer({ min: 1, max: 40_000 })), { selector: ([place]) => place })
    .map((postings) => postings.sort(([one], [other]) => one - other));
  fc.assert(
    fc.property(small, (postings) => {
      const list = new PostingList();
      for (const posting of postings) list.add(...posting);
      const scores = new Float64Array(40_001).fill(1);
      addBm25Scores(list.packed(), 3, { scores, lengthNorms: new Float64Array(40_001).fill(0.5) });
      const expected = new Float64Array(40_001).fill(1);
      for (const [place, occurrences] of postings) expected[place] = 1 + (3 * occurrences) / (occurrences + 0.5);
      expect(Buffer.compare(Buffer.from(scores.buffer), Buffer.from(expected.buffer))).toBe(0);
    }),
  );
});
