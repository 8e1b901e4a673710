import { expect, it } from 'vitest';
import { PasswordResetTokens } from '../../../../src/http/plugins/session/password-reset-tokens.ts';
import { idOf } from '../../../support/fixtures.ts';

const ADA = { accountId: idOf('ada'), passwordHash: '$2b$12$first' };
const HOUR = 3_600_000;

it('A password reset token is genuine for its account, password and key alone, until it expires', () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const tokens = new PasswordResetTokens(new Uint8Array(32).fill(1), { now: () => now });
  const { token, expiresAt } = tokens.issue(ADA);
  expect(expiresAt).toBe(now + HOUR);
  now += HOUR - 1;
  const claims = tokens.read(token);
  if (claims === null) throw new Error('The token has expired too early');
  expect(claims.accountId).toBe(ADA.accountId);
  expect(tokens.isOf(ADA, claims)).toBe(true);
  expect(tokens.isOf({ ...ADA, passwordHash: '$2b$12$second' }, claims)).toBe(false);
  expect(tokens.isOf({ ...ADA, accountId: idOf('eve') }, claims)).toBe(false);
  const foreign = new PasswordResetTokens(new Uint8Array(32).fill(2), { now: () => now });
  expect(foreign.isOf(ADA, claims)).toBe(false);
  now += 1;
  expect(tokens.read(token)).toBeNull();
});
