import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { ClaimResult, RequestClaim } from '../../../ports/idempotency.ts';
import type { KeySubject } from '../../../ports/keys.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import {
  bodyFingerprint,
  type IdempotentRequest,
  type IdempotentRequestDeps,
  keyReused,
  replay,
} from './idempotent-request.ts';
import { LeasedRequest } from './leased-request.ts';
import { ReplayedForm } from './replayed-form.ts';
import { type NamedRequest, StoredResponses } from './stored-responses.ts';

/** Printable ASCII, which all parsers read alike. */
const WELL_FORMED = /^[\x20-\x7e]{1,128}$/;
const RETRY_AFTER_SECONDS = 1;

/** Two callers never share a response, whatever key they use. */
export interface Caller {
  readonly name: string;
  /** Callers of one group share a bound of stored responses. */
  readonly group: string;
  /** Subject of the personal data in the response, unless the route names another; null for none. */
  readonly subject: KeySubject | null;
}

export type RequestClaimsDeps = Pick<HttpDeps, 'idempotency' | 'keys' | 'queries' | 'secrets' | 'clock' | 'ids'>;

/** Executes one of concurrent requests with the same key. */
export class RequestClaims {
  readonly #deps: RequestClaimsDeps;
  readonly #responses: StoredResponses;

  constructor(deps: RequestClaimsDeps) {
    this.#deps = deps;
    this.#responses = new StoredResponses({ ...deps, secret: deps.secrets.idempotency });
  }

  /** @throws ReplayedResponse with the stored response; ApiError for a key that is malformed, in use, or was sent with another body */
  async claim(request: FastifyRequest, key: string | string[], caller: Caller): Promise<IdempotentRequest> {
    const { ids, clock } = this.#deps;
    const named = this.#namedRequest(request, key, caller);
    const isForm = typeof request.isMultipart === 'function' && request.isMultipart();
    const fingerprint = isForm ? null : bodyFingerprint(this.#secret, named, request.bodyHash);
    const attempt = { commandId: ids.next(), holder: randomBytes(16).toString('hex'), now: clock.now() };
    const claim = { id: named.id, group: this.#hashOf('group', caller.group), fingerprint, ...attempt };
    const claimed = await this.#claimReadable(named, claim, request.log);
    switch (claimed.kind) {
      case 'mismatch':
        throw keyReused();
      case 'in-progress':
        throw new ApiError('IDEMPOTENCY_KEY_IN_USE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      case 'completed':
        if (!isForm) await replay(this.#responses, named, claimed.response);
        return new ReplayedForm(named, attempt.commandId, claimed, this.#requestDeps(request));
      case 'acquired': {
        const { commandId, repeated: isRepeated } = claimed;
        const { subject } = caller;
        const leased = { ...named, holder: attempt.holder, commandId, isRepeated, subject, isBodyKnown: !isForm };
        return new LeasedRequest(leased, this.#requestDeps(request));
      }
    }
  }

  /**
   * Claims again when the stored response cannot be read. The key of a deleted account counts as unused, so that the address may be registered
   * again. A damaged response is forgotten: the attempt runs under the first command id, and finds what that recorded.
   */
  async #claimReadable(named: NamedRequest, claim: RequestClaim, log: FastifyBaseLogger): Promise<ClaimResult> {
    const { idempotency: store } = this.#deps;
    const claimed = await store.claim(claim);
    if (claimed.kind !== 'completed') return claimed;
    if (await this.#responses.isOfErasedAccount(claimed.response)) {
      await store.discard(named.id, claimed.response);
    } else if (await this.#responses.isDamaged(named, claimed.response)) {
      log.error('A stored response is damaged; the repeated request runs again, under its first command id');
      await store.forgetResponse(named.id, claimed.response);
    } else {
      return claimed;
    }
    return store.claim(claim);
  }

  #namedRequest(request: FastifyRequest, key: string | string[], caller: Caller): NamedRequest {
    if (typeof key !== 'string' || !WELL_FORMED.test(key)) throw malformed();
    const route = [request.routeOptions.url ?? '', JSON.stringify(request.params)];
    return { id: this.#hashOf('request', caller.name, ...route, key), key };
  }

  #hashOf(...parts: readonly string[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(parts)).digest('hex');
  }

  #requestDeps(request: FastifyRequest): IdempotentRequestDeps {
    const { idempotency, clock } = this.#deps;
    return { idempotency, responses: this.#responses, clock, secret: this.#secret, log: request.log };
  }

  get #secret(): Uint8Array {
    return this.#deps.secrets.idempotency;
  }
}

const malformed = () =>
  new ApiError('VALIDATION_FAILED', {
    details: [{ path: 'Idempotency-Key', message: 'must be 1 to 128 printable ASCII characters' }],
  });
