/**
 * Projection engine: one subscription feeds all projections that are up to date. Others (new ones, new versions) catch up
 * beside it and then join.
 */
import { ThreadedDecryption } from '../../event-log/threaded-decryption.ts';
import type { LogSubscription, Position } from '../../ports/event-log.ts';
import { READ_WAIT_MS, type ReadProgress } from '../../ports/read-progress.ts';
import { catchUp } from './catch-up.ts';
import { replayDeadLetters } from './dead-letter-replay.ts';
import type { EngineOptions } from './engine-options.ts';
import { KnownHead } from './known-head.ts';
import type { LiveAccess } from './live-access.ts';
import { logMismatch } from './log-identity.ts';
import { type PreparedProjection, prepareProjections } from './prepare-projections.ts';
import { RetryUntilStopped } from './retry-until-stopped.ts';
import type { Runner } from './runner.ts';
import { Runners } from './runners.ts';
import { countDeadLetters, type ProjectionStatus, statusOf } from './status.ts';
import { VersionSwap } from './version-swap.ts';
import { Waiters } from './waiters.ts';

/** Events. Decrypting and folding so many holds the event loop for less than 20 ms. */
const MAX_BATCH = 128;
/** Default of `lingerMs`: long enough that a question is written in one batch with its answer. */
const LINGER_MS = 20;
const RETRY_MS = 1_000;
const VERIFY_EVERY_MS = 10_000;

export class ProjectionEngine implements ReadProgress {
  readonly #options: EngineOptions;
  readonly #waiters = new Waiters();
  readonly #runners: Runners;
  #subscription: LogSubscription | null = null;
  /** Serialises changes of the live runner: a batch, a projection that joins, a replay. */
  #lock: Promise<unknown> = Promise.resolve();
  #catchingUp: Promise<void> = Promise.resolve();
  /** Settles when the rebuild after a replaced log is done; null when none is running. */
  #rebuilding: PromiseWithResolvers<void> | null = null;
  /** Background work until the engine stops; never rejects. */
  #background: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();
  readonly #versions: VersionSwap;
  readonly #retries: RetryUntilStopped;
  readonly #head: KnownHead;
  readonly #liveAccess: LiveAccess = {
    live: () => this.#runners.live,
    exclusively: (task) => this.#exclusively(task),
  };

  constructor(options: EngineOptions) {
    this.#options = options;
    const { log, documents, report, replacedRetentionMs: retentionMs = 0 } = options;
    const { signal } = this.#stopping;
    this.#versions = new VersionSwap({ documents, report, retentionMs, signal });
    this.#retries = new RetryUntilStopped({ retryMs: options.retryMs ?? RETRY_MS, report, signal });
    this.#head = new KnownHead(log);
    this.#runners = new Runners({
      engine: options,
      head: this.#head,
      decryption: options.decryption ?? { thread: new ThreadedDecryption(signal) },
      onWritten: (position, events) => {
        this.#waiters.passed(position);
        options.onWritten?.(position, events);
      },
    });
  }

  /** Loads the checkpoints and starts to follow the log. `caughtUp` settles when the read models can be used. */
  async start(): Promise<void> {
    this.#runners.create(await this.#prepare());
    const head = await this.#head.lookUp();
    const following = this.#follow();
    this.#catchingUp = this.#catchUp(head);
    this.#background = Promise.all([following, this.#watch(), this.#replayAllDeadLetters()]);
    // Not awaited by `stop`: a look at a document store that hangs takes until its deadline.
    void this.#watchDocuments();
  }

  /**
   * Settles when every read model has caught up with the log as of the start.
   * @throws the reason why one of them stopped
   */
  async caughtUp(): Promise<void> {
    for (let awaited: Promise<void> | null = null; awaited !== this.#catchingUp; ) {
      awaited = this.#catchingUp;
      // Superseded when the log was replaced meanwhile: then the rebuild counts.
      await awaited.catch((error: unknown) => {
        if (awaited === this.#catchingUp) throw error;
      });
    }
    const stopped = this.#runners.states.find(({ phase }) => phase === 'stopped');
    if (stopped !== undefined) throw new Error(`${stopped.key} stopped at ${stopped.stoppedBy}`);
  }

  async waitFor(position: Position | null, withinMs = READ_WAIT_MS): Promise<void> {
    if (position !== null) await this.#waiters.wait(position, withinMs);
  }

  status(): Promise<readonly ProjectionStatus[]> {
    return statusOf(this.#runners.states, this.#runners.all, this.#options);
  }

  /** True from the detection of a replaced log until the rebuild is done. */
  get isRebuilding(): boolean {
    return this.#rebuilding !== null;
  }

  /** Returns how many are left. */
  async replayDeadLetters(key: string): Promise<number> {
    const state = this.#runners.live.states.find((candidate) => candidate.key === key);
    if (state === undefined) throw new RangeError(`No live projection is called ${key}`);
    await replayDeadLetters(state.projection, this.#liveAccess, { ...this.#options, signal: this.#stopping.signal });
    return countDeadLetters(key, this.#options);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#waiters.close();
    this.#rebuilding?.reject(new Error('The engine stopped'));
    await this.#subscription?.stop();
    await this.#catchingUp.catch(() => undefined);
    await this.#background;
    await this.#versions.settled();
    await this.#lock;
    await this.#runners.live.drained().catch(() => undefined);
  }

  #prepare(why: string | null = null): Promise<readonly PreparedProjection[]> {
    return prepareProjections({ ...this.#options, dropReplaced: (inUse) => this.#versions.dropReplaced(inUse) }, why);
  }

  /** Follows the log until the engine stops. A broken subscription is renewed from the checkpoint. */
  async #follow(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#requireSameLog();
        await this.#requireSameDocuments();
        await this.#head.lookUp();
        if (this.#stopping.signal.aborted) return;
        this.#subscription = this.#subscribe();
        await Promise.race([this.#subscription.ended, this.#runners.live.failed]);
      } catch (error) {
        this.#options.report({ message: 'Projection subscription failed; will resubscribe', error });
        await this.#subscription?.stop();
        await this.#retries.pause();
        await this.#exclusively(() => this.#runners.live.restart());
      }
    }
  }

  /** Checks now and then that the log was not replaced, which an unbroken subscription would not notice. */
  async #watch(): Promise<void> {
    while (await this.#retries.pause(this.#options.verifyEveryMs ?? VERIFY_EVERY_MS)) {
      const { pointer } = this.#runners.live;
      // An unavailable log is checked next time.
      const why = pointer === null ? null : await logMismatch(this.#options.log, pointer).catch(() => null);
      if (why !== null) await this.#subscription?.stop();
    }
  }

  /** The same for a document store that was rolled back, which only a look or a write would notice. */
  async #watchDocuments(): Promise<void> {
    const { verifyDocumentsEveryMs } = this.#options;
    while (verifyDocumentsEveryMs !== undefined && (await this.#retries.pause(verifyDocumentsEveryMs))) {
      const why = await this.#runners.rolledBack(0).catch(() => null);
      if (why !== null && !this.#stopping.signal.aborted) await this.#subscription?.stop();
    }
  }

  /** Starts a rebuild if the log was replaced. Runs before each subscription, which retries it after a failure. */
  async #requireSameLog(): Promise<void> {
    const { log, onLogReplaced } = this.#options;
    const { pointer } = this.#runners.live;
    const why = pointer === null ? null : await logMismatch(log, pointer);
    if (why === null) return;
    await this.#beginAnew(async () => {
      onLogReplaced?.();
      return this.#prepare(why);
    });
  }

  /** Catches up from the stored checkpoints if the document store was rolled back. */
  async #requireSameDocuments(): Promise<void> {
    const why = await this.#runners.rolledBack();
    if (why === null) return;
    await this.#beginAnew(async () => {
      const prepared = await this.#prepare();
      this.#options.report({
        message: `The read models were put back to an older state: ${why}. They catch up from there, and requests are refused until they have`,
        severity: 'error',
      });
      return prepared;
    });
  }

  /** Replaces all runners. Until the new ones have caught up, the read models count as being rebuilt. */
  async #beginAnew(prepare: () => Promise<readonly PreparedProjection[]>): Promise<void> {
    this.#rebuilding ??= Promise.withResolvers();
    const { promise, resolve, reject } = this.#rebuilding;
    promise.catch(() => undefined);
    this.#catchingUp = promise;
    this.#waiters.reset();
    try {
      const head = await this.#head.lookUp();
      await this.#exclusively(async () => {
        await this.#runners.retire();
        this.#runners.create(await prepare());
      });
      const done = this.#catchUp(head).then(() => {
        this.#rebuilding = null;
      });
      done.then(resolve, reject);
    } catch (error) {
      // Otherwise `#follow` tries again.
      if (this.#stopping.signal.aborted) reject(error);
      throw error;
    }
  }

  #subscribe(): LogSubscription {
    const live = this.#runners.live;
    return this.#options.log.subscribe({
      after: live.checkpoint,
      maxBatch: MAX_BATCH,
      linger: () => this.#waiters.firstWait(this.#options.lingerMs ?? LINGER_MS),
      onEvents: (events, readTo) =>
        this.#exclusively(async () => {
          if (events.length === MAX_BATCH && !this.#head.isAfter(readTo)) await this.#head.lookUp();
          await live.advance(events, readTo);
          // At the head there is nothing to fold while the batch is written, and waiting shows a failed write at once.
          if (!this.#head.isAfter(readTo)) await live.drained();
        }),
    });
  }

  /** Lets lagging projections catch up, waits until all have passed `head`, and swaps new versions in. */
  async #catchUp(head: Position | null): Promise<void> {
    for (const runner of this.#runners.lagging) {
      await this.#retries.run(
        () => this.#catchUpRunner(runner),
        () => runner.restart(),
      );
    }
    if (head !== null && this.#runners.live.states.length > 0) await this.#waiters.wait(head, null);
    for (const state of this.#runners.live.states) {
      if (state.phase === 'building') await this.#retries.run(() => this.#versions.swapIn(state));
    }
  }

  /** The release that starts now may have fixed the cause of dead letters. */
  async #replayAllDeadLetters(): Promise<void> {
    try {
      await this.#catchingUp;
      for (const { key } of this.#runners.live.states) {
        if ((await countDeadLetters(key, this.#options)) > 0) await this.replayDeadLetters(key);
      }
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#options.report({ message: 'Failed to replay dead letters; will replay at the next start', error });
    }
  }

  #catchUpRunner(runner: Runner): Promise<void> {
    return catchUp(runner, {
      log: this.#options.log,
      maxBatch: MAX_BATCH,
      ...this.#liveAccess,
      onJoined: () => this.#runners.remove(runner),
      signal: this.#stopping.signal,
    });
  }

  #exclusively<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#lock.then(task);
    this.#lock = result.catch(() => undefined);
    return result;
  }
}
