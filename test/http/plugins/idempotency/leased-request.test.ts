import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeasedRequest } from '../../../../src/http/plugins/idempotency/leased-request.ts';
import { StoredResponses } from '../../../../src/http/plugins/idempotency/stored-responses.ts';
import { type Idempotency, REQUEST_LEASE_MS } from '../../../../src/ports/idempotency.ts';
import { StoreUnavailable } from '../../../../src/ports/store-unavailable.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const ANSWER = { status: 200, headers: {}, body: '{}' };

function held(changes: Partial<Idempotency> = {}, isBodyKnown = true) {
  const store = {
    claim: vi.fn<Idempotency['claim']>(),
    renew: vi.fn<Idempotency['renew']>(async () => true),
    recordFingerprint: vi.fn<Idempotency['recordFingerprint']>(async () => 'recorded'),
    storeResponse: vi.fn<Idempotency['storeResponse']>(async () => true),
    release: vi.fn<Idempotency['release']>(async () => undefined),
    discard: vi.fn<Idempotency['discard']>(async () => undefined),
    forgetResponse: vi.fn<Idempotency['forgetResponse']>(),
    forgetResponses: vi.fn<Idempotency['forgetResponses']>(),
    close: vi.fn<Idempotency['close']>(),
    ...changes,
  };
  const secret = randomBytes(32);
  const keys = { find: async () => new Map() };
  const responses = new StoredResponses({ keys, queries: { chatbots: { configuration: async () => null } }, secret });
  const request = new LeasedRequest(
    {
      id: 'a'.repeat(64),
      key: 'key',
      holder: 'holder',
      commandId: 'command',
      isRepeated: false,
      subject: null,
      isBodyKnown,
    },
    { idempotency: store, responses, clock: { now: () => 7 }, secret, log: pino({ level: 'silent' }) },
  );
  return { request, store };
}

describe('A request that is being answered', () => {
  it('renews its lease until it has ended, and no longer', async () => {
    const { request, store } = held();
    await vi.advanceTimersByTimeAsync(3 * REQUEST_LEASE_MS);
    const renewals = vi.mocked(store.renew).mock.calls.length;
    expect(renewals).toBeGreaterThanOrEqual(6);
    expect(store.renew).toHaveBeenLastCalledWith(expect.objectContaining({ holder: 'holder' }), 7);
    await request.storeResponse(ANSWER);
    await vi.advanceTimersByTimeAsync(3 * REQUEST_LEASE_MS);
    expect(store.renew).toHaveBeenCalledTimes(renewals);
  });

  it('stops renewing once another attempt holds the lease', async () => {
    const { store } = held({ renew: vi.fn<Idempotency['renew']>(async () => false) });
    await vi.advanceTimersByTimeAsync(3 * REQUEST_LEASE_MS);
    expect(store.renew).toHaveBeenCalledTimes(1);
  });

  it('renews its lease while the store is away, but not for ever', async () => {
    const away = vi.fn<Idempotency['renew']>(async () => {
      throw new StoreUnavailable('idempotency', 'away');
    });
    held({ renew: away });
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(away.mock.calls.length).toBeGreaterThan(10);
    expect(away.mock.calls.length).toBeLessThan(1_000);
  });

  it('ends once, and without an error while the store is away', async () => {
    const away = async () => {
      throw new StoreUnavailable('idempotency', 'away');
    };
    const { request } = held({ storeResponse: away, release: away });
    await request.storeResponse(ANSWER);
    const { request: other, store } = held();
    await other.storeResponse(ANSWER);
    await other.release();
    expect(store.storeResponse).toHaveBeenCalledTimes(1);
    expect(store.release).not.toHaveBeenCalled();
  });

  it('is released when it is answered before its form has arrived', async () => {
    const { request, store } = held({}, false);
    await request.storeResponse(ANSWER);
    expect(store.release).toHaveBeenCalledTimes(1);
    expect(store.storeResponse).not.toHaveBeenCalled();
  });

  it('refuses a form when it is another one, or another attempt has come first', async () => {
    for (const [named, code] of [
      ['mismatch', 'IDEMPOTENCY_KEY_REUSED'],
      ['lost', 'IDEMPOTENCY_KEY_IN_USE'],
    ] as const) {
      const { request } = held({ recordFingerprint: async () => named }, false);
      await expect(request.formArrived('form')).rejects.toMatchObject({ code });
    }
  });
});
