/**
 * Runs the projections: one subscription feeds all that are up to date; those that lag behind (new ones, new versions) catch up
 * beside it and then join.
 */
import type { Clock } from '../../ports/clock.ts';
import type { CollectionDefinition } from '../../ports/documents.ts';
import type { EventLog, LogSubscription, Position } from '../../ports/event-log.ts';
import { later } from '../../ports/event-log.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import type { Projection } from '../projection.ts';
import { foldBatch } from './fold-batch.ts';
import { Member } from './member.ts';
import { poisonCollection, type SetAside } from './poison.ts';
import { Runner, type RunnerOptions } from './runner.ts';
import { Waiters } from './waiters.ts';

/** Small enough that decrypting and folding a batch never holds the event loop for 20 ms. */
const BATCH = 256;
const WAIT_MS = 5_000;
const RESUBSCRIBE_MS = 1_000;

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
  #stopped = false;

  constructor(options: EngineOptions) {
    this.#options = options;
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
    this.#subscribe();
    this.#catchingUp = this.#catchUp(head);
    this.#catchingUp.catch((error: unknown) => this.#options.report({ message: 'Catching up failed', error }));
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
        const { key, phase, poisoned, stoppedBy } = member;
        const runner = [this.#live, ...this.#lagging].find(({ members }) => members.includes(member));
        const checkpoint = runner?.checkpoint ?? null;
        return { projection: key, phase, checkpoint, staleMs: await this.#staleness(checkpoint), poisoned, stoppedBy };
      }),
    );
  }

  /** Folds the events that were set aside once more, after what made them fail was mended. Answers how many are left. */
  async replayPoison(key: string): Promise<number> {
    return this.#inTurn(async () => {
      const member = this.#live.members.find((candidate) => candidate.key === key);
      if (member === undefined) throw new RangeError(`No live projection is called ${key}`);
      await this.#live.drained();
      const { documents } = this.#options;
      const where = { projection: key };
      for (const { id, document } of await documents.find<SetAside>(poisonCollection, { where, limit: 1000 })) {
        await this.#replayOne(member, id, document);
      }
      member.poisoned = await documents.count(poisonCollection, where);
      return member.poisoned;
    });
  }

  /** Finishes the batch under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiters.abandon();
    await this.#subscription?.stop();
    await this.#catchingUp.catch(() => undefined);
    await this.#turn;
    await this.#live.drained().catch(() => undefined);
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
    const member = new Member(projection, active === version ? 'live' : 'building');
    member.poisoned = await documents.count(poisonCollection, { projection: member.key });
    return { member, checkpoint: await documents.checkpoint(member.key) };
  }

  #subscribe(): void {
    const live = this.#live;
    this.#subscription = this.#options.log.subscribe({
      after: live.checkpoint,
      maxBatch: BATCH,
      onEvents: (events, readTo) =>
        this.#inTurn(async () => {
          await live.advance(events, readTo);
          // At the head nothing follows that could be folded meanwhile, and a failure should show at once.
          if (events.length < BATCH) await live.drained();
        }),
    });
    this.#subscription.ended.catch((error: unknown) => this.#resubscribe(error));
  }

  #resubscribe(error: unknown): void {
    this.#options.report({ message: 'The subscription of the projections broke and is made again', error });
    const again = async () => {
      if (this.#stopped) return;
      await this.#inTurn(() => this.#live.restart());
      this.#subscribe();
    };
    setTimeout(() => void again(), RESUBSCRIBE_MS).unref();
  }

  /** Brings what lags to the others, waits until all have passed `head`, and swaps new versions in. */
  async #catchUp(head: Position | null): Promise<void> {
    for (const runner of [...this.#lagging]) await this.#bringUp(runner);
    if (head !== null && this.#live.members.length > 0) await this.#waiters.wait(head, null);
    for (const member of this.#live.members) if (member.phase === 'building') await this.#swapIn(member);
    // What could not be folded may have been mended by the release that starts now.
    for (const { key, poisoned } of this.#live.members) if (poisoned > 0) await this.replayPoison(key);
  }

  async #bringUp(runner: Runner): Promise<void> {
    const { log } = this.#options;
    while (!this.#stopped && runner.members.length > 0) {
      const { events, readTo } = await log.readAll({ after: runner.foldedTo, limit: BATCH });
      const target = this.#live.checkpoint;
      if (readTo !== null && target !== null && readTo < target) await runner.advance(events, readTo);
      // The end is near: with the others held still, what is left is read up to exactly where they are.
      else if (await this.#inTurn(() => this.#join(runner))) return;
    }
  }

  async #join(runner: Runner): Promise<boolean> {
    await this.#live.drained();
    const end = this.#live.checkpoint;
    const { events, readTo } = await this.#options.log.readAll({ after: runner.foldedTo, limit: BATCH });
    if (end === null || readTo === null) return false;
    const upTo = readTo < end ? readTo : end;
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

  async #replayOne(member: Member, id: string, { stream, revision }: SetAside): Promise<void> {
    const { log, codec, documents } = this.#options;
    const batch = await codec.decode(await log.readStream(stream, { fromRevision: revision, limit: 1 }));
    const { workingSet, poison } = await foldBatch(member.projection, batch, documents, []);
    if (poison.length > 0) return;
    // Written as of now: the documents may have gone on since, and what is older than they are changes nothing.
    const position = this.#live.checkpoint ?? (0n as Position);
    const writes = workingSet.writes().map((write) => ({ ...write, position }));
    const settled = { collection: poisonCollection, writes: [{ kind: 'delete', id, position }] as const };
    await documents.write([{ collection: member.projection.collection, writes }, settled], []);
  }

  /** From now on readers use this version; the one before goes. */
  async #swapIn(member: Member): Promise<void> {
    const { documents } = this.#options;
    const collection: CollectionDefinition = member.projection.collection;
    const before = await documents.activeVersion(collection.name);
    await documents.activate(collection.name, collection.version);
    member.phase = 'live';
    if (before !== null && before !== collection.version) await documents.drop({ ...collection, version: before });
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(task);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
