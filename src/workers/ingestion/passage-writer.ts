import type { PreparedPassage } from '../../ports/content/passage-preparer.ts';
import type { ManifestPassage } from '../../projections/data-sources/manifest.ts';
import { contentLength, type ReadDocument } from '../../text/document.ts';
import { batchSizeOf, type IndexGeneration, type Indexing, indexBatch, type PassageBatch } from './indexing.ts';

/** Batches wait for the model and for disks, so they overlap well. */
const MAX_PENDING_BATCHES = 4;
/** A long document is awaited before the next one starts. */
const MAX_PENDING_DOCUMENTS = 8;
const LONG_DOCUMENT_CHARACTERS = 256 * 1024;

interface PassageWriterOptions {
  readonly accountId: string;
  readonly signal: AbortSignal;
  /** Called when a document's passages are counted, and when a batch is indexed. */
  readonly onProgress: () => void;
  /** A rejection fails the batch that it precedes. */
  readonly beforeWrite: () => Promise<void>;
}

/** Chunks and indexes documents while the next ones are still being read. */
export class PassageWriter {
  readonly #target: IndexGeneration;
  readonly #indexing: Indexing;
  readonly #accountId: string;
  readonly #signal: AbortSignal;
  readonly #onProgress: () => void;
  readonly #beforeWrite: () => Promise<void>;
  readonly #batchSize: number;
  /** By hash, in order: duplicate passages of a source are indexed once. */
  readonly #passages = new Map<string, ManifestPassage>();
  #buffer: PreparedPassage[] = [];
  /** Order of arrival: each settles after the one before it. */
  readonly #pendingDocuments: Promise<void>[] = [];
  #lastChunking: Promise<void> = Promise.resolve();
  readonly #pendingBatches: Promise<void>[] = [];
  #documents = 0;
  #indexed = 0;

  constructor(target: IndexGeneration, indexing: Indexing, options: PassageWriterOptions) {
    const { accountId, signal, onProgress, beforeWrite } = options;
    this.#target = target;
    this.#accountId = accountId;
    this.#indexing = indexing;
    this.#signal = signal;
    this.#onProgress = onProgress;
    this.#beforeWrite = beforeWrite;
    this.#batchSize = batchSizeOf(indexing.embedder);
  }

  get documentCount(): number {
    return this.#documents;
  }

  /** Excludes documents that are still in chunking. */
  get passageCount(): number {
    return this.#passages.size;
  }

  get indexedCount(): number {
    return this.#indexed;
  }

  /** Applies backpressure when chunking or indexing falls behind. @throws an earlier document's error */
  async addDocument(document: ReadDocument): Promise<void> {
    if (this.#pendingDocuments.length === MAX_PENDING_DOCUMENTS) await this.#pendingDocuments.shift();
    this.#documents += 1;
    this.#lastChunking = this.#chunk(document, this.#lastChunking);
    // A failure is rethrown by `addDocument` or `finish`.
    this.#lastChunking.catch(() => {});
    this.#pendingDocuments.push(this.#lastChunking);
    if (contentLength(document, LONG_DOCUMENT_CHARACTERS) >= LONG_DOCUMENT_CHARACTERS) await this.#lastChunking;
  }

  /** Returns all passages in order, which are searchable then. */
  async finish(): Promise<readonly ManifestPassage[]> {
    await this.#lastChunking;
    if (this.#buffer.length > 0) await this.#indexBuffer();
    await Promise.all(this.#pendingBatches);
    await this.#indexing.searchIndex.refresh();
    return [...this.#passages.values()];
  }

  /** Resolves when no work is in flight, whether it succeeded or not. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.#lastChunking]);
    await Promise.allSettled(this.#pendingBatches);
  }

  /** Chunks at once unless the document is heavy, but adds its passages only after those of the document before. */
  async #chunk(document: ReadDocument, before: Promise<void>): Promise<void> {
    const { preparer } = this.#indexing;
    if (preparer.isHeavy(document)) await before;
    const batches = preparer.prepare(document, this.#accountId, this.#signal)[Symbol.asyncIterator]();
    const first = batches.next();
    // Prevents an unhandled rejection while the document before is awaited.
    first.catch(() => {});
    try {
      await before;
      for (let next = await first; next.done !== true; next = await batches.next()) {
        for (const passage of next.value) await this.#addPassage(passage);
      }
      this.#onProgress();
    } finally {
      await batches.return?.();
    }
  }

  async #addPassage(passage: PreparedPassage): Promise<void> {
    const { title, url, headings, text, hash } = passage;
    if (this.#passages.has(hash)) return;
    this.#passages.set(hash, { title, url, headings, text, hash });
    this.#buffer.push(passage);
    if (this.#buffer.length === this.#batchSize) await this.#indexBuffer();
  }

  async #indexBuffer(): Promise<void> {
    if (this.#pendingBatches.length === MAX_PENDING_BATCHES) await this.#pendingBatches.shift();
    const passages = this.#buffer;
    this.#buffer = [];
    const start = this.#passages.size - passages.length;
    const indexing = this.#index({ start, passages });
    // A failure is rethrown by `addDocument` or `finish`.
    indexing.catch(() => {});
    this.#pendingBatches.push(indexing);
  }

  async #index(batch: PassageBatch): Promise<void> {
    await this.#beforeWrite();
    await indexBatch(this.#target, batch, this.#indexing, this.#signal);
    this.#indexed += batch.passages.length;
    this.#onProgress();
  }
}
