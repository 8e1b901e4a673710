/**
 * Limits guesses at the password of one account, from however many client addresses. Networks where its owner has signed in of late have a
 * rate of their own, so that strangers cannot lock the owner out.
 */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { canonicalEmail } from '../../../domain/account/email-address.ts';
import type { RateLimit, RateLimits } from '../../../ports/rate-limits.ts';
import type { App } from '../../app-types.ts';
import { clientAddress, networkOf } from '../../plugins/client-address/client-address.ts';

/** A window of it that is used up says that somebody has signed in. */
const KNOWN_NETWORK: RateLimit = { name: 'known-network', count: 1, seconds: 30 * 86_400 };

/** Counts the attempt, whether there is such an account or not. @throws ApiError 429; StoreUnavailable */
export async function limitSignIns(
  app: App,
  rateLimits: RateLimits,
  { request, reply, email }: { request: FastifyRequest; reply: FastifyReply; email: string },
): Promise<void> {
  const place = placeOf(request, email);
  const { remaining } = await rateLimits.consume(KNOWN_NETWORK, hashed(place), 0);
  await app.rateLimiter.take(reply, 'sign-in', remaining === 0 ? place : canonicalEmail(email));
}

/** Called once the owner has signed in. A sign-in does not fail when it cannot be remembered. */
export async function rememberNetwork(rateLimits: RateLimits, request: FastifyRequest, email: string): Promise<void> {
  await rateLimits.consume(KNOWN_NETWORK, hashed(placeOf(request, email))).catch(() => undefined);
}

const placeOf = (request: FastifyRequest, email: string): string =>
  `${networkOf(clientAddress(request))} ${canonicalEmail(email)}`;

/** Stores receive a hash, since addresses are personal data. */
const hashed = (key: string): string => hash('sha256', key, 'base64url');
