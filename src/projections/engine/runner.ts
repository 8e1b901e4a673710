/** Takes projections that stand at the same checkpoint through the log together: each event is read and decrypted once. */
import type { EventCodec } from '../../log/codec.ts';
import type { CollectionWrites, Documents } from '../../ports/documents.ts';
import type { Position, StoredEvent } from '../../ports/event-log.ts';
import { foldBatch, type PoisonEvent } from './fold-batch.ts';
import type { Member } from './member.ts';
import { setAside } from './poison.ts';

export interface RunnerOptions {
  readonly codec: EventCodec;
  readonly documents: Documents;
  readonly report: (problem: { message: string; projection?: string; error?: unknown }) => void;
  /** Called when everything up to the position is in the store. */
  readonly onWritten?: (position: Position) => void;
}

export class Runner {
  members: Member[];
  readonly #options: RunnerOptions;
  /** Everything up to here is in the store. */
  #checkpoint: Position | null;
  /** Everything up to here has been folded; its write may be under way. */
  #foldedTo: Position | null;
  #writing: Promise<void> = Promise.resolve();

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
   * Folds a batch and starts to write it, together with the checkpoints. One write is under way while the next batch is folded;
   * never two, so that they arrive in order. @throws when the write before failed: `restart` and go on from the checkpoint.
   */
  async advance(events: readonly StoredEvent[], readTo: Position): Promise<void> {
    const { codec, documents } = this.#options;
    if (this.members.some(({ ahead }) => ahead?.removedByCondition)) await this.#writing;
    const batch = await codec.decode(events);
    const changes: CollectionWrites[] = [];
    for (const member of this.members) {
      const { workingSet, poison } = await foldBatch(member.projection, batch, documents, member.ahead);
      if (poison.length > 0 && !this.#tolerates(member, poison, changes)) continue;
      member.ahead = workingSet;
      changes.push({ collection: workingSet.collection, writes: workingSet.writes() });
    }
    this.members = this.members.filter(({ phase }) => phase !== 'stopped');
    const checkpoints = this.members.map(({ key }) => ({ projection: key, position: readTo }));
    await this.#writing;
    this.#foldedTo = readTo;
    this.#writing = documents.write(changes, checkpoints).then(() => {
      this.#checkpoint = readTo;
      this.#options.onWritten?.(readTo);
    });
    // Whoever awaits it next sees the failure; without this it would end the process in between.
    this.#writing.catch(() => undefined);
  }

  /** Settles when what was folded is in the store. */
  async drained(): Promise<void> {
    await this.#writing;
  }

  /** After a failed write: what had been folded beyond the checkpoint is forgotten. */
  async restart(): Promise<void> {
    await this.#writing.catch(() => undefined);
    this.#writing = Promise.resolve();
    this.#foldedTo = this.#checkpoint;
    for (const member of this.members) member.ahead = undefined;
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
    member.poisoned += poison.length;
    for (const each of poison) {
      this.#options.report({ message: `Set aside ${describe(each)}`, projection: member.key });
    }
    changes.push(setAside(member.key, poison));
    return true;
  }
}
