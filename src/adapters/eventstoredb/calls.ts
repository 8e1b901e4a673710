/** Calls with a deadline, retried until then. Concurrency and queue are bounded. */
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { CircuitBreaker, type Permit } from '../shared/circuit-breaker.ts';
import { isRefusal, STORE_NAME, typeOf, unavailable } from './failures.ts';

/** A connection carries 100 concurrent calls, and subscriptions hold some of them. */
const MAX_CONCURRENT_CALLS = 64;
const MAX_QUEUED_CALLS = 5000;
/** Doubles between these bounds. */
const MIN_RETRY_DELAY_MS = 25;
const MAX_RETRY_DELAY_MS = 1000;
/** Long enough to find the leader of a cluster once it is there. */
const TRIAL_DEADLINE_MS = 2000;

export class Calls {
  readonly #deadlineMs: number;
  readonly #breaker: CircuitBreaker;
  readonly #queue = new Set<() => void>();
  #running = 0;
  #closed = false;

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
    this.#breaker = new CircuitBreaker({ deadlineMs, trialDeadlineMs: TRIAL_DEADLINE_MS });
  }

  /** Retries included. */
  get deadlineMs(): number {
    return this.#deadlineMs;
  }

  get closed(): boolean {
    return this.#closed;
  }

  requireOpen(): void {
    if (this.#closed) throw new StoreUnavailable(STORE_NAME, 'closed');
  }

  /** No call starts or is retried after this. */
  close(): void {
    this.#closed = true;
    for (const start of this.#queue) start();
  }

  /**
   * Calls must be idempotent.
   * @throws StoreUnavailable when the call timed out or was refused, or the server is unavailable; errors that `isExpected`
   * accepts unchanged
   */
  async run<Result>(
    attempt: (deadlineMs: number) => Promise<Result>,
    isExpected: (error: unknown) => boolean = () => false,
  ): Promise<Result> {
    return this.#breaker.run(async (permit) => {
      await this.#acquireSlot(permit.deadlineMs);
      try {
        return await this.#retry(attempt, isExpected, permit);
      } finally {
        this.#releaseSlot();
      }
    }, noAnswer);
  }

  async #retry<Result>(
    attempt: (deadlineMs: number) => Promise<Result>,
    isExpected: (error: unknown) => boolean,
    permit: Permit,
  ): Promise<Result> {
    const endsAt = permit.begunAt + permit.deadlineMs;
    let reason: unknown = null;
    for (let delayMs = MIN_RETRY_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_RETRY_DELAY_MS)) {
      this.#requireConnected(permit);
      try {
        return await this.#attemptOnce(attempt, permit);
      } catch (error) {
        const answer = answerIn(error, isExpected);
        if (answer !== null) {
          this.#breaker.answered();
          throw answer;
        }
        // The error of an earlier attempt says more than a timeout of the last one.
        if (!isTimeout(error)) reason = error;
        if (performance.now() + delayMs >= endsAt) {
          this.#breaker.unanswered(permit);
          throw unavailable(reason ?? error);
        }
        await pause(delayMs);
      }
    }
  }

  /** @throws StoreUnavailable when the server has been found unavailable meanwhile, unless this call is the one that tries it */
  #requireConnected({ isTrial }: Permit): void {
    this.requireOpen();
    if (this.#breaker.isOpen && !isTrial) throw noAnswer();
  }

  async #attemptOnce<Result>(
    attempt: (deadlineMs: number) => Promise<Result>,
    { begunAt, deadlineMs }: Permit,
  ): Promise<Result> {
    const remainingMs = begunAt + deadlineMs - performance.now();
    if (remainingMs <= 0) throw new StoreUnavailable(STORE_NAME, `no answer within ${deadlineMs} ms`);
    // One attempt without a response must not use up the time of the others.
    return within(Math.min(remainingMs, deadlineMs / 2), async (ms) => {
      const result = await attempt(ms);
      this.#breaker.answered();
      return result;
    });
  }

  async #acquireSlot(deadlineMs: number): Promise<void> {
    if (this.#running >= MAX_CONCURRENT_CALLS) {
      if (this.#queue.size >= MAX_QUEUED_CALLS) throw new StoreUnavailable(STORE_NAME, 'too many calls are waiting');
      const slot = Promise.withResolvers<void>();
      this.#queue.add(slot.resolve);
      try {
        await within(deadlineMs, () => slot.promise);
      } finally {
        this.#queue.delete(slot.resolve);
      }
    }
    this.#running += 1;
  }

  #releaseSlot(): void {
    this.#running -= 1;
    const [next] = this.#queue;
    if (next === undefined) return;
    this.#queue.delete(next);
    next();
  }
}

/** Error that the server answered with, which no retry would change; null for any other. */
function answerIn(error: unknown, isExpected: (error: unknown) => boolean): unknown {
  if (isExpected(error)) return error;
  return isRefusal(error) ? unavailable(error) : null;
}

const isTimeout = (error: unknown): boolean =>
  error instanceof StoreUnavailable || typeOf(error) === 'deadline-exceeded';

const noAnswer = (): StoreUnavailable => new StoreUnavailable(STORE_NAME, 'the server does not answer');

/** The client's deadlines do not cover node discovery, and reads have none. */
function within<Result>(ms: number, attempt: (deadlineMs: number) => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new StoreUnavailable(STORE_NAME, `no answer within ${Math.round(ms)} ms`)),
      ms,
    );
    attempt(ms)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
