import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CryptoKey, errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { entryBound } from '../../../lib/entry-bound.ts';
import type { Clock } from '../../../ports/clock.ts';

export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60;
/** Cached tokens, about 300 bytes each. */
const MAX_VERIFIED_TOKENS = 10_000;

export interface AccessClaims {
  readonly accountId: string;
  readonly sessionId: string;
}

interface VerifiedToken {
  readonly claims: AccessClaims;
  /** Seconds. */
  readonly expiresAt: number;
}

/** Valid only while the session is at this rotation. */
export interface RefreshClaims {
  readonly sessionId: string;
  readonly rotation: number;
}

/**
 * An access token is a JWT (HS256, 15 minutes). A refresh token is `<session>.<rotation>.<mac>`: deterministic, so that two concurrent
 * refreshes with one token get the same successor.
 */
export class SessionTokens {
  readonly #accessKey: Promise<CryptoKey>;
  readonly #refreshKey: Uint8Array;
  readonly #clock: Clock;
  /** Caches signature checks only. Expiry is checked on every read, and the session on every request. */
  readonly #verified = new LRUCache<string, VerifiedToken>(entryBound(MAX_VERIFIED_TOKENS));

  constructor(secrets: { accessTokens: Uint8Array; refreshTokens: Uint8Array }, clock: Clock) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const raw = Uint8Array.from(secrets.accessTokens);
    this.#accessKey = crypto.subtle.importKey('raw', raw, algorithm, false, ['sign', 'verify']);
    this.#refreshKey = secrets.refreshTokens;
    this.#clock = clock;
  }

  async accessToken({ accountId, sessionId }: AccessClaims): Promise<string> {
    const now = Math.floor(this.#clock.now() / 1000);
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(accountId)
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
      .sign(await this.#accessKey);
  }

  /** @returns null for an invalid or expired token */
  async readAccessToken(token: string): Promise<AccessClaims | null> {
    const verified = this.#verified.get(token) ?? (await this.#verify(token));
    return verified !== null && verified.expiresAt * 1000 > this.#clock.now() ? verified.claims : null;
  }

  async #verify(token: string): Promise<VerifiedToken | null> {
    try {
      const { payload } = await jwtVerify(token, await this.#accessKey, {
        algorithms: ['HS256'],
        currentDate: new Date(this.#clock.now()),
        requiredClaims: ['exp', 'sub', 'sid'],
      });
      const { sub, sid, exp } = payload;
      if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null;
      const verified = { claims: { accountId: sub, sessionId: sid }, expiresAt: exp };
      this.#verified.set(token, verified);
      return verified;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  refreshToken({ sessionId, rotation }: RefreshClaims): string {
    const claims = `${sessionId}.${rotation}`;
    return `${claims}.${this.#mac(claims).toString('base64url')}`;
  }

  /** Checks the MAC only; the session decides whether the token is current. @returns null for an invalid token */
  readRefreshToken(token: string): RefreshClaims | null {
    const [, sessionId, rotation, mac] = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
    if (sessionId === undefined || rotation === undefined || mac === undefined) return null;
    const expected = this.#mac(`${sessionId}.${rotation}`);
    const given = Buffer.from(mac, 'base64url');
    if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return null;
    return { sessionId, rotation: Number(rotation) };
  }

  #mac(claims: string): Buffer {
    return createHmac('sha256', this.#refreshKey).update(claims).digest();
  }
}
