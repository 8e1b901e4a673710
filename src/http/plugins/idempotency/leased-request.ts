/** An attempt at an idempotent request. It holds the lease, and renews it until the response is stored. */
import { createHmac } from 'node:crypto';
import { REQUEST_LEASE_MS, type RequestLease } from '../../../ports/idempotency.ts';
import type { KeySubject } from '../../../ports/keys.ts';
import { ApiError } from '../../errors/api-error.ts';
import {
  bodyFingerprint,
  type IdempotentRequest,
  type IdempotentRequestDeps,
  keyReused,
} from './idempotent-request.ts';
import type { NamedRequest, StoredHttpResponse } from './stored-responses.ts';

/** Well before the lease expires and another attempt may take over. */
const RENEW_EVERY_MS = REQUEST_LEASE_MS / 3;
/** Exceeds any request: one that never ends must not block its repeats for ever. */
const MAX_RENEWALS = 300;

interface Attempt extends NamedRequest, RequestLease {
  readonly commandId: string;
  readonly isRepeated: boolean;
  /** Subject of the personal data in the response, unless the route names another. */
  readonly subject: KeySubject | null;
  /** False until a form has been received. */
  readonly isBodyKnown: boolean;
}

export class LeasedRequest implements IdempotentRequest {
  readonly #deps: IdempotentRequestDeps;
  readonly #attempt: Attempt;
  readonly #timer: NodeJS.Timeout;
  #subject: KeySubject | null;
  #isBodyKnown: boolean;
  #hasEnded = false;
  #renewals = 0;

  constructor(attempt: Attempt, deps: IdempotentRequestDeps) {
    this.#attempt = attempt;
    this.#deps = deps;
    this.#subject = attempt.subject;
    this.#isBodyKnown = attempt.isBodyKnown;
    this.#timer = setInterval(() => void this.#renew(), RENEW_EVERY_MS);
    this.#timer.unref();
  }

  get commandId(): string {
    return this.#attempt.commandId;
  }

  get isRepeated(): boolean {
    return this.#attempt.isRepeated;
  }

  setSubject(subject: KeySubject | null): void {
    this.#subject = subject;
  }

  secretBytes(purpose: string): Uint8Array {
    const { id, key, commandId } = this.#attempt;
    return createHmac('sha256', this.#deps.secret)
      .update(JSON.stringify(['secret', purpose, id, key, commandId]))
      .digest();
  }

  async formArrived(content: string): Promise<void> {
    const recorded = await this.#deps.idempotency.recordFingerprint(
      this.#attempt,
      bodyFingerprint(this.#deps.secret, this.#attempt, content),
    );
    if (recorded === 'mismatch') throw keyReused();
    // The lease expired, and another attempt took over.
    if (recorded === 'lost') throw new ApiError('IDEMPOTENCY_KEY_IN_USE', { retryAfterSeconds: 1 });
    this.#isBodyKnown = true;
  }

  async storeResponse(response: StoredHttpResponse): Promise<void> {
    if (!this.#isBodyKnown) return this.release();
    await this.#end(async () => {
      const stored = await this.#deps.responses.seal(this.#attempt, this.#subject, response);
      if (stored === null) await this.#deps.idempotency.release(this.#attempt);
      else await this.#deps.idempotency.storeResponse(this.#attempt, stored);
    });
  }

  async release(): Promise<void> {
    await this.#end(() => this.#deps.idempotency.release(this.#attempt));
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
      const isHeld = await this.#deps.idempotency.renew(this.#attempt, this.#deps.clock.now());
      if (!isHeld) clearInterval(this.#timer);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'Failed to renew the claim of an idempotent request; will retry');
    }
  }
}
