import { Turns } from '../../runtime/turns.ts';
import { chunksOf } from '../../text/chunking/chunk-document.ts';
import type { ReadDocument } from '../../text/document.ts';
import { BATCH, type Indexing, indexBatch, type RunRef } from './indexing.ts';
import type { ManifestPassage } from './manifest.ts';

/** Batches being embedded and put at once: each waits for models and for disks, and they can wait together. */
const MAX_UNDER_WAY = 4;

/** Cuts documents into passages and indexes them while the next ones are still being read. */
export class PassageWriter {
  readonly #run: RunRef;
  readonly #indexing: Indexing;
  readonly #signal: AbortSignal;
  readonly #turns = new Turns();
  /** By hash, in order: what stands in several places of a source is kept once. */
  readonly #passages = new Map<string, ManifestPassage>();
  #waiting: ManifestPassage[] = [];
  readonly #underWay: Promise<void>[] = [];
  #documents = 0;

  constructor(run: RunRef, indexing: Indexing, signal: AbortSignal) {
    this.#run = run;
    this.#indexing = indexing;
    this.#signal = signal;
  }

  get documents(): number {
    return this.#documents;
  }

  get count(): number {
    return this.#passages.size;
  }

  /** Waits when indexing cannot keep up. @throws what indexing the passages before it has thrown */
  async take(document: ReadDocument): Promise<void> {
    this.#documents += 1;
    for (const { title, url, headings, text, hash } of chunksOf(document)) {
      await this.#turns.yieldWhenLong();
      if (this.#passages.has(hash)) continue;
      const passage = { title, url, headings, text, hash };
      this.#passages.set(hash, passage);
      this.#waiting.push(passage);
      if (this.#waiting.length === BATCH) await this.#indexWaiting();
    }
  }

  /** All passages in order; they can be searched when it answers. */
  async finish(): Promise<readonly ManifestPassage[]> {
    if (this.#waiting.length > 0) await this.#indexWaiting();
    await Promise.all(this.#underWay);
    await this.#indexing.searchIndex.refresh();
    return [...this.#passages.values()];
  }

  /** Nothing is under way any more when it answers, whatever became of it. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#underWay);
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
