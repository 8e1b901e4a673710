import { expect, test } from 'vitest';
import { editDistance } from '../../src/lib/edit-distance.ts';

test.each([
  ['returns', 'returns', 0, 'equal words'],
  ['return', 'returns', 1, 'a letter too few'],
  ['returrns', 'returns', 1, 'a letter too many'],
  ['returms', 'returns', 1, 'another letter'],
  ['retrun', 'return', 1, 'two neighbours swapped'],
  ['kitten', 'sitting', 3, 'two letters replaced and one added'],
  // Each letter is edited once (optimal string alignment), so a swap is not edited again.
  ['ca', 'abc', 3, 'a swap with a letter between'],
  ['', 'word', 4, 'an empty word'],
])('%j and %j are %i edits apart: %s', (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits);
  expect(editDistance(other, one)).toBe(edits);
});
