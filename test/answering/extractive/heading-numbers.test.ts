import { expect, test } from 'vitest';
import { withoutNumber } from '../../../src/answering/extractive/passages/heading-numbers.ts';

test.each([
  ['3.1 Fees', 'Fees'],
  ['3. Fees', 'Fees'],
  ['a) Fees', 'Fees'],
  ['(iv) Fees', 'Fees'],
  ['Chapter 4: Fees', 'Fees'],
  ['§ 5 Fees', 'Fees'],
  ['12 Fees', 'Fees'],
])('The heading “%s” is about “%s”', (heading, name) => {
  expect(withoutNumber(heading)).toBe(name);
});

test.each(['Dr. Weber', 'St. Mary’s School', '3 ways to pay', '0 % finance'])(
  '“%s” begins with no number',
  (heading) => {
    expect(withoutNumber(heading)).toBe(heading);
  },
);
