/** Calls to Elasticsearch: each with a deadline, repeated with back-off while that can help, failing in the port's words. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { failureOf, STORE } from './failures.ts';

/** What every request is made with. */
export interface RequestOptions {
  /** Ends the request, also in the middle of its answer. */
  readonly signal: AbortSignal;
}

export interface Patience {
  /** Milliseconds for a call with all its attempts. */
  readonly deadlineMs: number;
  readonly attempts: number;
}

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5_000;
/** The largest honest answer is a page of passages: a few megabytes. */
const LONGEST_ANSWER = 64 * 1024 * 1024;

export class Connection {
  readonly #client: Client;
  readonly #closing = new AbortController();

  /** @param url with user and password when the engine wants them */
  constructor(url: string) {
    this.#client = new Client({
      node: url,
      // Repeating is ours, with back-off; the client's would come at once and multiply with it.
      maxRetries: 0,
      maxResponseSize: LONGEST_ANSWER,
      maxCompressedResponseSize: LONGEST_ANSWER,
    });
  }

  /**
   * Everything that is called must leave the same behind when it is done twice.
   * @throws StoreUnavailable when it fails to the end; Error when Elasticsearch refuses what is asked
   */
  async call<Result>(
    patience: Patience,
    request: (client: Client, options: RequestOptions) => Promise<Result>,
  ): Promise<Result> {
    const deadline = AbortSignal.timeout(patience.deadlineMs);
    const signal = AbortSignal.any([deadline, this.#closing.signal]);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(this.#client, { signal });
      } catch (thrown) {
        const { error, worthRetrying } = failureOf(thrown);
        if (this.#closing.signal.aborted) throw new StoreUnavailable(STORE, 'is closed');
        if (deadline.aborted) throw new StoreUnavailable(STORE, `did not answer within ${patience.deadlineMs} ms`);
        if (!worthRetrying || attempt >= patience.attempts) throw error;
        // A deadline that passes meanwhile ends the wait; the failure that was waited out is the one to tell.
        await delay(backOff(attempt), undefined, { signal }).catch(() => {
          throw error;
        });
      }
    }
  }

  /** Ends all calls. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client.close();
  }
}

/** Doubles, and scatters, so that many callers do not come back at once. */
function backOff(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
}
