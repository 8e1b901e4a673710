import type { KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Keys } from '../../src/ports/keys.ts';
import { type EmptyPlace, openFor } from '../support/store-place.ts';

const bytesOf = (key: KeyObject | null | undefined): string | undefined => key?.export().toString('hex');

/** @param emptyPlace see EmptyPlace. */
export function describeKeysContract(name: string, emptyPlace: EmptyPlace<Keys>): void {
  describe(`Keys in ${name}`, () => {
    test('are 256 bits, made once for each subject, and none like another', async () => {
      const keys = await openFor(emptyPlace());
      const subjects = Array.from({ length: 50 }, (_, index) => `chatbot:${index}`);
      const made = await Promise.all(subjects.map((subject) => keys.obtain(subject)));
      expect(made.map((key) => key?.symmetricKeySize)).toEqual(subjects.map(() => 32));
      expect(new Set(made.map(bytesOf)).size).toBe(subjects.length);
      const again = await Promise.all(subjects.map((subject) => keys.obtain(subject)));
      expect(again.map(bytesOf)).toEqual(made.map(bytesOf));
    });

    test('are the same for all who ask at once', async () => {
      const keys = await openFor(emptyPlace());
      const got = await Promise.all(Array.from({ length: 30 }, () => keys.obtain('account:1')));
      expect(got[0]).not.toBeNull();
      expect(new Set(got.map(bytesOf)).size).toBe(1);
    });

    test('are found, and never made by looking for them', async () => {
      const keys = await openFor(emptyPlace());
      const made = await keys.obtain('account:1');
      const found = await keys.find(['account:1', 'account:2', 'account:1', 'account:2']);
      expect([...found.keys()].sort()).toEqual(['account:1', 'account:2']);
      expect(bytesOf(found.get('account:1'))).toBe(bytesOf(made));
      expect(found.get('account:2')).toBeNull();
      expect(await keys.find([])).toEqual(new Map());
    });

    test('are found many at once', async () => {
      const keys = await openFor(emptyPlace());
      const subjects = Array.from({ length: 500 }, (_, index) => `lead:${index}`);
      const made = await Promise.all(subjects.map((subject) => keys.obtain(subject)));
      const found = await keys.find(subjects);
      expect(subjects.map((subject) => bytesOf(found.get(subject)))).toEqual(made.map(bytesOf));
    });

    test('once erased are gone, and never made again', async () => {
      const keys = await openFor(emptyPlace());
      const other = await keys.obtain('account:2');
      await keys.obtain('account:1');
      await keys.erase('account:1');
      await keys.erase('account:1');
      expect(await keys.obtain('account:1')).toBeNull();
      const found = await keys.find(['account:1', 'account:2']);
      expect(found.get('account:1')).toBeNull();
      expect(bytesOf(found.get('account:2'))).toBe(bytesOf(other));
    });

    test('are forbidden by an erasure before the first of them', async () => {
      const keys = await openFor(emptyPlace());
      await keys.erase('account:1');
      expect(await keys.obtain('account:1')).toBeNull();
    });

    test('end with the subject above theirs, and are never made again below it', async () => {
      const keys = await openFor(emptyPlace());
      const [bot, lead] = ['chatbot:1', 'chatbot:1/lead:1'];
      const others = ['chatbot:10', 'chatbot:10/lead:1', 'chatbot:1-/lead:1', 'chatbot:10lead:1', 'chatbot:2/lead:1'];
      await Promise.all([bot, lead, 'chatbot:1/lead:2/note:1', ...others].map((subject) => keys.obtain(subject)));
      await keys.erase(bot);
      const below = [lead, 'chatbot:1/lead:2/note:1', 'chatbot:1/lead:2', 'chatbot:1/', 'chatbot:1/new'];
      const found = await keys.find([bot, ...below, ...others]);
      for (const subject of [bot, ...below]) {
        expect(found.get(subject)).toBeNull();
        expect(await keys.obtain(subject)).toBeNull();
      }
      for (const subject of others) expect(found.get(subject)).not.toBeNull();
    });

    test('of a subject above an erased one stay, and so do those beside it', async () => {
      const keys = await openFor(emptyPlace());
      const stay = ['chatbot:1', 'chatbot:1/lead:2'];
      await Promise.all(['chatbot:1/lead:1', ...stay].map((subject) => keys.obtain(subject)));
      await keys.erase('chatbot:1/lead:1');
      const found = await keys.find(['chatbot:1/lead:1', ...stay]);
      expect([...found.values()].map((key) => key !== null)).toEqual([false, true, true]);
    });

    test('are never made below a subject while that is erased', async () => {
      const keys = await openFor(emptyPlace());
      for (let round = 0; round < 20; round += 1) {
        const leads = Array.from({ length: 5 }, (_, index) => `chatbot:${round}/lead:${index}`);
        const asked = leads.map((subject) => keys.obtain(subject));
        await keys.erase(`chatbot:${round}`);
        await Promise.all(asked);
        expect([...(await keys.find(leads)).values()]).toEqual(leads.map(() => null));
      }
    });

    test('are never given after an erasure that was answered, whoever asks meanwhile', async () => {
      const keys = await openFor(emptyPlace());
      for (let round = 0; round < 20; round += 1) {
        const subject = `chatbot:${round}`;
        const asked = Array.from({ length: 5 }, () => keys.obtain(subject));
        const erased = keys.erase(subject);
        asked.push(...Array.from({ length: 5 }, () => keys.obtain(subject)));
        await erased;
        expect((await keys.find([subject])).get(subject)).toBeNull();
        const got = (await Promise.all(asked)).map(bytesOf).filter((key) => key !== undefined);
        expect(new Set(got).size).toBeLessThanOrEqual(1);
        expect(await keys.obtain(subject)).toBeNull();
        expect((await keys.find([subject])).get(subject)).toBeNull();
      }
    });

    test('and erasures are there after a restart', async () => {
      const open = emptyPlace();
      const first = await open();
      const kept = await first.obtain('account:1');
      await first.obtain('account:2');
      await first.erase('account:2');
      await first.erase('account:3');
      await first.close();

      const second = await openFor(open);
      expect(bytesOf((await second.find(['account:1'])).get('account:1'))).toBe(bytesOf(kept));
      expect(bytesOf(await second.obtain('account:1'))).toBe(bytesOf(kept));
      expect(await second.obtain('account:2')).toBeNull();
      expect(await second.obtain('account:3')).toBeNull();
    });

    test('take any text after the kind of their subject', async () => {
      const keys = await openFor(emptyPlace());
      const subjects = ["account:' OR '1'='1", 'account:$ne', 'account:a.b', 'account:\0', 'account:ключ', 'account:'];
      const made = await Promise.all(subjects.map((subject) => keys.obtain(subject)));
      expect(new Set(made.map(bytesOf)).size).toBe(subjects.length);
      await keys.erase("account:' OR '1'='1");
      const found = await keys.find(subjects);
      expect([...found.values()].filter((key) => key === null)).toHaveLength(1);
    });

    test.each(['', 'account', ':1', 'Account:1', 'account:\ud800'])('refuse the subject %j', async (subject) => {
      const keys = await openFor(emptyPlace());
      await expect(keys.obtain(subject)).rejects.toBeInstanceOf(RangeError);
      await expect(keys.find([subject])).rejects.toBeInstanceOf(RangeError);
      await expect(keys.erase(subject)).rejects.toBeInstanceOf(RangeError);
    });
  });
}
