/** Takes projections that stand at the same checkpoint through the log together: each event is read and decrypted once. */
import type { EventCodec } from '../../log/codec.ts';
import type { CollectionWrites, Documents } from '../../ports/documents.ts';
import type { Position, StoredEvent } from '../../ports/event-log.ts';
import { foldBatch, type PoisonEvent } from './fold-batch.ts';
import type { Member } from './member.ts';
import { setAside } from './poison.ts';
import type { WorkingSet } from './working-set.ts';

export interface RunnerOptions {
  readonly codec: EventCodec;
  readonly documents: Documents;
  readonly report: (problem: { message: string; projection?: string; error?: unknown }) => void;
  /** Called when everything up to the position is in the store. */
  readonly onWritten?: (position: Position) => void;
}

/** A batch that has been folded and not been written. */
interface Folded {
  readonly changes: readonly CollectionWrites[];
  readonly readTo: Position;
  /** Whose documents it changed, and what it made of them. */
  readonly made: readonly { readonly member: Member; readonly workingSet: WorkingSet }[];
}

/** Batches that may wait for the store: what is folded meanwhile is written together, and memory stays bounded. */
const MAX_WAITING = 32;

export class Runner {
  members: Member[];
  readonly #options: RunnerOptions;
  /** Everything up to here is in the store. */
  #checkpoint: Position | null;
  /** Everything up to here has been folded; its write may be under way. */
  #foldedTo: Position | null;
  #waiting: Folded[] = [];
  /** The write under way, null when there is none. Never two, so that they arrive in order. */
  #writing: Promise<void> | null = null;
  /** Settles when what waits is taken, or the store has failed. */
  #oneWrite: Promise<void> = Promise.resolve();

  constructor(members: readonly Member[], checkpoint: Position | null, options: RunnerOptions) {
    this.members = [...members];
    this.#checkpoint = checkpoint;
    this.#foldedTo = checkpoint;
    this.#options = options;
  }

  get checkpoint(): Position | null {
    return this.#checkpoint;
  }

  get foldedTo(): Position | null {
    return this.#foldedTo;
  }

  /**
   * Folds a batch and has it written, with the checkpoints, as soon as the store is free: in the meantime the next batch can be
   * folded. @throws when a write failed: `restart` and go on from the checkpoint.
   */
  async advance(events: readonly StoredEvent[], readTo: Position): Promise<void> {
    const { codec, documents } = this.#options;
    // What was removed by a condition cannot be told from what was never there, until the store has it.
    const removed = this.members.some(({ ahead }) => ahead.some((workingSet) => workingSet.removedByCondition));
    if (removed) await this.drained();
    while (this.#waiting.length >= MAX_WAITING && this.#writing !== null) await this.#oneWrite;
    const batch = await codec.decode(events);
    const changes: CollectionWrites[] = [];
    const made: Folded['made'][number][] = [];
    for (const member of this.members) {
      const { workingSet, poison } = await foldBatch(member.projection, batch, documents, member.ahead);
      if (poison.length > 0 && !this.#tolerates(member, poison, changes)) continue;
      member.ahead.push(workingSet);
      made.push({ member, workingSet });
      const writes = workingSet.writes();
      if (writes.length > 0) changes.push({ collection: workingSet.collection, writes });
    }
    this.members = this.members.filter(({ phase }) => phase !== 'stopped');
    this.#foldedTo = readTo;
    this.#waiting.push({ changes, readTo, made });
    if (this.#writing === null) this.#startWriting();
  }

  /** Settles when what was folded is in the store. @throws when a write failed */
  async drained(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  /** After a failed write: what had been folded beyond the checkpoint is forgotten. */
  async restart(): Promise<void> {
    await this.drained().catch(() => undefined);
    this.#writing = null;
    this.#waiting = [];
    this.#foldedTo = this.#checkpoint;
    for (const member of this.members) member.ahead = [];
  }

  #startWriting(): void {
    this.#writing = this.#writeAll();
    // Whoever awaits it next sees the failure; without this it would end the process before.
    this.#writing.catch(() => undefined);
  }

  /** A failure stays in `#writing`, so that nothing follows it before `restart`. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const folded = this.#waiting.splice(0);
      const last = folded.at(-1);
      if (last === undefined) return;
      const checkpoints = last.made.map(({ member }) => ({ projection: member.key, position: last.readTo }));
      this.#oneWrite = this.#options.documents.write(
        folded.flatMap(({ changes }) => changes),
        checkpoints,
      );
      await this.#oneWrite;
      this.#checkpoint = last.readTo;
      for (const { made } of folded) {
        for (const { member, workingSet } of made) {
          member.ahead = member.ahead.filter((other) => other !== workingSet);
        }
      }
      this.#options.onWritten?.(last.readTo);
    }
    this.#writing = null;
  }

  /** Live, the event is set aside and the model goes on; while it is being built, it stops: false. */
  #tolerates(member: Member, poison: readonly PoisonEvent[], changes: CollectionWrites[]): boolean {
    const describe = ({ event, reason }: PoisonEvent) =>
      `${event.type} at ${event.stream}@${event.revision}: ${reason}`;
    const [first] = poison;
    if (member.phase === 'building' && first !== undefined) {
      member.phase = 'stopped';
      member.stoppedBy = describe(first);
      this.#options.report({ message: `A rebuild stopped at ${member.stoppedBy}`, projection: member.key });
      return false;
    }
    for (const each of poison) {
      this.#options.report({ message: `Set aside ${describe(each)}`, projection: member.key });
    }
    changes.push(setAside(member.key, poison));
    return true;
  }
}
