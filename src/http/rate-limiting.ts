import { hash } from 'node:crypto';
import type { RateLimits } from '../ports/rate-limits.ts';
import type { Rate } from './deps.ts';
import { ApiError } from './errors/api-error.ts';

/** What is limited, and how often: keys of two kinds never meet. */
type Limited = 'auth' | 'ingestion' | 'chat' | 'widget-session' | 'widget-key';

/**
 * Takes one of what the key may do. Keys name people (addresses, sessions), so the store is given a hash of them.
 * @throws ApiError 429, saying when to try again
 */
export async function takeOne(
  rateLimits: RateLimits,
  what: { readonly name: Limited; readonly rate: Rate; readonly code: 'TOO_MANY_REQUESTS' | 'RATE_LIMITED' },
  key: string,
): Promise<void> {
  // The address of a client that has gone meanwhile is undefined, whatever its type says.
  const whom = hash('sha256', String(key), 'base64url');
  const { allowed, retryAfterSeconds } = await rateLimits.take({ name: what.name, ...what.rate }, whom);
  if (!allowed) throw new ApiError(what.code, { retryAfterSeconds });
}
