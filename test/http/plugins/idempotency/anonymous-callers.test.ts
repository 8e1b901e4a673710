/** Stored responses of callers without an account: an attacker with many addresses must not fill the disk with them. */
import { describe, expect, it } from 'vitest';
import type { Idempotency } from '../../../../src/ports/idempotency.ts';
import { appOver } from '../../../support/http/app.ts';

/** The bounds of stored responses that sign-ins from these addresses count towards. */
async function groupsOf(addresses: readonly string[]): Promise<readonly string[]> {
  const groups: string[] = [];
  const idempotency = {
    claim: async ({ group, commandId }) => {
      groups.push(group);
      return { kind: 'acquired', commandId, repeated: false };
    },
    storeResponse: async () => true,
  } satisfies Partial<Idempotency>;
  const app = await appOver({ idempotency: idempotency as unknown as Idempotency, settings: { trustProxy: 1 } });
  for (const address of addresses) {
    const headers = { 'idempotency-key': 'a key', 'x-forwarded-for': address };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: { email: 1 } });
    expect(answer.statusCode).toBe(400);
  }
  return groups;
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number.toString(16));

describe('Stored responses of sign-ins', () => {
  it('share a fixed number of bounds, however many networks they come from', async () => {
    const groups = await groupsOf(numbers(400).map((network) => `2a01:${network}::1`));
    expect(new Set(groups).size).toBeLessThanOrEqual(16);
  });

  it('from one IPv6 network share one bound, however many addresses it has', async () => {
    const groups = await groupsOf(numbers(40).map((subnet) => `2a01:db8:1:${subnet}::1`));
    expect(new Set(groups).size).toBe(1);
  });

  it('from other networks mostly keep theirs when one network floods', async () => {
    const [flood, ...others] = await groupsOf(numbers(200).map((network) => `2a01:${network}::1`));
    expect(others.filter((group) => group === flood).length).toBeLessThan(others.length / 4);
  });
});
