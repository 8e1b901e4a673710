/**
 * Folds again what was set aside, after what made it fail was mended.
 *
 * An event put in after those that followed it would give another document than a rebuild, or bring back one that has ended since.
 * So each document that such an event changes is made anew from the beginning of the log, and takes the place of the live one.
 */
import type { EventCodec } from '../../log/codec.ts';
import type { Documents, DocumentWrite } from '../../ports/documents.ts';
import type { EventLog, Position } from '../../ports/event-log.ts';
import { Turns } from '../../runtime/turns.ts';
import { type Projection, projectionKey } from '../projection.ts';
import { foldSteps, type PoisonEvent, type Step, stepsOf } from './fold-batch.ts';
import { poisonCollection, type SetAside, setAside } from './poison.ts';
import { WorkingSet } from './working-set.ts';

const PAGE = 256;
/** Events tried again at a time: their documents are held in memory. */
const MAX_EVENTS = 1000;

export interface ReplayOptions {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly documents: Documents;
  /** Gives up when the engine stops: the next start tries again. */
  readonly signal: AbortSignal;
}

export class PoisonReplay {
  readonly #projection: Projection;
  readonly #options: ReplayOptions;
  readonly #workingSet: WorkingSet;
  /** The documents that are made anew. */
  readonly #ids: ReadonlySet<string>;
  /** The events that could at least be read and placed, by the id under which they were set aside. */
  readonly #tried: ReadonlyMap<string, Step>;
  readonly #poison: PoisonEvent[] = [];
  #foldedTo: Position | null = null;

  private constructor(projection: Projection, options: ReplayOptions, tried: ReadonlyMap<string, Step>) {
    this.#projection = projection;
    this.#options = options;
    this.#workingSet = new WorkingSet(projection.collection);
    this.#tried = tried;
    this.#ids = new Set([...tried.values()].flatMap(({ touched }) => touched.map(({ id }) => id)));
  }

  /** Reads what was set aside. Null when nothing of it can be read now either. */
  static async begin(projection: Projection, options: ReplayOptions): Promise<PoisonReplay | null> {
    const { log, codec, documents } = options;
    const where = { projection: projectionKey(projection) };
    const tried = new Map<string, Step>();
    const found = await documents.find<SetAside>(poisonCollection, { where, limit: MAX_EVENTS });
    for (const { id, document } of found) {
      const stored = await log.readStream(document.stream, { fromRevision: document.revision, limit: 1 });
      const [step] = stepsOf(projection, await codec.decode(stored), []);
      if (step !== undefined) tried.set(id, step);
    }
    return tried.size === 0 ? null : new PoisonReplay(projection, options, tried);
  }

  /** Goes on with the log up to the position, inclusive. */
  async foldTo(end: Position): Promise<void> {
    const { log, codec, signal } = this.#options;
    const turns = new Turns();
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
      await turns.yieldWhenLong();
    }
  }

  /** Puts the documents in the place of the live ones. @param position up to where they and the live ones have been folded */
  async write(position: Position): Promise<void> {
    const failed = new Set(this.#poison.map(({ event }) => event.position));
    const writes: DocumentWrite[] = [];
    const settled: DocumentWrite[] = [];
    for (const [id, { recorded }] of this.#tried) {
      if (failed.has(recorded.position)) continue;
      settled.push({ kind: 'delete', id, position });
      const where = this.#projection.removes?.(recorded as never) ?? null;
      if (where !== null) writes.push({ kind: 'deleteWhere', where, position });
    }
    for (const id of this.#ids) {
      const document = this.#workingSet.get(id);
      writes.push(document === null ? { kind: 'delete', id, position } : { kind: 'put', id, document, position });
    }
    const { collection } = this.#projection;
    const stillAside = setAside(projectionKey(this.#projection), this.#poison);
    await this.#options.documents.write(
      [{ collection, writes }, { collection: poisonCollection, writes: settled }, stillAside],
      [],
    );
  }

  /** Only for the documents that are made anew; nothing when it changes none of them. */
  #narrowed(step: Step): readonly Step[] {
    const touched = step.touched.filter(({ id }) => this.#ids.has(id));
    return touched.length === 0 && this.#projection.removes === undefined ? [] : [{ ...step, touched }];
  }
}
