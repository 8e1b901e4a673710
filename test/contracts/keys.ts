import type { KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Keys } from '../../src/ports/keys.ts';
import { type EmptyPlace, openFor } from '../support/stores/store-place.ts';

const bytesOf = (key: KeyObject | null | undefined): string | undefined => key?.export().toString('hex');

/** @param emptyPlace see EmptyPlace. */
export function describeKeysContract(name: string, emptyPlace: EmptyPlace<Keys>): void {
  describe(`Keys in ${name}`, () => {
    test('are 256 bits, created once for each subject, and all different', async () => {
      const keys = await openFor(emptyPlace());
      const subjects = Array.from({ length: 50 }, (_, index) => `chatbot:${index}`);
      const made = await Promise.all(subjects.map((subject) => keys.getOrCreate(subject)));
      expect(made.map((key) => key?.symmetricKeySize)).toEqual(subjects.map(() => 32));
      expect(new Set(made.map(bytesOf)).size).toBe(subjects.length);
      const again = await Promise.all(subjects.map((subject) => keys.getOrCreate(subject)));
      expect(again.map(bytesOf)).toEqual(made.map(bytesOf));
    });

    test('are the same for all who ask at once', async () => {
      const keys = await openFor(emptyPlace());
      const got = await Promise.all(Array.from({ length: 30 }, () => keys.getOrCreate('account:1')));
      expect(got[0]).not.toBeNull();
      expect(new Set(got.map(bytesOf)).size).toBe(1);
    });

    test('are never created by looking for them', async () => {
      const keys = await openFor(emptyPlace());
      const made = await keys.getOrCreate('account:1');
      const found = await keys.find(['account:1', 'account:2', 'account:1', 'account:2']);
      expect([...found.keys()].sort()).toEqual(['account:1', 'account:2']);
      expect(bytesOf(found.get('account:1'))).toBe(bytesOf(made));
      expect(found.get('account:2')).toBeNull();
      expect(await keys.find([])).toEqual(new Map());
    });

    test('count each created or erased key, and belong to the first installation that claims them', async () => {
      const place = emptyPlace();
      const keys = await place();
      expect(await keys.state()).toEqual({ installationId: null, revision: 0 });
      await keys.getOrCreate('account:1');
      await keys.getOrCreate('chatbot:1');
      await keys.getOrCreate('account:1');
      const made = keys.revision;
      expect(made).toBeGreaterThanOrEqual(2);
      await keys.erase('chatbot:1');
      expect(keys.revision).toBeGreaterThan(made);
      expect(await Promise.all([keys.claim('one'), keys.claim('one')])).toEqual(['one', 'one']);
      expect(await keys.claim('another')).toBe('one');
      const { revision } = keys;
      await keys.close();
      const again = await openFor(place);
      expect(again.revision).toBe(revision);
      expect(await again.state()).toEqual({ installationId: 'one', revision });
    });

    test('tell keys that never existed from erased ones', async () => {
      const keys = await openFor(emptyPlace());
      for (const subject of ['account:1', 'chatbot:1', 'chatbot:1/lead:1', 'chatbot:2'])
        await keys.getOrCreate(subject);
      await keys.erase('chatbot:1');
      await keys.erase('account:3');
      const subjects = ['account:1', 'account:2', 'account:3', 'chatbot:1', 'chatbot:1/lead:1', 'chatbot:2/lead:1'];
      expect(await keys.findMissing(subjects)).toEqual(['account:2', 'chatbot:2/lead:1']);
    });

    test('are found many at once', async () => {
      const keys = await openFor(emptyPlace());
      const subjects = Array.from({ length: 500 }, (_, index) => `lead:${index}`);
      const made = await Promise.all(subjects.map((subject) => keys.getOrCreate(subject)));
      const found = await keys.find(subjects);
      expect(subjects.map((subject) => bytesOf(found.get(subject)))).toEqual(made.map(bytesOf));
    });

    test('are never created again once they are erased', async () => {
      const keys = await openFor(emptyPlace());
      const other = await keys.getOrCreate('account:2');
      await keys.getOrCreate('account:1');
      await keys.erase('account:1');
      await keys.erase('account:1');
      expect(await keys.getOrCreate('account:1')).toBeNull();
      const found = await keys.find(['account:1', 'account:2']);
      expect(found.get('account:1')).toBeNull();
      expect(bytesOf(found.get('account:2'))).toBe(bytesOf(other));
    });

    test('are forbidden by an erasure before the first of them', async () => {
      const keys = await openFor(emptyPlace());
      await keys.erase('account:1');
      expect(await keys.getOrCreate('account:1')).toBeNull();
    });

    test('are erased with the subject above theirs, and never created again below it', async () => {
      const keys = await openFor(emptyPlace());
      const [bot, lead] = ['chatbot:1', 'chatbot:1/lead:1'];
      const others = ['chatbot:10', 'chatbot:10/lead:1', 'chatbot:1-/lead:1', 'chatbot:10lead:1', 'chatbot:2/lead:1'];
      await Promise.all([bot, lead, 'chatbot:1/lead:2/note:1', ...others].map((subject) => keys.getOrCreate(subject)));
      await keys.erase(bot);
      const below = [lead, 'chatbot:1/lead:2/note:1', 'chatbot:1/lead:2', 'chatbot:1/', 'chatbot:1/new'];
      const found = await keys.find([bot, ...below, ...others]);
      for (const subject of [bot, ...below]) {
        expect(found.get(subject)).toBeNull();
        expect(await keys.getOrCreate(subject)).toBeNull();
      }
      for (const subject of others) expect(found.get(subject)).not.toBeNull();
    });

    test('of a subject above an erased one stay, and so do those beside it', async () => {
      const keys = await openFor(emptyPlace());
      const stay = ['chatbot:1', 'chatbot:1/lead:2'];
      await Promise.all(['chatbot:1/lead:1', ...stay].map((subject) => keys.getOrCreate(subject)));
      await keys.erase('chatbot:1/lead:1');
      const found = await keys.find(['chatbot:1/lead:1', ...stay]);
      expect([...found.values()].map((key) => key !== null)).toEqual([false, true, true]);
    });

    test('are never created below a subject during its erasure', async () => {
      const keys = await openFor(emptyPlace());
      for (let round = 0; round < 20; round += 1) {
        const leads = Array.from({ length: 5 }, (_, index) => `chatbot:${round}/lead:${index}`);
        const asked = leads.map((subject) => keys.getOrCreate(subject));
        await keys.erase(`chatbot:${round}`);
        await Promise.all(asked);
        expect([...(await keys.find(leads)).values()]).toEqual(leads.map(() => null));
      }
    });

    test('are never given after an erasure that was answered, whoever asks meanwhile', async () => {
      const keys = await openFor(emptyPlace());
      for (let round = 0; round < 20; round += 1) {
        const subject = `chatbot:${round}`;
        const asked = Array.from({ length: 5 }, () => keys.getOrCreate(subject));
        const erased = keys.erase(subject);
        asked.push(...Array.from({ length: 5 }, () => keys.getOrCreate(subject)));
        await erased;
        expect((await keys.find([subject])).get(subject)).toBeNull();
        const got = (await Promise.all(asked)).map(bytesOf).filter((key) => key !== undefined);
        expect(new Set(got).size).toBeLessThanOrEqual(1);
        expect(await keys.getOrCreate(subject)).toBeNull();
        expect((await keys.find([subject])).get(subject)).toBeNull();
      }
    });

    test('and erasures are there after a restart', async () => {
      const open = emptyPlace();
      const first = await open();
      const kept = await first.getOrCreate('account:1');
      await first.getOrCreate('account:2');
      await first.erase('account:2');
      await first.erase('account:3');
      await first.close();

      const second = await openFor(open);
      expect(bytesOf((await second.find(['account:1'])).get('account:1'))).toBe(bytesOf(kept));
      expect(bytesOf(await second.getOrCreate('account:1'))).toBe(bytesOf(kept));
      expect(await second.getOrCreate('account:2')).toBeNull();
      expect(await second.getOrCreate('account:3')).toBeNull();
    });

    test('take any text after the kind of their subject', async () => {
      const keys = await openFor(emptyPlace());
      const subjects = ["account:' OR '1'='1", 'account:$ne', 'account:a.b', 'account:\0', 'account:ключ', 'account:'];
      const made = await Promise.all(subjects.map((subject) => keys.getOrCreate(subject)));
      expect(new Set(made.map(bytesOf)).size).toBe(subjects.length);
      await keys.erase("account:' OR '1'='1");
      const found = await keys.find(subjects);
      expect([...found.values()].filter((key) => key === null)).toHaveLength(1);
    });

    test.each(['', 'account', ':1', 'Account:1', 'account:\ud800'])('refuse the subject %j', async (subject) => {
      const keys = await openFor(emptyPlace());
      await expect(keys.getOrCreate(subject)).rejects.toBeInstanceOf(RangeError);
      await expect(keys.find([subject])).rejects.toBeInstanceOf(RangeError);
      await expect(keys.erase(subject)).rejects.toBeInstanceOf(RangeError);
    });
  });
}
