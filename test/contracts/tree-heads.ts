import { describe, expect, test } from 'vitest';
import { MAX_CONTRADICTED_HEADS, type TreeHeads } from '../../src/ports/tree-heads.ts';
import { type EmptyPlace, openFor } from '../support/stores/store-place.ts';

/** @param emptyPlace see EmptyPlace. */
export function describeTreeHeadsContract(name: string, emptyPlace: EmptyPlace<TreeHeads>): void {
  describe(`Tree heads in ${name}`, () => {
    const text = (size: number, more = '') => JSON.stringify({ size, more });

    test('are none at first', async () => {
      const heads = await openFor(emptyPlace());
      expect([await heads.newest(), await heads.contradicted()]).toEqual([null, []]);
    });

    test('give way to one of as many events or more, and to no older one, also after a restart', async () => {
      const open = emptyPlace();
      const first = await open();
      await first.replace(5, text(5));
      await first.replace(5, text(5, 'again'));
      expect(await first.newest()).toBe(text(5, 'again'));
      await first.replace(9, text(9));
      await first.replace(8, text(8));
      expect(await first.newest()).toBe(text(9));
      await first.close();
      const second = await openFor(open);
      await second.replace(8, text(8));
      expect(await second.newest()).toBe(text(9));
    });

    test('that are contradicted stay, and the next begins anew', async () => {
      const heads = await openFor(emptyPlace());
      await heads.replace(9, text(9));
      await heads.keepContradicted(text(8));
      expect(await heads.newest()).toBe(text(9));
      await heads.keepContradicted(text(9));
      expect(await heads.newest()).toBeNull();
      await heads.replace(3, text(3));
      await heads.keepContradicted(text(3));
      await heads.replace(4, text(4));
      expect([await heads.newest(), await heads.contradicted()]).toEqual([text(4), [text(9), text(3)]]);
    });

    test('that are contradicted are kept up to a number', async () => {
      const heads = await openFor(emptyPlace());
      for (let size = 1; size <= MAX_CONTRADICTED_HEADS; size += 1) {
        await heads.replace(size, text(size));
        await heads.keepContradicted(text(size));
      }
      await heads.replace(99, text(99));
      await expect(heads.keepContradicted(text(99))).rejects.toThrow(String(MAX_CONTRADICTED_HEADS));
      expect(await heads.newest()).toBe(text(99));
    });
  });
}
