import { describe, expect, test } from 'vitest';
import {
  type Idempotency,
  MAX_SEALED_RESPONSE,
  REQUEST_LEASE_MS,
  RESPONSE_RETENTION_MS,
  type RequestClaim,
} from '../../src/ports/idempotency.ts';
import { type EmptyPlace, openFor } from '../support/stores/store-place.ts';

const hashOf = (name: string): string => Buffer.from(name.padEnd(32, '.')).toString('hex').slice(0, 64);
const NOW = Date.now();
const response = { subject: 'chatbot:1', sealed: 'c2VhbGVk' };

let attempts = 0;
/** A new attempt at the same request unless told otherwise. */
function attempt(changes: Partial<RequestClaim> = {}): RequestClaim {
  attempts += 1;
  return {
    id: hashOf('request'),
    group: hashOf('group'),
    fingerprint: hashOf('body'),
    commandId: `command-${attempts}`,
    holder: `holder-${attempts}`,
    now: NOW,
    ...changes,
  };
}

/** @param emptyPlace see EmptyPlace. */
export function describeIdempotencyContract(name: string, emptyPlace: EmptyPlace<Idempotency>): void {
  describe(`Idempotent requests in ${name}`, () => {
    test('are held by the first of those that come at once', async () => {
      const store = await openFor(emptyPlace());
      const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(attempt())));
      expect(claims.map(({ kind }) => kind).sort()).toEqual([
        'acquired',
        ...Array.from({ length: 19 }, () => 'in-progress'),
      ]);
    });

    test('are answered to every repeat, also after a restart', async () => {
      const open = emptyPlace();
      const first = await open();
      const request = attempt();
      expect(await first.claim(request)).toEqual({ kind: 'acquired', commandId: request.commandId, repeated: false });
      expect(await first.storeResponse(request, response)).toBe(true);
      const completed = { kind: 'completed', fingerprint: request.fingerprint, response };
      expect(await first.claim(attempt())).toEqual(completed);
      await first.close();
      const second = await openFor(open);
      expect(await second.claim(attempt({ now: NOW + RESPONSE_RETENTION_MS - 1 }))).toEqual(completed);
    });

    test('are refused with another body, running or answered, and left as they are', async () => {
      const store = await openFor(emptyPlace());
      const request = attempt();
      const other = () => attempt({ fingerprint: hashOf('other'), now: NOW + 2 * REQUEST_LEASE_MS });
      await store.claim(request);
      expect(await store.claim(other())).toEqual({ kind: 'mismatch' });
      await store.storeResponse(request, { subject: null, sealed: '' });
      expect(await store.claim(other())).toEqual({ kind: 'mismatch' });
      expect(await store.claim(attempt())).toMatchObject({ response: { subject: null, sealed: '' } });
    });

    test('may name their body later, once', async () => {
      const store = await openFor(emptyPlace());
      const request = attempt({ fingerprint: null });
      await store.claim(request);
      expect(await store.claim(attempt())).toEqual({ kind: 'in-progress' });
      expect(await store.storeResponse(request, response)).toBe(false);
      expect(await store.recordFingerprint(request, hashOf('body'))).toBe('recorded');
      expect(await store.recordFingerprint(request, hashOf('body'))).toBe('recorded');
      expect(await store.recordFingerprint(request, hashOf('other'))).toBe('mismatch');
      expect(await store.claim(attempt({ fingerprint: hashOf('other') }))).toEqual({ kind: 'mismatch' });
      expect(await store.storeResponse(request, response)).toBe(true);
      expect(await store.claim(attempt({ fingerprint: null }))).toEqual({
        kind: 'completed',
        fingerprint: hashOf('body'),
        response,
      });
    });

    test('keep the body of an attempt that broke off', async () => {
      const store = await openFor(emptyPlace());
      const unnamed = attempt({ fingerprint: null });
      await store.claim(unnamed);
      await store.release(unnamed);
      await store.claim(attempt());
      const later = NOW + 2 * REQUEST_LEASE_MS;
      expect(await store.claim(attempt({ fingerprint: hashOf('other'), now: later }))).toEqual({ kind: 'mismatch' });
      const upload = attempt({ fingerprint: null, now: later });
      expect(await store.claim(upload)).toMatchObject({ kind: 'acquired', repeated: true });
      expect(await store.recordFingerprint(upload, hashOf('other'))).toBe('mismatch');
      expect(await store.recordFingerprint(upload, hashOf('body'))).toBe('recorded');
    });

    test('are claimed by one other attempt, under the first command id, once the lease has ended', async () => {
      const store = await openFor(emptyPlace());
      const first = attempt();
      await store.claim(first);
      expect(await store.claim(attempt({ now: NOW + REQUEST_LEASE_MS - 1 }))).toEqual({ kind: 'in-progress' });
      expect(await store.renew(first, NOW + REQUEST_LEASE_MS)).toBe(true);
      expect(await store.claim(attempt({ now: NOW + 2 * REQUEST_LEASE_MS - 1 }))).toEqual({ kind: 'in-progress' });
      const others = Array.from({ length: 5 }, () => attempt({ now: NOW + 2 * REQUEST_LEASE_MS }));
      const claims = await Promise.all(others.map((other) => store.claim(other)));
      const held = { kind: 'acquired', commandId: first.commandId, repeated: true };
      expect(claims.filter(({ kind }) => kind === 'acquired')).toEqual([held]);
      expect(await store.renew(first, NOW)).toBe(false);
      expect(await store.recordFingerprint(first, hashOf('body'))).toBe('lost');
      expect(await store.storeResponse(first, response)).toBe(false);
      await store.release(first);
      expect(await store.claim(attempt({ now: NOW + 2 * REQUEST_LEASE_MS }))).toEqual({ kind: 'in-progress' });
    });

    test('can be claimed by another attempt once they are released', async () => {
      const store = await openFor(emptyPlace());
      const first = attempt();
      await store.claim(first);
      await store.release(first);
      const second = attempt();
      expect(await store.claim(second)).toEqual({ kind: 'acquired', commandId: first.commandId, repeated: true });
      expect(await store.storeResponse(second, response)).toBe(true);
      expect(await store.renew(second, NOW)).toBe(false);
      await store.release(second);
      expect(await store.claim(attempt())).toMatchObject({ kind: 'completed' });
    });

    test('are new ones after their response was discarded, which takes that very response', async () => {
      const store = await openFor(emptyPlace());
      const first = attempt();
      await store.claim(first);
      await store.discard(first.id, response);
      expect(await store.claim(attempt())).toEqual({ kind: 'in-progress' });
      await store.storeResponse(first, response);
      await store.discard(first.id, { ...response, sealed: 'b3RoZXI=' });
      expect(await store.claim(attempt())).toMatchObject({ kind: 'completed' });
      await store.discard(first.id, response);
      const next = attempt({ fingerprint: hashOf('other') });
      expect(await store.claim(next)).toEqual({ kind: 'acquired', commandId: next.commandId, repeated: false });
    });

    test('run again under their first command id once the responses are forgotten', async () => {
      const store = await openFor(emptyPlace());
      const [first, running] = [attempt(), attempt({ id: hashOf('running') })];
      for (const request of [first, running]) await store.claim(request);
      await store.storeResponse(first, response);
      await store.forgetResponses();
      expect(await store.claim(attempt({ id: hashOf('running') }))).toEqual({ kind: 'in-progress' });
      expect(await store.claim(attempt({ fingerprint: hashOf('other') }))).toEqual({ kind: 'mismatch' });
      const again = attempt();
      expect(await store.claim(again)).toEqual({ kind: 'acquired', commandId: first.commandId, repeated: true });
      expect(await store.storeResponse(again, response)).toBe(true);
    });

    test('run again under their first command id once their very response is forgotten', async () => {
      const store = await openFor(emptyPlace());
      const [first, other] = [attempt(), attempt({ id: hashOf('other id') })];
      for (const request of [first, other]) {
        await store.claim(request);
        await store.storeResponse(request, response);
      }
      await store.forgetResponse(first.id, { ...response, sealed: 'b3RoZXI=' });
      expect(await store.claim(attempt())).toMatchObject({ kind: 'completed' });
      await store.forgetResponse(first.id, response);
      expect(await store.claim(attempt({ fingerprint: hashOf('other') }))).toEqual({ kind: 'mismatch' });
      const again = attempt();
      expect(await store.claim(again)).toEqual({ kind: 'acquired', commandId: first.commandId, repeated: true });
      expect(await store.claim(attempt({ id: hashOf('other id') }))).toMatchObject({ kind: 'completed' });
    });

    test('are new ones a day after the first attempt', async () => {
      const store = await openFor(emptyPlace());
      const first = attempt();
      await store.claim(first);
      await store.storeResponse(first, response);
      const next = attempt({ fingerprint: hashOf('other'), now: NOW + RESPONSE_RETENTION_MS });
      expect(await store.claim(next)).toEqual({ kind: 'acquired', commandId: next.commandId, repeated: false });
    });

    test('of two ids are independent', async () => {
      const store = await openFor(emptyPlace());
      expect(await store.claim(attempt())).toMatchObject({ kind: 'acquired', repeated: false });
      expect(await store.claim(attempt({ id: hashOf('another') }))).toMatchObject({
        kind: 'acquired',
        repeated: false,
      });
    });

    test('store responses up to the size limit, and no larger', async () => {
      const store = await openFor(emptyPlace());
      const request = attempt();
      await store.claim(request);
      const sealed = 'A'.repeat(MAX_SEALED_RESPONSE);
      await expect(store.storeResponse(request, { subject: null, sealed: `${sealed}A` })).rejects.toBeInstanceOf(
        RangeError,
      );
      expect(await store.storeResponse(request, { subject: null, sealed })).toBe(true);
      expect(await store.claim(attempt())).toMatchObject({ response: { sealed } });
    });

    test.each([
      ['id', 'no hash'],
      ['group', ''],
      ['fingerprint', 'A'.repeat(64)],
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
  test(`Idempotent requests in ${name} are bounded per group, and the oldest are evicted`, async () => {
    const store = await open();
    await store.claim(attempt({ group: hashOf('quiet'), id: hashOf('quiet') }));
    const ids = Array.from({ length: 200 }, (_, place) => hashOf(`busy ${place}`));
    for (const [place, id] of ids.entries()) await store.claim(attempt({ id, now: NOW + place }));
    const known = (some: readonly string[]) =>
      Promise.all(some.map(async (id) => (await store.claim(attempt({ id, now: NOW + 200 }))).kind === 'in-progress'));
    expect(await known(ids.slice(-20))).not.toContain(false);
    expect(await known(ids.slice(0, 100))).not.toContain(true);
    const quiet = attempt({ group: hashOf('quiet'), id: hashOf('quiet') });
    expect(await store.claim(quiet)).toEqual({ kind: 'in-progress' });
  });
}
