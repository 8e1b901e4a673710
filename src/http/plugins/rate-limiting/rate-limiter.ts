import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { RateLimitResult } from '../../../ports/rate-limits.ts';
import { effectiveRate, RATES, type Rate, type RateName } from '../../../ports/shared-settings/rates.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { clientAddress } from '../client-address/client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly rateLimiter: RateLimiter;
  }
  interface FastifyContextConfig {
    /** Rate of a route outside the API. Default `address`. */
    addressRate?: AddressRate;
    /** Rate of an owner's route. Default by method: `owner-reads` or `owner-writes`. */
    accountRate?: RateName;
  }
  interface FastifyRequest {
    /** Rate that counts the request's address; null on routes without one. */
    addressRate: AddressRate | null;
    /** Rates that counted the request, for the response headers. */
    countedRates: Map<RateName, Counted> | null;
  }
}

export type AddressRate = 'address' | 'widget-address' | 'operation';

interface Counted extends RateLimitResult {
  readonly rate: Rate;
}

export const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const;

/** Rates whose refusals carry the widget's error code. */
const WIDGET_RATES: ReadonlySet<RateName> = new Set([
  'widget-session',
  'widget-key',
  'rating-session',
  'rating-key',
  'handoff-session',
  'handoff-key',
  'visitor-session',
  'visitor-key',
  'widget-address',
]);

export type RateLimiterDeps = Pick<HttpDeps, 'rateLimits' | 'nodeRateLimits' | 'settings'>;

export class RateLimiter {
  readonly #deps: RateLimiterDeps;

  constructor(deps: RateLimiterDeps) {
    this.#deps = deps;
  }

  /** @param key identifies the client @throws ApiError 429 with `Retry-After`; StoreUnavailable */
  async take(reply: FastifyReply, name: RateName, key: string, points = 1): Promise<void> {
    const { allowed, resetSeconds } = await this.#count(reply, name, key, points);
    if (allowed) return;
    const code = WIDGET_RATES.has(name) ? 'RATE_LIMITED' : 'TOO_MANY_REQUESTS';
    throw new ApiError(code, { retryAfterSeconds: resetSeconds });
  }

  /** Charges the address for an expensive request, such as a refused large body, so that later ones may be refused. Never throws. */
  async chargeAddress(reply: FastifyReply, points: number): Promise<void> {
    const { request } = reply;
    // Counted on this node, whose store is always available.
    await this.#count(reply, request.addressRate ?? 'address', clientAddress(request), points).catch(() => undefined);
  }

  async #count(reply: FastifyReply, name: RateName, key: string, points: number): Promise<RateLimitResult> {
    const { rateLimits, nodeRateLimits = rateLimits, settings } = this.#deps;
    const rate = effectiveRate(name, settings.rates);
    const limits = RATES[name].scope === 'node' ? nodeRateLimits : rateLimits;
    // Keys are personal data (addresses, sessions), so stores receive a hash.
    const result = await limits.consume({ name, ...rate }, hash('sha256', key, 'base64url'), points);
    setHeaders(reply, name, { ...result, rate });
    return result;
  }
}

/** IETF draft httpapi-ratelimit-headers: each rate is an item of both lists. */
function setHeaders(reply: FastifyReply, name: RateName, counted: Counted): void {
  const all = reply.request.countedRates ?? new Map<RateName, Counted>();
  reply.request.countedRates = all.set(name, counted);
  if (reply.sent) return;
  const entries = [...all];
  const limits = entries.map(([item, { remaining, resetSeconds }]) => `"${item}";r=${remaining};t=${resetSeconds}`);
  const policies = entries.map(([item, { rate }]) => `"${item}";q=${rate.count};w=${rate.seconds}`);
  reply.header('RateLimit', limits.join(', ')).header('RateLimit-Policy', policies.join(', '));
}
