import { describe, expect, it } from 'vitest';
import { ACCESS_TOKEN_SECONDS, SessionTokens } from '../../../../src/http/plugins/session/session-tokens.ts';

const claims = { accountId: 'ada', sessionId: 'session' };
const secret = (byte: number) => new Uint8Array(32).fill(byte);

function tokensAt(clock: { now(): number }, byte = 1): SessionTokens {
  return new SessionTokens({ accessTokens: secret(byte), refreshTokens: secret(2) }, clock);
}

describe('An access token', () => {
  it('is good until it expires, however often it was read before', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const tokens = tokensAt({ now: () => now });
    const token = await tokens.accessToken(claims);
    expect(await tokens.readAccessToken(token)).toEqual(claims);
    now += ACCESS_TOKEN_SECONDS * 1000 - 1;
    expect(await tokens.readAccessToken(token)).toEqual(claims);
    now += 1;
    expect(await tokens.readAccessToken(token)).toBeNull();
    expect(await tokensAt({ now: () => now }).readAccessToken(token)).toBeNull();
  });

  it('is refused when anything of it is changed, also after the right one was read', async () => {
    const tokens = tokensAt(Date);
    const token = await tokens.accessToken(claims);
    expect(await tokens.readAccessToken(token)).toEqual(claims);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify({ ...JSON.parse(String(Buffer.from(payload, 'base64url'))), sub: 'eve' }));
    for (const forged of [`${header}.${other.toString('base64url')}.${signature}`, `${token}A`, token.slice(1), '']) {
      expect(await tokens.readAccessToken(forged)).toBeNull();
    }
    expect(await tokensAt(Date, 3).readAccessToken(token)).toBeNull();
  });
});
