import { expect, test } from 'vitest';
import { countAskedFor } from '../../../../src/answering/extractive/facts/counts.ts';
import { asker } from '../asker.ts';

test.each([
  ['How many rooms do you have?', 'We have 12 rooms.', 'We have 12 beds.'],
  ['How many e-bikes do you have?', 'We have 12 e-bikes.', 'We have 12 bikes.'],
  ['How many e-mails can I send?', 'Up to 500 emails a day', 'Up to 500 calls a day'],
  ['Wie viele T-Shirts sind in einem Paket?', 'Jedes Paket hat drei T-Shirts', 'Jedes Paket hat drei Hosen'],
  ['How many -----s are there?', '5 -----s', '5 apples'],
])('“%s” is answered by the number of just that', (question, told, other) => {
  const counted = countAskedFor(question);
  expect([counted?.test(told), counted?.test(other)]).toEqual([true, false]);
});

test('A thing with a hyphen in its name is counted in an answer', () => {
  const ask = asker(
    '<h1>Wheels</h1><p>We rent out bikes in Bern.</p><h2>Fleet</h2><p>We have 12 e-bikes and 30 city bikes.</p>',
  );
  expect(ask('How many e-bikes do you have?')).toContain('12 e-bikes');
});

test('Only the beginning of a very long question is read', () => {
  expect(countAskedFor(`${'please '.repeat(100)}how many rooms do you have?`)).toBeNull();
});

test('A thing of very many hyphens is looked for in linear time', () => {
  const counted = countAskedFor(`How many ${'-'.repeat(28)}toxins are there?`);
  const before = performance.now();
  expect(counted?.test(`5 ${'-'.repeat(14)}total`)).toBe(false);
  expect(performance.now() - before).toBeLessThan(200);
});
