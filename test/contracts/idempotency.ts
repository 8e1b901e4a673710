import { describe, expect, test } from 'vitest';
import {
  HOLD_MS,
  type Idempotency,
  type KeyedRequest,
  MAX_SEALED_ANSWER,
  REMEMBERED_MS,
} from '../../src/ports/idempotency.ts';
import { type EmptyPlace, openFor } from '../support/store-place.ts';

const hashOf = (name: string): string => Buffer.from(name.padEnd(32, '.')).toString('hex').slice(0, 64);
const NOW = Date.now();
const answer = { subject: 'chatbot:1', sealed: 'c2VhbGVk' };

let attempts = 0;
/** A new attempt at the same request unless told otherwise. */
function attempt(changes: Partial<KeyedRequest> = {}): KeyedRequest {
  attempts += 1;
  return {
    id: hashOf('request'),
    group: hashOf('group'),
    body: hashOf('body'),
    commandId: `command-${attempts}`,
    holder: `holder-${attempts}`,
    now: NOW,
    ...changes,
  };
}

/** @param emptyPlace see EmptyPlace. */
export function describeIdempotencyContract(name: string, emptyPlace: EmptyPlace<Idempotency>): void {
  describe(`Keyed requests in ${name}`, () => {
    test('are held by the first of those that come at once', async () => {
      const store = await openFor(emptyPlace());
      const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(attempt())));
      expect(claims.map(({ outcome }) => outcome).sort()).toEqual([
        'held',
        ...Array.from({ length: 19 }, () => 'running'),
      ]);
    });

    test('are answered to every repeat, also after a restart', async () => {
      const open = emptyPlace();
      const first = await open();
      const request = attempt();
      expect(await first.claim(request)).toEqual({ outcome: 'held', commandId: request.commandId, repeated: false });
      expect(await first.answer(request, answer)).toBe(true);
      const answered = { outcome: 'answered', body: request.body, answer };
      expect(await first.claim(attempt())).toEqual(answered);
      await first.close();
      const second = await openFor(open);
      expect(await second.claim(attempt({ now: NOW + REMEMBERED_MS - 1 }))).toEqual(answered);
    });

    test('are refused with another body, running or answered, and left as they are', async () => {
      const store = await openFor(emptyPlace());
      const request = attempt();
      const other = () => attempt({ body: hashOf('other'), now: NOW + 2 * HOLD_MS });
      await store.claim(request);
      expect(await store.claim(other())).toEqual({ outcome: 'other body' });
      await store.answer(request, { subject: null, sealed: '' });
      expect(await store.claim(other())).toEqual({ outcome: 'other body' });
      expect(await store.claim(attempt())).toMatchObject({ answer: { subject: null, sealed: '' } });
    });

    test('may name their body later, once', async () => {
      const store = await openFor(emptyPlace());
      const request = attempt({ body: null });
      await store.claim(request);
      expect(await store.claim(attempt())).toEqual({ outcome: 'running' });
      expect(await store.answer(request, answer)).toBe(false);
      expect(await store.nameBody(request, hashOf('body'))).toBe('named');
      expect(await store.nameBody(request, hashOf('body'))).toBe('named');
      expect(await store.nameBody(request, hashOf('other'))).toBe('other body');
      expect(await store.claim(attempt({ body: hashOf('other') }))).toEqual({ outcome: 'other body' });
      expect(await store.answer(request, answer)).toBe(true);
      expect(await store.claim(attempt({ body: null }))).toEqual({ outcome: 'answered', body: hashOf('body'), answer });
    });

    test('keep the body of an attempt that broke off', async () => {
      const store = await openFor(emptyPlace());
      const unnamed = attempt({ body: null });
      await store.claim(unnamed);
      await store.release(unnamed);
      await store.claim(attempt());
      const later = NOW + 2 * HOLD_MS;
      expect(await store.claim(attempt({ body: hashOf('other'), now: later }))).toEqual({ outcome: 'other body' });
      const upload = attempt({ body: null, now: later });
      expect(await store.claim(upload)).toMatchObject({ outcome: 'held', repeated: true });
      expect(await store.nameBody(upload, hashOf('other'))).toBe('other body');
      expect(await store.nameBody(upload, hashOf('body'))).toBe('named');
    });

    test('are given to one other attempt, under the first command id, when nobody holds them any more', async () => {
      const store = await openFor(emptyPlace());
      const first = attempt();
      await store.claim(first);
      expect(await store.claim(attempt({ now: NOW + HOLD_MS - 1 }))).toEqual({ outcome: 'running' });
      expect(await store.renew(first, NOW + HOLD_MS)).toBe(true);
      expect(await store.claim(attempt({ now: NOW + 2 * HOLD_MS - 1 }))).toEqual({ outcome: 'running' });
      const others = Array.from({ length: 5 }, () => attempt({ now: NOW + 2 * HOLD_MS }));
      const claims = await Promise.all(others.map((other) => store.claim(other)));
      const held = { outcome: 'held', commandId: first.commandId, repeated: true };
      expect(claims.filter(({ outcome }) => outcome === 'held')).toEqual([held]);
      expect(await store.renew(first, NOW)).toBe(false);
      expect(await store.nameBody(first, hashOf('body'))).toBe('lost');
      expect(await store.answer(first, answer)).toBe(false);
      await store.release(first);
      expect(await store.claim(attempt({ now: NOW + 2 * HOLD_MS }))).toEqual({ outcome: 'running' });
    });

    test('are given to another attempt at once when they are released', async () => {
      const store = await openFor(emptyPlace());
      const first = attempt();
      await store.claim(first);
      await store.release(first);
      const second = attempt();
      expect(await store.claim(second)).toEqual({ outcome: 'held', commandId: first.commandId, repeated: true });
      expect(await store.answer(second, answer)).toBe(true);
      expect(await store.renew(second, NOW)).toBe(false);
      await store.release(second);
      expect(await store.claim(attempt())).toMatchObject({ outcome: 'answered' });
    });

    test('are new ones a day after the first attempt', async () => {
      const store = await openFor(emptyPlace());
      const first = attempt();
      await store.claim(first);
      await store.answer(first, answer);
      const next = attempt({ body: hashOf('other'), now: NOW + REMEMBERED_MS });
      expect(await store.claim(next)).toEqual({ outcome: 'held', commandId: next.commandId, repeated: false });
    });

    test('of two ids have nothing to do with each other', async () => {
      const store = await openFor(emptyPlace());
      expect(await store.claim(attempt())).toMatchObject({ outcome: 'held', repeated: false });
      expect(await store.claim(attempt({ id: hashOf('another') }))).toMatchObject({ outcome: 'held', repeated: false });
    });

    test('keep answers as large as they may be, and no larger', async () => {
      const store = await openFor(emptyPlace());
      const request = attempt();
      await store.claim(request);
      const sealed = 'A'.repeat(MAX_SEALED_ANSWER);
      await expect(store.answer(request, { subject: null, sealed: `${sealed}A` })).rejects.toBeInstanceOf(RangeError);
      expect(await store.answer(request, { subject: null, sealed })).toBe(true);
      expect(await store.claim(attempt())).toMatchObject({ answer: { sealed } });
    });

    test.each([
      ['id', 'no hash'],
      ['group', ''],
      ['body', 'A'.repeat(64)],
      ['now', Number.NaN],
      ['holder', ''],
    ])('are refused when their %s is %j', async (field, value) => {
      const store = await openFor(emptyPlace());
      await expect(store.claim(attempt({ [field]: value }))).rejects.toBeInstanceOf(RangeError);
    });
  });
}

/** @param open a store that remembers 20 requests of each group */
export function describeIdempotencyBound(name: string, open: () => Promise<Idempotency>): void {
  test(`Keyed requests in ${name} are bounded for each group by itself, the oldest go first`, async () => {
    const store = await open();
    await store.claim(attempt({ group: hashOf('quiet'), id: hashOf('quiet') }));
    const ids = Array.from({ length: 200 }, (_, place) => hashOf(`busy ${place}`));
    for (const [place, id] of ids.entries()) await store.claim(attempt({ id, now: NOW + place }));
    const known = (some: readonly string[]) =>
      Promise.all(some.map(async (id) => (await store.claim(attempt({ id, now: NOW + 200 }))).outcome === 'running'));
    expect(await known(ids.slice(-20))).not.toContain(false);
    expect(await known(ids.slice(0, 100))).not.toContain(true);
    const quiet = attempt({ group: hashOf('quiet'), id: hashOf('quiet') });
    expect(await store.claim(quiet)).toEqual({ outcome: 'running' });
  });
}
