/** Advances projections with equal checkpoints together, so that each event is read and decrypted once. */
import type { Decoded } from '../../event-log/event-decoder.ts';
import { textLength } from '../../lib/text-length.ts';
import type { CollectionWrites, Documents, LogPointer } from '../../ports/documents.ts';
import type { Position, StoredEvent } from '../../ports/event-log.ts';
import type { Report } from '../../ports/report.ts';
import type { BatchDecoder } from './catch-up-decoder.ts';
import { deadLetterWrites } from './dead-letters.ts';
import { foldBatch, type PoisonEvent } from './fold-batch.ts';
import type { ProjectionState } from './projection-state.ts';
import type { WorkingSet } from './working-set.ts';

export interface RunnerOptions {
  readonly codec: BatchDecoder;
  readonly documents: Documents;
  readonly report: Report;
  /** Others may put the document store back to an older state. Default false. */
  readonly mayRollBack?: boolean;
  /** Called when everything up to the position is stored, with the events since the last call. */
  readonly onWritten?: (position: Position, events: readonly Decoded[]) => void;
}

interface FoldedBatch {
  /** Passed to `onWritten`; empty without it. */
  readonly events: readonly Decoded[];
  readonly changes: readonly CollectionWrites[];
  /** Characters of its events and documents. */
  readonly size: number;
  readonly readTo: Position;
  /** `null` for a batch without events. */
  readonly last: LogPointer | null;
  readonly changed: readonly { readonly state: ProjectionState; readonly workingSet: WorkingSet }[];
}

/** Backpressure: batches that may wait for the store. They are written together. */
const MAX_UNWRITTEN_BATCHES = 32;
/** A store is not rolled back between two responses that are closer together than this. */
const VERIFIED_FOR_MS = 1_000;
/** Backpressure for large events: characters after which no batch is added. Sending them takes a few milliseconds. */
const MAX_UNWRITTEN_SIZE = 4_000_000;

export class Runner {
  states: ProjectionState[];
  readonly #options: RunnerOptions;
  /** Everything up to here is stored. */
  #checkpoint: Position | null;
  /** Last event up to the checkpoint; its id reveals a replaced log. */
  #pointer: LogPointer | null;
  /** Everything up to here is decoded, folded or written. */
  #readTo: Position | null;
  /** Settles when all batches so far are folded, or one of them has failed. */
  #folding: Promise<void> = Promise.resolve();
  #unwritten: FoldedBatch[] = [];
  /** The current write; one at a time, so that writes stay in order. */
  #writing: Promise<void> | null = null;
  /** Settles when the store has taken one write, or has failed. */
  #oneWrite: Promise<void> = Promise.resolve();
  #failed = newFailure();
  #retired = false;
  /** Milliseconds of `performance.now()` when the stored checkpoints were last known. */
  #verifiedAt = performance.now();
  /** Why the store counts as rolled back: final, as this runner is replaced then. */
  #rolledBack: string | null = null;

  constructor(states: readonly ProjectionState[], pointer: LogPointer | null, options: RunnerOptions) {
    this.states = [...states];
    this.#pointer = pointer;
    this.#checkpoint = pointer?.position ?? null;
    this.#readTo = this.#checkpoint;
    this.#options = options;
  }

  get checkpoint(): Position | null {
    return this.#checkpoint;
  }

  get pointer(): LogPointer | null {
    return this.#pointer;
  }

  get readTo(): Position | null {
    return this.#readTo;
  }

  /** Rejects when a batch could not be folded or written, which would otherwise show only at the next call. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /**
   * Folds a batch and queues its writes with the checkpoints. When another thread helps to decode it, returns once the batch
   * before it is folded.
   * @throws when an earlier batch failed: call `restart` and continue from the checkpoint
   */
  async advance(events: readonly StoredEvent[], readTo: Position): Promise<void> {
    const { codec } = this.#options;
    const before = this.#folding;
    const end = events.at(-1);
    const decoding = codec.decode(events);
    this.#folding = Promise.all([decoding, before]).then(([batch]) => this.#fold(batch, end, readTo));
    this.#folding.catch((error) => this.#failed.reject(error));
    this.#readTo = readTo;
    await (codec.isAhead === true ? before : this.#folding);
  }

  async #fold(batch: readonly Decoded[], end: StoredEvent | undefined, readTo: Position): Promise<void> {
    // Conditional deletes must reach the store before documents are read again.
    const removed = this.states.some(({ unwritten }) => unwritten.some((workingSet) => workingSet.removedByCondition));
    if (removed) await this.#written();
    while (this.#isFull && this.#writing !== null) await this.#oneWrite;
    const changes: CollectionWrites[] = [];
    const changed: FoldedBatch['changed'][number][] = [];
    for (const state of this.states) {
      const workingSet = await this.#foldInto(state, batch, changes);
      if (workingSet !== null) changed.push({ state, workingSet });
    }
    if (this.#retired) return;
    this.states = this.states.filter(({ phase }) => phase !== 'stopped');
    const last = end === undefined ? null : { position: end.position, eventId: end.id };
    const written = this.#options.onWritten === undefined ? [] : batch;
    this.#unwritten.push({ events: written, changes, size: sizeOf(written, changes), readTo, last, changed });
    if (this.#writing === null) this.#startWriting();
  }

  /** Adds the writes to the changes. Returns null when a poison event stops the projection. */
  async #foldInto(
    state: ProjectionState,
    batch: readonly Decoded[],
    changes: CollectionWrites[],
  ): Promise<WorkingSet | null> {
    const { workingSet, poison } = await foldBatch(state.projection, batch, this.#options.documents, state.unwritten);
    if (poison.length > 0 && !this.#tolerates(state, poison, changes)) return null;
    state.unwritten.push(workingSet);
    const writes = workingSet.writes();
    if (writes.length > 0) changes.push({ collection: workingSet.collection, writes });
    return workingSet;
  }

  /** Settles when all batches are stored. @throws when one failed */
  async drained(): Promise<void> {
    await this.#folding;
    await this.#written();
  }

  get #isFull(): boolean {
    const size = this.#unwritten.reduce((total, batch) => total + batch.size, 0);
    return this.#unwritten.length >= MAX_UNWRITTEN_BATCHES || size >= MAX_UNWRITTEN_SIZE;
  }

  async #written(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  /** Drops everything folded beyond the checkpoint, after a failed write. */
  async restart(): Promise<void> {
    await this.#folding.catch(() => undefined);
    await this.#written().catch(() => undefined);
    this.#folding = Promise.resolve();
    this.#failed = newFailure();
    this.#writing = null;
    this.#unwritten = [];
    this.#readTo = this.#checkpoint;
    for (const state of this.states) state.unwritten = [];
  }

  /**
   * Returns why the stored checkpoints are not those that this runner has written, as a clause; null when they are, or another
   * projector is ahead. Documents of an older state would be folded on as if nothing were missing.
   * @param verifiedForMs how long an earlier look or write suffices
   */
  async rolledBack(verifiedForMs = VERIFIED_FOR_MS): Promise<string | null> {
    if (this.#rolledBack !== null || performance.now() - this.#verifiedAt < verifiedForMs) return this.#rolledBack;
    const [pointer, states] = [this.#pointer, this.states];
    if (this.#options.mayRollBack !== true || pointer === null || states.length === 0) return null;
    const stored = await this.#options.documents.checkpoints(states.map((state) => state.checkpointKey));
    this.#verifiedAt = performance.now();
    const at = stored.findIndex((checkpoint) => checkpoint === null || checkpoint.position < pointer.position);
    if (at === -1) return null;
    const found = stored[at] ?? null;
    const place = found === null ? 'has no checkpoint' : `has read to position ${found.position}`;
    this.#rolledBack = `${states[at]?.key} ${place}, and had read to position ${pointer.position}`;
    return this.#rolledBack;
  }

  async #requireNotRolledBack(): Promise<void> {
    const why = await this.rolledBack();
    if (why !== null) throw new Error(`The document store was rolled back: ${why}`);
  }

  /** Other runners take over: stops folding and writing. */
  async retire(): Promise<void> {
    this.#retired = true;
    this.states = [];
    await this.restart();
  }

  #startWriting(): void {
    // Starts in a microtask, so that `#writing` is set before the write can end.
    this.#writing = Promise.resolve().then(() => this.#writeAll());
    this.#writing.catch((error) => this.#failed.reject(error));
  }

  /** After a failure `#writing` stays rejected, so that nothing is written before `restart`. */
  async #writeAll(): Promise<void> {
    while (this.#unwritten.length > 0) {
      const folded = this.#unwritten.splice(0);
      const last = folded.at(-1);
      if (last === undefined) return;
      const pointer = folded.reduce<LogPointer | null>((newest, { last: each }) => each ?? newest, null);
      if (pointer !== null) {
        this.#oneWrite = this.#requireNotRolledBack().then(() =>
          this.#options.documents.write(
            folded.flatMap(({ changes }) => changes),
            last.changed.map(({ state }) => ({ projection: state.checkpointKey, ...pointer })),
          ),
        );
        await this.#oneWrite;
        this.#verifiedAt = performance.now();
        this.#pointer = pointer;
      }
      this.#checkpoint = last.readTo;
      for (const { changed } of folded) {
        for (const { state, workingSet } of changed) {
          state.unwritten = state.unwritten.filter((other) => other !== workingSet);
        }
      }
      this.#options.onWritten?.(
        last.readTo,
        folded.flatMap(({ events }) => events),
      );
    }
    this.#writing = null;
  }

  /** A live projection stores dead letters and continues. A building one stops: returns false. */
  #tolerates(state: ProjectionState, poison: readonly PoisonEvent[], changes: CollectionWrites[]): boolean {
    const describe = ({ event, reason }: PoisonEvent) =>
      `${event.type} at ${event.stream}@${event.revision}: ${reason}`;
    const [first] = poison;
    if (state.phase === 'building' && first !== undefined) {
      state.phase = 'stopped';
      state.stoppedBy = describe(first);
      const message = `Rebuild stopped at ${state.stoppedBy}. Start a release that can read this event, or restore the log from a backup where npm run audit -- verify says that it was changed`;
      this.#options.report({ message, projection: state.key });
      return false;
    }
    for (const each of poison) {
      const message = `Stored a dead letter: ${describe(each)}. The read model lacks it; the next start tries it again`;
      this.#options.report({ message, projection: state.key });
    }
    changes.push(deadLetterWrites(state.key, poison));
    return true;
  }
}

function sizeOf(events: readonly Decoded[], changes: readonly CollectionWrites[]): number {
  let size = 0;
  for (const event of events) if (event.ok) size += textLength(event.recorded.event);
  for (const { writes } of changes)
    for (const write of writes) if (write.kind === 'put') size += textLength(write.document);
  return size;
}

function newFailure(): PromiseWithResolvers<never> {
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  return failure;
}
