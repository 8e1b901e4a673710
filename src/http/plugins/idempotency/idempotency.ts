/** Idempotency keys for every POST of a scope: a repeated request is executed once, and every repeat gets its response. */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { resourceId } from '../../../event-log/event-id.ts';
import type { Ids } from '../../../ports/clock.ts';
import type { IdempotentRequest } from './idempotent-request.ts';
import { type Caller, RequestClaims, type RequestClaimsDeps } from './request-claims.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` without an `Idempotency-Key`, and on routes that ignore one. */
    idempotency: IdempotentRequest | null;
    /** SHA-256 of the received body, for requests with a key; empty without a body. */
    bodyHash: string;
  }
}

const HEADER = 'idempotency-key';
const STORED_HEADERS = ['content-type', 'set-cookie', 'etag', 'location'] as const;

/** Registered before any route. */
export const idempotencyDecorators = fp(
  async (app) => {
    app.decorateRequest('idempotency', null);
    app.decorateRequest('bodyHash', '');
  },
  { name: 'idempotency-decorators' },
);

/** The body parser calls it. */
export function noteBody(request: FastifyRequest, body: string | Buffer): void {
  if (request.headers[HEADER] !== undefined && body.length > 0) request.bodyHash = hash('sha256', body, 'hex');
}

type IdempotencyOptions = RequestClaimsDeps & { readonly callerOf: (request: FastifyRequest) => Caller };

/** Registered after the plugin that identifies the caller, and after the one that writes cookies into headers. */
export const idempotency = fp<IdempotencyOptions>(
  async (app, options) => {
    const claims = new RequestClaims(options);
    const begin = async (request: FastifyRequest, key: string | string[]): Promise<void> => {
      request.idempotency = await claims.claim(request, key, options.callerOf(request));
    };

    // Callbacks spare requests without a key a promise. The hook runs before validation, because a refusal is a stored response too.
    app.addHook('preValidation', (request, _reply, done) => {
      const isHonoured = request.method === 'POST' || request.routeOptions.config.isIdempotent === true;
      const key = isHonoured ? request.headers[HEADER] : undefined;
      if (key === undefined) done();
      else begin(request, key).then(() => done(), done);
    });

    // Stored before it is sent, so that a repeat of a received response always gets it.
    app.addHook('onSend', (request, reply, payload, done) => {
      if (request.idempotency === null) done();
      else end(request.idempotency, reply, payload).then(() => done(), done);
    });
  },
  { name: 'idempotency' },
);

async function end(attempt: IdempotentRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  if (!isFinal(reply.statusCode) || (payload !== null && typeof payload !== 'string')) await attempt.release();
  else await attempt.storeResponse({ status: reply.statusCode, headers: storedHeaders(reply), body: payload ?? '' });
}

/** A later attempt may succeed after 429 and 5xx. */
const isFinal = (status: number): boolean => status < 500 && status !== 429;

function storedHeaders(reply: FastifyReply): Record<string, string | readonly string[]> {
  const entries = STORED_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    if (value === undefined) return [];
    return [[name, Array.isArray(value) ? value.map(String) : String(value)] as const];
  });
  return Object.fromEntries(entries);
}

/** The same for every attempt at an idempotent request. */
export const commandIdOf = (request: FastifyRequest, ids: Ids): string => request.idempotency?.commandId ?? ids.next();

/** The same for every attempt at an idempotent request. */
export const newIdOf = (request: FastifyRequest, what: string, ids: Ids): string =>
  request.idempotency === null ? ids.next() : resourceId(request.idempotency.commandId, what);
