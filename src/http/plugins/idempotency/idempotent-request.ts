import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { isOfConversation } from '../../../domain/key-subjects.ts';
import type { Clock } from '../../../ports/clock.ts';
import {
  type Idempotency,
  REQUEST_LEASE_MS,
  type RequestLease,
  type StoredResponse,
} from '../../../ports/idempotency.ts';
import type { KeySubject } from '../../../ports/keys.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { NamedRequest, StoredHttpResponse, StoredResponses } from './stored-responses.ts';

/** Well before the lease expires and another attempt may take over. */
const RENEW_EVERY_MS = REQUEST_LEASE_MS / 3;
/** Exceeds any request: one that never ends must not block its repeats for ever. */
const MAX_RENEWALS = 300;

export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** Carries the response of the first request. */
export class ReplayedResponse extends Error {
  override readonly name = 'ReplayedResponse';
  readonly response: StoredHttpResponse;

  constructor(response: StoredHttpResponse) {
    super('The request has been answered before');
    this.response = response;
  }

  sendTo(reply: FastifyReply): FastifyReply {
    const { status, headers, body } = this.response;
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    return reply.code(status).header(REPLAYED_HEADER, 'true').send(body);
  }
}

export const keyReused = (): ApiError => new ApiError('IDEMPOTENCY_KEY_REUSED');

export interface IdempotentRequestDeps {
  readonly idempotency: Idempotency;
  readonly responses: StoredResponses;
  readonly clock: Clock;
  /** 32 bytes, from the master key. */
  readonly secret: Uint8Array;
  readonly log: FastifyBaseLogger;
}

export interface Held extends NamedRequest, RequestLease {
  readonly commandId: string;
  readonly isRepeated: boolean;
  /** Subject of the personal data in the response, unless the route names another. */
  readonly subject: KeySubject | null;
  /** False until a form has been received. */
  readonly isBodyKnown: boolean;
}

/** Hex. */
export const bodyFingerprint = (secret: Uint8Array, { id }: NamedRequest, content: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['body', id, content]))
    .digest('hex');

/** @throws ReplayedResponse; ApiError 404 when its subject has been deleted */
export async function replay(
  responses: StoredResponses,
  request: NamedRequest,
  stored: StoredResponse,
): Promise<never> {
  const response = await responses.open(request, stored);
  if (response === null)
    throw new ApiError(isOfConversation(stored.subject) ? 'CONVERSATION_NOT_FOUND' : 'CHATBOT_NOT_FOUND');
  throw new ReplayedResponse(response);
}

export interface IdempotentRequest {
  /** The same for every attempt. */
  readonly commandId: string;
  /** An earlier attempt broke off. It may have done everything except respond. */
  readonly isRepeated: boolean;
  /** Names the subject of the personal data in the response, which becomes unreadable with the subject's erasure. */
  setSubject(subject: KeySubject | null): void;
  /** 32 bytes, the same for every attempt. Deriving them takes the caller's key. */
  secretBytes(purpose: string): Uint8Array;
  /**
   * Must be called when a form has been received, before it is used.
   * @param content identifies the form
   * @throws ReplayedResponse, ApiError 422
   */
  formArrived(content: string): Promise<void>;
  /** Ends the attempt and stores the response for repeats, or releases the key when it cannot be stored. Never throws. */
  storeResponse(response: StoredHttpResponse): Promise<void>;
  /** Ends the attempt without a response. A repeat executes the same command. Never throws. */
  release(): Promise<void>;
}

/** This attempt holds the lease. */
export class HeldRequest implements IdempotentRequest {
  readonly #deps: IdempotentRequestDeps;
  readonly #held: Held;
  readonly #timer: NodeJS.Timeout;
  #subject: KeySubject | null;
  #isBodyKnown: boolean;
  #hasEnded = false;
  #renewals = 0;

  constructor(held: Held, deps: IdempotentRequestDeps) {
    this.#held = held;
    this.#deps = deps;
    this.#subject = held.subject;
    this.#isBodyKnown = held.isBodyKnown;
    this.#timer = setInterval(() => void this.#renew(), RENEW_EVERY_MS);
    this.#timer.unref();
  }

  get commandId(): string {
    return this.#held.commandId;
  }

  get isRepeated(): boolean {
    return this.#held.isRepeated;
  }

  setSubject(subject: KeySubject | null): void {
    this.#subject = subject;
  }

  secretBytes(purpose: string): Uint8Array {
    const { id, key, commandId } = this.#held;
    return createHmac('sha256', this.#deps.secret)
      .update(JSON.stringify(['secret', purpose, id, key, commandId]))
      .digest();
  }

  async formArrived(content: string): Promise<void> {
    const recorded = await this.#deps.idempotency.recordFingerprint(
      this.#held,
      bodyFingerprint(this.#deps.secret, this.#held, content),
    );
    if (recorded === 'mismatch') throw keyReused();
    // The lease expired, and another attempt took over.
    if (recorded === 'lost') throw new ApiError('IDEMPOTENCY_KEY_IN_USE', { retryAfterSeconds: 1 });
    this.#isBodyKnown = true;
  }

  async storeResponse(response: StoredHttpResponse): Promise<void> {
    if (!this.#isBodyKnown) return this.release();
    await this.#end(async () => {
      const stored = await this.#deps.responses.seal(this.#held, this.#subject, response);
      if (stored === null) await this.#deps.idempotency.release(this.#held);
      else await this.#deps.idempotency.storeResponse(this.#held, stored);
    });
  }

  async release(): Promise<void> {
    await this.#end(() => this.#deps.idempotency.release(this.#held));
  }

  /** Swallows store errors: the response is still sent, and a repeat executes the same command again. */
  async #end(store: () => Promise<unknown>): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#timer);
    try {
      await store();
    } catch (error) {
      this.#deps.log.warn(
        { err: error },
        'Failed to store the response of an idempotent request; a repeat is executed again, under the same command id',
      );
    }
  }

  async #renew(): Promise<void> {
    this.#renewals += 1;
    if (this.#renewals >= MAX_RENEWALS) clearInterval(this.#timer);
    try {
      const isHeld = await this.#deps.idempotency.renew(this.#held, this.#deps.clock.now());
      if (!isHeld) clearInterval(this.#timer);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'Failed to renew the claim of an idempotent request; will retry');
    }
  }
}

/** A form whose key has a stored response: the same form gets it, another form is refused. */
export class ReplayedForm implements IdempotentRequest {
  readonly commandId: string;
  readonly isRepeated = true;
  readonly #request: NamedRequest;
  readonly #stored: { readonly fingerprint: string; readonly response: StoredResponse };
  readonly #deps: Pick<IdempotentRequestDeps, 'responses' | 'secret'>;

  /** @param commandId unused, as a repeat executes nothing */
  constructor(
    request: NamedRequest,
    commandId: string,
    stored: { readonly fingerprint: string; readonly response: StoredResponse },
    deps: Pick<IdempotentRequestDeps, 'responses' | 'secret'>,
  ) {
    this.#request = request;
    this.commandId = commandId;
    this.#stored = stored;
    this.#deps = deps;
  }

  setSubject(): void {}

  secretBytes(): Uint8Array {
    throw new Error('The form has not been received yet');
  }

  async formArrived(content: string): Promise<void> {
    const { secret, responses } = this.#deps;
    if (bodyFingerprint(secret, this.#request, content) !== this.#stored.fingerprint) throw keyReused();
    await replay(responses, this.#request, this.#stored.response);
  }

  async storeResponse(): Promise<void> {}
  async release(): Promise<void> {}
}
