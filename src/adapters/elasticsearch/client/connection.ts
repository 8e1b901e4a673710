/** Elasticsearch calls with a deadline, exponential back-off, a circuit breaker, and errors of the port. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { type BreakerLimits, CircuitBreaker, type Permit } from '../../shared/circuit-breaker.ts';
import { requestFailureOf, STORE } from './failures.ts';

export interface RequestOptions {
  /** Aborts the request, even while its response is read. */
  readonly signal: AbortSignal;
}

export interface RetryPolicy {
  /** Limit of all attempts together. */
  readonly deadlineMs: number;
  readonly attempts: number;
}

export interface IndexReads {
  readonly connection: ElasticsearchConnection;
  readonly retryPolicy: RetryPolicy;
  /** Index or alias. */
  readonly index: string;
}

/** Policy of reads and refreshes of whole indices, which no answer waits for. */
export const WHOLE_INDEX_POLICY: RetryPolicy = { deadlineMs: 30_000, attempts: 5 };
/** A trial call that times out is aborted, so it gets the time of a search. */
const LIMITS: BreakerLimits = { deadlineMs: 10_000, trialDeadlineMs: 5_000 };
const BASE_DELAY_MS = 50;
const MAX_DELAY_MS = 5_000;
/** Bytes. A page of passages has a few megabytes. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

export class ElasticsearchConnection {
  readonly #client: Client;
  readonly #closing = new AbortController();
  readonly #breaker = new CircuitBreaker(LIMITS);

  /** @param url may hold a user and a password */
  constructor(url: string) {
    this.#client = new Client({
      node: url,
      // The client's own retries have no back-off and would multiply with ours.
      maxRetries: 0,
      maxResponseSize: MAX_RESPONSE_BYTES,
      maxCompressedResponseSize: MAX_RESPONSE_BYTES,
    });
  }

  /**
   * Requests are retried, so they must be idempotent.
   * @throws StoreUnavailable when all attempts fail or the circuit breaker is open; Error when Elasticsearch rejects the
   * request
   */
  call<Result>(
    { deadlineMs, attempts }: RetryPolicy,
    request: (client: Client, options: RequestOptions) => Promise<Result>,
  ): Promise<Result> {
    return this.#breaker.run((permit) => this.#retry(permit, attempts, request), noAnswer, deadlineMs);
  }

  async #retry<Result>(
    permit: Permit,
    attempts: number,
    request: (client: Client, options: RequestOptions) => Promise<Result>,
  ): Promise<Result> {
    const deadline = AbortSignal.timeout(permit.deadlineMs);
    const signal = AbortSignal.any([deadline, this.#closing.signal]);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await request(this.#client, { signal });
        this.#breaker.answered();
        return result;
      } catch (thrown) {
        this.#throwIfOver(deadline, permit);
        const { error, retryable, hasAnswered } = requestFailureOf(thrown);
        const isLast = !retryable || attempt >= attempts;
        if (hasAnswered) this.#breaker.answered();
        else if (isLast) this.#breaker.unanswered(permit);
        if (isLast) throw error;
        // When the deadline passes during the wait, the last failure is reported.
        await delay(backOff(attempt), undefined, { signal }).catch(() => {
          throw error;
        });
      }
    }
  }

  /** @throws StoreUnavailable when the connection is closed or the deadline has passed */
  #throwIfOver(deadline: AbortSignal, permit: Permit): void {
    if (this.#closing.signal.aborted) throw new StoreUnavailable(STORE, 'is closed');
    if (!deadline.aborted) return;
    this.#breaker.unanswered(permit);
    throw new StoreUnavailable(STORE, `did not answer within ${permit.deadlineMs} ms`);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client.close();
  }
}

const noAnswer = (): StoreUnavailable => new StoreUnavailable(STORE, 'does not answer');

/** Milliseconds, with jitter. */
function backOff(attempt: number): number {
  return Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
}
