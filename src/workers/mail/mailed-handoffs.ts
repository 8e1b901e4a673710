/**
 * Requests for a human that were mailed. EventStoreDB delivers finished work again after a restart, however old: up to its last
 * checkpoint, which is at least ten requests apart.
 */
import type { RateLimit, RateLimits } from '../../ports/rate-limits.ts';

/** Long enough for ten requests to come after it. */
const ONE_MAIL: RateLimit = { name: 'handoff-mailed', count: 1, seconds: 365 * 86_400 };

/** @throws StoreUnavailable */
export async function wasMailed(handoffId: string, rateLimits: RateLimits): Promise<boolean> {
  return (await rateLimits.consume(ONE_MAIL, handoffId, 0)).remaining === 0;
}

/** A mail that cannot be recorded is not sent again for that: at worst it is after a restart. */
export async function recordMailed(handoffId: string, rateLimits: RateLimits): Promise<void> {
  await rateLimits.consume(ONE_MAIL, handoffId).catch(() => undefined);
}
