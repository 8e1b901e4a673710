import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ResettableAccount } from '../../../commands/accounts.ts';
import type { Clock } from '../../../ports/clock.ts';

const LIFETIME_MS = 60 * 60_000;

type Holder = Pick<ResettableAccount, 'accountId' | 'passwordHash'>;

interface ResetClaims {
  readonly accountId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly mac: string;
}

/**
 * A token is `<account>.<expiry>.<mac>`; nothing of it is stored. The MAC covers the hash of the current password, so every change of the
 * password ends the token.
 */
export class PasswordResetTokens {
  readonly #key: Uint8Array;
  readonly #clock: Clock;

  constructor(key: Uint8Array, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  issue(holder: Holder): { readonly token: string; readonly expiresAt: number } {
    const expiresAt = this.#clock.now() + LIFETIME_MS;
    return { token: `${holder.accountId}.${expiresAt}.${this.#mac(holder, expiresAt)}`, expiresAt };
  }

  /** Checks form and expiry; `isOf` tells whether the token is genuine. */
  read(token: string): ResetClaims | null {
    const [, accountId, expiry, mac] = /^([0-9a-f-]{36})\.([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? [];
    if (accountId === undefined || expiry === undefined || mac === undefined) return null;
    const expiresAt = Number(expiry);
    return expiresAt > this.#clock.now() ? { accountId, expiresAt, mac } : null;
  }

  isOf(holder: Holder, { expiresAt, mac }: ResetClaims): boolean {
    // Compares text, not bytes: several texts of 43 characters stand for the same 32 bytes.
    return timingSafeEqual(Buffer.from(mac), Buffer.from(this.#mac(holder, expiresAt)));
  }

  #mac({ accountId, passwordHash }: Holder, expiresAt: number): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([accountId, expiresAt, passwordHash]))
      .digest('base64url');
  }
}
