/** Elasticsearch calls with a deadline, exponential back-off, and errors of the port. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { requestFailureOf, STORE } from './failures.ts';

export interface RequestOptions {
  /** Aborts the request, even while its response is read. */
  readonly signal: AbortSignal;
}

export interface RetryPolicy {
  /** Milliseconds for all attempts together. */
  readonly deadlineMs: number;
  readonly attempts: number;
}

/** Dependencies of the functions that read passages. */
export interface IndexReads {
  readonly connection: ElasticsearchConnection;
  readonly retryPolicy: RetryPolicy;
  /** Name of an index or alias. */
  readonly index: string;
}

const BASE_DELAY_MS = 50;
const MAX_DELAY_MS = 5_000;
/** Bytes. A page of passages has a few megabytes. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

export class ElasticsearchConnection {
  readonly #client: Client;
  readonly #closing = new AbortController();

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
   * @throws StoreUnavailable when all attempts fail; Error when Elasticsearch rejects the request
   */
  async call<Result>(
    retryPolicy: RetryPolicy,
    request: (client: Client, options: RequestOptions) => Promise<Result>,
  ): Promise<Result> {
    const deadline = AbortSignal.timeout(retryPolicy.deadlineMs);
    const signal = AbortSignal.any([deadline, this.#closing.signal]);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(this.#client, { signal });
      } catch (thrown) {
        const { error, retryable } = requestFailureOf(thrown);
        if (this.#closing.signal.aborted) throw new StoreUnavailable(STORE, 'is closed');
        if (deadline.aborted) throw new StoreUnavailable(STORE, `did not answer within ${retryPolicy.deadlineMs} ms`);
        if (!retryable || attempt >= retryPolicy.attempts) throw error;
        // When the deadline passes during the wait, the last failure is reported.
        await delay(backOff(attempt), undefined, { signal }).catch(() => {
          throw error;
        });
      }
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client.close();
  }
}

/** With jitter, in milliseconds. */
function backOff(attempt: number): number {
  return Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
}
