import type { PreparedPassage } from '../../ports/passage-preparer.ts';
import { contentLength, type ReadDocument } from '../../text/document.ts';
import { BATCH, type Indexing, indexBatch, type RunRef } from './indexing.ts';
import type { ManifestPassage } from './manifest.ts';

/** Batches being embedded and put at once: each waits for models and for disks, and they can wait together. */
const MAX_UNDER_WAY = 4;
/** Documents being cut at once; one that is long is waited for before any other. */
const MAX_BEING_CUT = 8;
const LONG_CHARACTERS = 256 * 1024;

/** Has documents cut into passages and indexes these while the next ones are still being read. */
export class PassageWriter {
  readonly #run: RunRef;
  readonly #indexing: Indexing;
  readonly #signal: AbortSignal;
  readonly #onCounted: () => void;
  /** By hash, in order: what stands in several places of a source is kept once. */
  readonly #passages = new Map<string, ManifestPassage>();
  #waiting: PreparedPassage[] = [];
  /** In the order in which they were taken: each settles after the one before it. */
  readonly #beingCut: Promise<void>[] = [];
  #lastCut: Promise<void> = Promise.resolve();
  readonly #underWay: Promise<void>[] = [];
  #documents = 0;

  /** @param onCounted told when the passages of a document have been counted */
  constructor(run: RunRef, indexing: Indexing, signal: AbortSignal, onCounted: () => void) {
    this.#run = run;
    this.#indexing = indexing;
    this.#signal = signal;
    this.#onCounted = onCounted;
  }

  get documents(): number {
    return this.#documents;
  }

  /** So far: the documents taken last may still be being cut. */
  get count(): number {
    return this.#passages.size;
  }

  /** Waits when cutting or indexing cannot keep up. @throws what indexing the passages before it has thrown */
  async take(document: ReadDocument): Promise<void> {
    if (this.#beingCut.length === MAX_BEING_CUT) await this.#beingCut.shift();
    this.#documents += 1;
    this.#lastCut = this.#cut(document, this.#lastCut);
    // Told to whoever waits for it.
    this.#lastCut.catch(() => {});
    this.#beingCut.push(this.#lastCut);
    if (contentLength(document) > LONG_CHARACTERS) await this.#lastCut;
  }

  /** All passages in order; they can be searched when it answers. */
  async finish(): Promise<readonly ManifestPassage[]> {
    await this.#lastCut;
    if (this.#waiting.length > 0) await this.#indexWaiting();
    await Promise.all(this.#underWay);
    await this.#indexing.searchIndex.refresh();
    return [...this.#passages.values()];
  }

  /** Nothing is under way any more when it answers, whatever became of it. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.#lastCut]);
    await Promise.allSettled(this.#underWay);
  }

  /** Begins at once, and takes the passages in when those of the document before have been. */
  async #cut(document: ReadDocument, before: Promise<void>): Promise<void> {
    const batches = this.#indexing.preparer.prepare(document, this.#signal)[Symbol.asyncIterator]();
    const first = batches.next();
    // It may reject while the document before is still being waited for.
    first.catch(() => {});
    try {
      await before;
      for (let next = await first; next.done !== true; next = await batches.next()) {
        for (const passage of next.value) await this.#takePassage(passage);
      }
      this.#onCounted();
    } finally {
      await batches.return?.();
    }
  }

  async #takePassage(passage: PreparedPassage): Promise<void> {
    const { title, url, headings, text, hash } = passage;
    if (this.#passages.has(hash)) return;
    this.#passages.set(hash, { title, url, headings, text, hash });
    this.#waiting.push(passage);
    if (this.#waiting.length === BATCH) await this.#indexWaiting();
  }

  async #indexWaiting(): Promise<void> {
    if (this.#underWay.length === MAX_UNDER_WAY) await this.#underWay.shift();
    const batch = this.#waiting;
    this.#waiting = [];
    const start = this.#passages.size - batch.length;
    const indexing = indexBatch(this.#run, start, batch, this.#indexing, this.#signal);
    // Told to whoever waits for it.
    indexing.catch(() => {});
    this.#underWay.push(indexing);
  }
}
