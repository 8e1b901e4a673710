/**
 * Runs the projections: one subscription feeds all that are up to date; those that lag behind (new ones, new versions) catch up
 * beside it and then join.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog, LogSubscription, Position } from '../../ports/event-log.ts';
import { later } from '../../ports/event-log.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import type { Projection } from '../projection.ts';
import { Member } from './member.ts';
import { poisonCollection } from './poison.ts';
import { PoisonReplay } from './poison-replay.ts';
import { ReplacedVersions } from './replaced-versions.ts';
import { Runner, type RunnerOptions } from './runner.ts';
import { Waiters } from './waiters.ts';

/** Small enough that decrypting and folding a batch never holds the event loop for 20 ms. */
const BATCH = 128;
const WAIT_MS = 5_000;
const RETRY_MS = 1_000;

export interface ProjectionStatus {
  readonly projection: string;
  readonly phase: Member['phase'];
  readonly checkpoint: Position | null;
  /** How long the oldest event that it has not folded has been in the log, in milliseconds; 0 when it has folded all. */
  readonly staleMs: number;
  /** Events set aside because they could not be folded. */
  readonly poisoned: number;
  readonly stoppedBy: string | null;
}

export interface EngineOptions extends Omit<RunnerOptions, 'onWritten'> {
  readonly log: EventLog;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  /** How long a store that failed is left alone, in milliseconds. Default 1000. */
  readonly retryMs?: number;
  /** How long a version stays that was replaced, in milliseconds: nodes of the release before read it. Default 0. */
  readonly replacedKeptMs?: number;
}

interface Prepared {
  readonly member: Member;
  readonly checkpoint: Position | null;
}

export class ProjectionEngine implements ReadProgress {
  readonly #options: EngineOptions;
  readonly #waiters = new Waiters();
  #live: Runner;
  /** Those that still catch up, each by itself. */
  #lagging: Runner[] = [];
  #all: readonly Member[] = [];
  #subscription: LogSubscription | null = null;
  /** One at a time changes the live runner: a batch, a projection that joins, a replay. */
  #turn: Promise<unknown> = Promise.resolve();
  #catchingUp: Promise<void> = Promise.resolve();
  /** Whatever else goes on until the engine stops; never rejects. */
  #background: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();
  readonly #replaced: ReplacedVersions;

  constructor(options: EngineOptions) {
    this.#options = options;
    const { documents, report, replacedKeptMs: keptMs = 0 } = options;
    this.#replaced = new ReplacedVersions({ documents, report, keptMs, signal: this.#stopping.signal });
    this.#live = new Runner([], null, options);
  }

  /** Loads the checkpoints and starts to follow the log. `caughtUp` tells when the read models can be used. */
  async start(): Promise<void> {
    const { documents, projections, log } = this.#options;
    await documents.prepare(poisonCollection);
    const prepared = await Promise.all(projections.map((projection) => this.#prepare(projection)));
    this.#all = prepared.map(({ member }) => member);
    const furthest = prepared.map(({ checkpoint }) => checkpoint).reduce(later, null);
    const upToDate = prepared.filter(({ checkpoint }) => checkpoint === furthest);
    const onWritten = (position: Position) => this.#waiters.passed(position);
    this.#live = new Runner(
      upToDate.map(({ member }) => member),
      furthest,
      { ...this.#options, onWritten },
    );
    this.#lagging = prepared
      .filter(({ checkpoint }) => checkpoint !== furthest)
      .map(({ member, checkpoint }) => new Runner([member], checkpoint, this.#options));
    // Nothing may come that would tell so: a log that rests is not one that has not been read.
    if (furthest !== null) onWritten(furthest);
    const head = await log.head();
    const following = this.#follow();
    this.#catchingUp = this.#catchUp(head);
    this.#background = Promise.all([following, this.#replayWhatWasSetAside()]);
  }

  /** Settles when every read model has caught up with the log as it stood at the start. @throws what stopped one of them. */
  async caughtUp(): Promise<void> {
    await this.#catchingUp;
    const stopped = this.#all.find(({ phase }) => phase === 'stopped');
    if (stopped !== undefined) throw new Error(`${stopped.key} stopped at ${stopped.stoppedBy}`);
  }

  async waitFor(position: Position | null): Promise<void> {
    if (position !== null) await this.#waiters.wait(position, WAIT_MS);
  }

  async status(): Promise<readonly ProjectionStatus[]> {
    return Promise.all(
      this.#all.map(async (member) => {
        const { key, phase, stoppedBy } = member;
        const runner = [this.#live, ...this.#lagging].find(({ members }) => members.includes(member));
        const checkpoint = runner?.checkpoint ?? null;
        const [staleMs, poisoned] = await Promise.all([this.#staleness(checkpoint), this.#setAsideBy(key)]);
        return { projection: key, phase, checkpoint, staleMs, poisoned, stoppedBy };
      }),
    );
  }

  /** Folds the events that were set aside once more, after what made them fail was mended. Answers how many are left. */
  async replayPoison(key: string): Promise<number> {
    const member = this.#live.members.find((candidate) => candidate.key === key);
    if (member === undefined) throw new RangeError(`No live projection is called ${key}`);
    const replay = await PoisonReplay.begin(member.projection, { ...this.#options, signal: this.#stopping.signal });
    if (replay !== null) {
      // Nearly all of it while the live models go on; with them held still, the rest.
      if (this.#live.checkpoint !== null) await replay.foldTo(this.#live.checkpoint);
      await this.#inTurn(async () => {
        await this.#live.drained();
        const end = this.#live.checkpoint;
        if (end === null) return;
        await replay.foldTo(end);
        await replay.write(end);
      });
    }
    return this.#setAsideBy(key);
  }

  /** Finishes the batch under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#waiters.abandon();
    await this.#subscription?.stop();
    await this.#catchingUp.catch(() => undefined);
    await this.#background;
    await this.#replaced.settled();
    await this.#turn;
    await this.#live.drained().catch(() => undefined);
  }

  /** Asked of the store, not kept: what was written although its answer was lost counts too. */
  #setAsideBy(key: string): Promise<number> {
    return this.#options.documents.count(poisonCollection, { projection: key });
  }

  async #staleness(checkpoint: Position | null): Promise<number> {
    const { log, clock } = this.#options;
    const { events } = await log.readAll({ after: checkpoint, limit: 1 });
    return Math.max(0, clock.now() - (events[0]?.recordedAt ?? clock.now()));
  }

  async #prepare(projection: Projection): Promise<Prepared> {
    const { documents } = this.#options;
    const { name, version } = projection.collection;
    await documents.prepare(projection.collection);
    const active = await documents.activeVersion(name);
    if (active === version) await this.#replaced.drop(projection.collection);
    const member = new Member(projection, active === version ? 'live' : 'building');
    return { member, checkpoint: await documents.checkpoint(member.key) };
  }

  /** Until the engine stops: a subscription that broke is made again, from the checkpoint. */
  async #follow(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        this.#subscription = this.#subscribe();
        await this.#subscription.ended;
      } catch (error) {
        this.#options.report({ message: 'The subscription of the projections broke and is made again', error });
        await this.#pause();
        await this.#inTurn(() => this.#live.restart());
      }
    }
  }

  #subscribe(): LogSubscription {
    const live = this.#live;
    return this.#options.log.subscribe({
      after: live.checkpoint,
      maxBatch: BATCH,
      onEvents: (events, readTo) =>
        this.#inTurn(async () => {
          await live.advance(events, readTo);
          // At the head nothing follows that could be folded meanwhile, and a failure should show at once.
          if (events.length < BATCH) await live.drained();
        }),
    });
  }

  /** Brings what lags to the others, waits until all have passed `head`, and swaps new versions in. */
  async #catchUp(head: Position | null): Promise<void> {
    for (const runner of [...this.#lagging]) {
      await this.#persistently(
        () => this.#bringUp(runner),
        () => runner.restart(),
      );
    }
    if (head !== null && this.#live.members.length > 0) await this.#waiters.wait(head, null);
    for (const member of this.#live.members) {
      if (member.phase === 'building') await this.#persistently(() => this.#swapIn(member));
    }
  }

  /** What could not be folded may have been mended by the release that starts now. */
  async #replayWhatWasSetAside(): Promise<void> {
    try {
      await this.#catchingUp;
      for (const { key } of this.#live.members) if ((await this.#setAsideBy(key)) > 0) await this.replayPoison(key);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#options.report({ message: 'What was set aside could not be tried again', error });
    }
  }

  /** Until it succeeds or the engine stops: a store may be away for a while. @param before what to do before each new try */
  async #persistently(step: () => Promise<void>, before: () => Promise<void> = async () => {}): Promise<void> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (this.#stopping.signal.aborted) throw error;
        this.#options.report({ message: 'Catching up failed and is tried again', error });
        await this.#pause();
        await before();
      }
    }
  }

  /** Shorter when the engine stops meanwhile. */
  async #pause(): Promise<void> {
    await pause(this.#options.retryMs ?? RETRY_MS, undefined, { signal: this.#stopping.signal, ref: false }).catch(
      () => undefined,
    );
  }

  async #bringUp(runner: Runner): Promise<void> {
    const { log } = this.#options;
    while (!this.#stopping.signal.aborted && runner.members.length > 0) {
      const { events, readTo } = await log.readAll({ after: runner.foldedTo, limit: BATCH });
      const target = this.#live.checkpoint;
      if (readTo !== null && readTo !== runner.foldedTo && target !== null && readTo < target) {
        await runner.advance(events, readTo);
        continue;
      }
      // The end is near: with the others held still, what is left is read up to exactly where they are.
      await runner.drained();
      if (await this.#inTurn(() => this.#join(runner))) return;
    }
  }

  async #join(runner: Runner): Promise<boolean> {
    await this.#live.drained();
    const end = this.#live.checkpoint;
    if (end === null) return false;
    const { events, readTo } = await this.#options.log.readAll({ after: runner.foldedTo, limit: BATCH });
    // Where nothing of ours is left the others may still stand further: behind events of the log's own that were passed over.
    const nothingLeft = readTo === null || readTo === runner.foldedTo;
    const upTo = nothingLeft || readTo > end ? end : readTo;
    await runner.advance(
      events.filter(({ position }) => position <= upTo),
      upTo,
    );
    await runner.drained();
    if (upTo !== end) return false;
    this.#lagging = this.#lagging.filter((other) => other !== runner);
    this.#live.members = [...this.#live.members, ...runner.members];
    return true;
  }

  /** From now on readers use this version; the one before goes. */
  async #swapIn(member: Member): Promise<void> {
    const { documents } = this.#options;
    const { collection } = member.projection;
    const before = await documents.activeVersion(collection.name);
    await documents.activate(collection.name, collection.version);
    member.phase = 'live';
    await this.#replaced.drop(collection, before !== null && before > collection.version ? before : null);
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(task);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
