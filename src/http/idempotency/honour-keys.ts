/** `Idempotency-Key`, for every POST of a scope: the same request from the same caller is answered once, whatever the route. */
import { createHmac, hash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { madeId } from '../../log/event-id.ts';
import type { Ids } from '../../ports/clock.ts';
import type { KeySubject } from '../../ports/keys.ts';
import type { HttpDeps } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import { KeptAnswers } from './kept-answers.ts';
import {
  AnsweredForm,
  anotherBody,
  bodyNameOf,
  HeldRequest,
  type KeyedRequest,
  type KeyedRequestDeps,
  REPLAYED_HEADER,
  replay,
} from './keyed-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without an `Idempotency-Key`, and on routes that pay no heed to one. */
    keyed: KeyedRequest | null;
    /** SHA-256 of the body as it came, for requests with a key; empty without a body. */
    bodyHash: string;
  }
}

const HEADER = 'idempotency-key';
/** Printable ASCII: what a header may hold without being read in two ways. */
const WELL_FORMED = /^[\x20-\x7e]{1,128}$/;
/** Headers that are part of an answer, besides those that every answer has. */
const KEPT_HEADERS = ['content-type', 'set-cookie', 'etag'] as const;
const RETRY_AFTER_SECONDS = 1;

/** Who asks. Two callers never share an answer, whatever key they use. */
export interface Caller {
  readonly name: string;
  /** Whose requests are bounded together. */
  readonly group: string;
  /** Whom the answer is about unless the route says otherwise; null: nobody in particular. */
  readonly subject: KeySubject | null;
}

export type HonourDeps = Pick<HttpDeps, 'idempotency' | 'keys' | 'queries' | 'secrets' | 'clock' | 'ids'>;

/** Before any route: requests have what `honourIdempotencyKeys` gives them. */
export function expectIdempotencyKeys(app: FastifyInstance): void {
  app.decorateRequest('keyed', null);
  app.decorateRequest('bodyHash', '');
}

/** For the parser of bodies: notes what tells one from another. */
export function noteBody(request: FastifyRequest, body: string | Buffer): void {
  if (request.headers[HEADER] !== undefined && body.length > 0) request.bodyHash = hash('sha256', body, 'hex');
}

/** Headers for CORS to show to pages. */
export const EXPOSED_HEADERS = [REPLAYED_HEADER] as const;

/** From here on every POST of the scope. After whatever finds out who the caller is, and after cookies are written into headers. */
export function honourIdempotencyKeys(
  app: FastifyInstance,
  callerOf: (request: FastifyRequest) => Caller,
  { idempotency, keys, queries, secrets, clock, ids }: HonourDeps,
): void {
  const secret = secrets.idempotency;
  const answers = new KeptAnswers({ keys, queries, secret });
  const nameOf = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');

  async function begin(request: FastifyRequest, key: string | string[]): Promise<void> {
    if (typeof key !== 'string' || !WELL_FORMED.test(key)) throw malformed();
    const caller = callerOf(request);
    const id = nameOf('request', caller.name, request.routeOptions.url ?? '', JSON.stringify(request.params), key);
    const named = { id, key };
    const isForm = typeof request.isMultipart === 'function' && request.isMultipart();
    const body = isForm ? null : bodyNameOf(secret, named, request.bodyHash);
    const attempt = { commandId: ids.next(), holder: randomBytes(16).toString('hex'), now: clock.now() };
    const claimed = await idempotency.claim({ id, group: nameOf('group', caller.group), body, ...attempt });
    const deps: KeyedRequestDeps = { idempotency, answers, clock, secret, log: request.log };
    switch (claimed.outcome) {
      case 'other body':
        throw anotherBody();
      case 'running':
        throw new ApiError('IDEMPOTENCY_KEY_IN_USE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      case 'answered':
        if (!isForm) await replay(answers, named, claimed.answer);
        request.keyed = new AnsweredForm(named, attempt.commandId, claimed, deps);
        return;
      case 'held': {
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

  // With callbacks: most requests have no key, and are not made to wait.
  /** When the body has been read (a form's is still to come), and before it is looked at: also what is not valid is a request. */
  app.addHook('preValidation', (request, _reply, done) => {
    const key = request.method === 'POST' ? request.headers[HEADER] : undefined;
    if (key === undefined) done();
    else begin(request, key).then(() => done(), done);
  });

  /** Kept before it is sent: whoever has read the answer can rely on it. */
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.keyed === null) done();
    else end(request.keyed, reply, payload).then(() => done(), done);
  });
}

async function end(keyed: KeyedRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  if (!isFinal(reply.statusCode) || (payload !== null && typeof payload !== 'string')) await keyed.giveUp();
  else await keyed.keep({ status: reply.statusCode, headers: keptHeaders(reply), body: payload ?? '' });
}

const malformed = () =>
  new ApiError('VALIDATION_FAILED', {
    details: [{ path: `/headers/${HEADER}`, message: 'must be 1 to 128 printable ASCII characters' }],
  });

/** What would be answered otherwise a little later is no answer to repeat. */
const isFinal = (status: number): boolean => status < 500 && status !== 429;

function keptHeaders(reply: FastifyReply): Record<string, string | readonly string[]> {
  const entries = KEPT_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    if (value === undefined) return [];
    return [[name, Array.isArray(value) ? value.map(String) : String(value)] as const];
  });
  return Object.fromEntries(entries);
}

/** The id of the request's command: the same for every attempt at a keyed one. */
export const commandIdOf = (request: FastifyRequest, ids: Ids): string => request.keyed?.commandId ?? ids.next();

/** The id of something that the request makes: the same for every attempt at a keyed one. */
export const newIdOf = (request: FastifyRequest, what: string, ids: Ids): string =>
  request.keyed === null ? ids.next() : madeId(request.keyed.commandId, what);
