/** Idempotency keys for every POST of a scope: a repeated request is executed once, and every repeat gets its response. */
import { createHmac, hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { resourceId } from '../../../event-log/event-id.ts';
import type { Ids } from '../../../ports/clock.ts';
import type { ClaimResult, RequestClaim } from '../../../ports/idempotency.ts';
import type { KeySubject } from '../../../ports/keys.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import {
  bodyFingerprint,
  HeldRequest,
  type IdempotentRequest,
  type IdempotentRequestDeps,
  keyReused,
  ReplayedForm,
  replay,
} from './idempotent-request.ts';
import { type NamedRequest, StoredResponses } from './stored-responses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` without an `Idempotency-Key`, and on routes that ignore one. */
    keyed: IdempotentRequest | null;
    /** SHA-256 of the received body, for requests with a key; empty without a body. */
    bodyHash: string;
  }
}

const HEADER = 'idempotency-key';
/** Printable ASCII, which all parsers read alike. */
const WELL_FORMED = /^[\x20-\x7e]{1,128}$/;
const STORED_HEADERS = ['content-type', 'set-cookie', 'etag', 'location'] as const;
const RETRY_AFTER_SECONDS = 1;

/** Two callers never share a response, whatever key they use. */
export interface Caller {
  readonly name: string;
  /** Callers of one group share a bound of stored responses. */
  readonly group: string;
  /** Subject of the personal data in the response, unless the route names another; null for none. */
  readonly subject: KeySubject | null;
}

type IdempotencyDeps = Pick<HttpDeps, 'idempotency' | 'keys' | 'queries' | 'secrets' | 'clock' | 'ids'>;

/** Registered before any route. */
export const idempotencyDecorators = fp(
  async (app) => {
    app.decorateRequest('keyed', null);
    app.decorateRequest('bodyHash', '');
  },
  { name: 'idempotency-decorators' },
);

/** Called by the body parser. */
export function noteBody(request: FastifyRequest, body: string | Buffer): void {
  if (request.headers[HEADER] !== undefined && body.length > 0) request.bodyHash = hash('sha256', body, 'hex');
}

type IdempotencyOptions = IdempotencyDeps & { readonly callerOf: (request: FastifyRequest) => Caller };

/** Registered after the plugin that identifies the caller, and after the one that writes cookies into headers. */
export const idempotency = fp<IdempotencyOptions>(
  async (app, options) => {
    const { callerOf, idempotency: store, keys, queries, secrets, clock, ids } = options;
    const secret = secrets.idempotency;
    const responses = new StoredResponses({ keys, queries, secret });
    const nameOf = (...parts: readonly string[]) =>
      createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');

    async function begin(request: FastifyRequest, key: string | string[]): Promise<void> {
      if (typeof key !== 'string' || !WELL_FORMED.test(key)) throw malformed();
      const caller = callerOf(request);
      const id = nameOf('request', caller.name, request.routeOptions.url ?? '', JSON.stringify(request.params), key);
      const named = { id, key };
      const isForm = typeof request.isMultipart === 'function' && request.isMultipart();
      const fingerprint = isForm ? null : bodyFingerprint(secret, named, request.bodyHash);
      const attempt = { commandId: ids.next(), holder: randomBytes(16).toString('hex'), now: clock.now() };
      const claim = { id, group: nameOf('group', caller.group), fingerprint, ...attempt };
      const claimed = await claimUnlessErased(named, claim);
      const deps: IdempotentRequestDeps = { idempotency: store, responses, clock, secret, log: request.log };
      switch (claimed.kind) {
        case 'mismatch':
          throw keyReused();
        case 'in-progress':
          throw new ApiError('IDEMPOTENCY_KEY_IN_USE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
        case 'answered':
          if (!isForm) await replay(responses, named, claimed.answer);
          request.keyed = new ReplayedForm(named, attempt.commandId, claimed, deps);
          return;
        case 'acquired': {
          const { commandId, repeated: isRepeated } = claimed;
          const { subject } = caller;
          const held = { ...named, holder: attempt.holder, commandId, isRepeated, subject, isBodyKnown: !isForm };
          request.keyed = new HeldRequest(held, deps);
          return;
        }
        default:
          claimed satisfies never;
      }
    }

    /** The response of a deleted account is unreadable: its key counts as unused, and the address may be registered again. */
    async function claimUnlessErased(named: NamedRequest, claim: RequestClaim): Promise<ClaimResult> {
      const claimed = await store.claim(claim);
      if (claimed.kind !== 'answered' || !(await responses.isOfErasedAccount(claimed.answer))) return claimed;
      await store.discard(named.id, claimed.answer);
      return store.claim(claim);
    }

    // Callbacks spare requests without a key a promise. The hook runs before validation, as a refusal is a stored response too.
    app.addHook('preValidation', (request, _reply, done) => {
      const isHonoured = request.method === 'POST' || request.routeOptions.config.isIdempotent === true;
      const key = isHonoured ? request.headers[HEADER] : undefined;
      if (key === undefined) done();
      else begin(request, key).then(() => done(), done);
    });

    // Stored before it is sent, so that a repeat of a received response always gets it.
    app.addHook('onSend', (request, reply, payload, done) => {
      if (request.keyed === null) done();
      else end(request.keyed, reply, payload).then(() => done(), done);
    });
  },
  { name: 'idempotency' },
);

async function end(keyed: IdempotentRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  if (!isFinal(reply.statusCode) || (payload !== null && typeof payload !== 'string')) await keyed.release();
  else await keyed.storeResponse({ status: reply.statusCode, headers: storedHeaders(reply), body: payload ?? '' });
}

const malformed = () =>
  new ApiError('VALIDATION_FAILED', {
    details: [{ path: 'Idempotency-Key', message: 'must be 1 to 128 printable ASCII characters' }],
  });

/** A later attempt may succeed. */
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
export const commandIdOf = (request: FastifyRequest, ids: Ids): string => request.keyed?.commandId ?? ids.next();

/** The same for every attempt at an idempotent request. */
export const newIdOf = (request: FastifyRequest, what: string, ids: Ids): string =>
  request.keyed === null ? ids.next() : resourceId(request.keyed.commandId, what);
