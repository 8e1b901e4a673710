/**
 * Replays dead letters after their cause was fixed. Folding such an event after later ones could give another document than a
 * rebuild, or recreate a deleted one. So every document that it changes is rebuilt from the beginning of the log and replaces
 * the live one.
 */
import type { EventCodec } from '../../event-log/codec.ts';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { Documents, DocumentWrite } from '../../ports/documents.ts';
import type { EventLog, Position } from '../../ports/event-log.ts';
import { type Projection, projectionKey } from '../projection.ts';
import { DEAD_LETTERS, type DeadLetter, deadLetterWrites } from './dead-letters.ts';
import { type FoldStep, foldSteps, type PoisonEvent, stepsOf } from './fold-batch.ts';
import type { LiveAccess } from './live-access.ts';
import { WorkingSet } from './working-set.ts';

const PAGE = 256;
/** Replayed at once; their documents are held in memory. */
const MAX_EVENTS = 1000;

interface ReplayOptions {
  readonly log: EventLog;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly documents: Documents;
  /** Aborts when the engine stops; the next start replays again. */
  readonly signal: AbortSignal;
}

/** Folds most of the log while the live projection goes on, and the rest exclusively. */
export async function replayDeadLetters(
  projection: Projection,
  { live, exclusively }: LiveAccess,
  options: ReplayOptions,
): Promise<void> {
  const replay = await DeadLetterReplay.begin(projection, options);
  if (replay === null) return;
  const reached = live().checkpoint;
  if (reached !== null) await replay.foldTo(reached);
  await exclusively(async () => {
    await live().drained();
    const end = live().checkpoint;
    if (end === null) return;
    await replay.foldTo(end);
    await replay.write(end);
  });
}

class DeadLetterReplay {
  readonly #projection: Projection;
  readonly #options: ReplayOptions;
  readonly #workingSet: WorkingSet;
  /** Documents to rebuild. */
  readonly #ids: ReadonlySet<string>;
  /** Readable events by the id of their dead letter. */
  readonly #replayed: ReadonlyMap<string, FoldStep>;
  readonly #poison: PoisonEvent[] = [];
  #foldedTo: Position | null = null;

  private constructor(projection: Projection, options: ReplayOptions, replayed: ReadonlyMap<string, FoldStep>) {
    this.#projection = projection;
    this.#options = options;
    this.#workingSet = new WorkingSet(projection.collection);
    this.#replayed = replayed;
    this.#ids = new Set([...replayed.values()].flatMap(({ touched }) => touched.map(({ id }) => id)));
  }

  /** Returns null when no dead letter is readable. */
  static async begin(projection: Projection, options: ReplayOptions): Promise<DeadLetterReplay | null> {
    const { log, codec, documents } = options;
    const where = { projection: projectionKey(projection) };
    const replayed = new Map<string, FoldStep>();
    const found = await documents.find<DeadLetter>(DEAD_LETTERS, { where, limit: MAX_EVENTS });
    for (const { id, document } of found) {
      const stored = await log.readStream(document.stream, { fromRevision: document.revision, limit: 1 });
      const [step] = stepsOf(projection, await codec.decode(stored), []);
      if (step !== undefined) replayed.set(id, step);
    }
    return replayed.size === 0 ? null : new DeadLetterReplay(projection, options, replayed);
  }

  /** Inclusive. */
  async foldTo(end: Position): Promise<void> {
    const { log, codec, signal } = this.#options;
    const budget = new EventLoopBudget();
    const filter = { types: this.#projection.handles };
    while (this.#foldedTo === null || this.#foldedTo < end) {
      signal.throwIfAborted();
      const { events, readTo } = await log.readAll({ after: this.#foldedTo, limit: PAGE, filter });
      if (readTo === null || readTo === this.#foldedTo) return;
      const upToEnd = events.filter(({ position }) => position <= end);
      const steps = stepsOf(this.#projection, await codec.decode(upToEnd), []);
      foldSteps(
        this.#projection,
        steps.flatMap((step) => this.#narrowed(step)),
        this.#workingSet,
        this.#poison,
      );
      this.#foldedTo = readTo < end ? readTo : end;
      await budget.yieldIfUsedUp();
    }
  }

  /** Replaces the live documents. @param position up to which they and the live documents were folded */
  async write(position: Position): Promise<void> {
    const failed = new Set(this.#poison.map(({ event }) => event.position));
    const writes: DocumentWrite[] = [];
    const removed: DocumentWrite[] = [];
    for (const [id, { recorded }] of this.#replayed) {
      if (failed.has(recorded.position)) continue;
      removed.push({ kind: 'delete', id, position });
      const where = this.#projection.removes?.(recorded as never) ?? null;
      if (where !== null) writes.push({ kind: 'deleteWhere', where, position });
    }
    for (const id of this.#ids) {
      const document = this.#workingSet.get(id);
      writes.push(document === null ? { kind: 'delete', id, position } : { kind: 'put', id, document, position });
    }
    const { collection } = this.#projection;
    const remaining = deadLetterWrites(projectionKey(this.#projection), this.#poison);
    await this.#options.documents.write(
      [{ collection, writes }, { collection: DEAD_LETTERS, writes: removed }, remaining],
      [],
    );
  }

  /** Limits a step to the documents to rebuild; empty when it changes none of them. */
  #narrowed(step: FoldStep): readonly FoldStep[] {
    const touched = step.touched.filter(({ id }) => this.#ids.has(id));
    return touched.length === 0 && this.#projection.removes === undefined ? [] : [{ ...step, touched }];
  }
}
