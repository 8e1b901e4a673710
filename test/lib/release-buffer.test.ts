import { expect, test } from 'vitest';
import { releaseBuffer } from '../../src/lib/release-buffer.ts';

test('A large buffer of its own is freed at once, a smaller one is left to the garbage collector', () => {
  const large = Buffer.allocUnsafeSlow(20_000);
  const small = Buffer.allocUnsafeSlow(100);
  releaseBuffer(large);
  releaseBuffer(small);
  expect([large.byteLength, small.byteLength]).toEqual([0, 100]);
});

test("A buffer of Node's pool stays whole with its neighbours", () => {
  const [one, other] = [Buffer.from('one'.repeat(3_000)), Buffer.from('other')];
  expect(one.buffer.byteLength).toBeGreaterThan(one.byteLength);
  releaseBuffer(one);
  expect(`${one}`).toBe('one'.repeat(3_000));
  expect(`${other}`).toBe('other');
});
