/**
 * Progress of active ingestion runs, which workers write from time to time for all nodes. It is no fact: losing it affects only
 * the displayed counts.
 */
import type { CrawlCounts } from '../../domain/data-source/events.ts';
import type { CollectionDefinition, Documents, DocumentWrite } from '../../ports/documents.ts';
import type { Position } from '../../ports/event-log.ts';

const collection: CollectionDefinition = { name: 'reading_progress', version: 1, indexes: [['chatbotId']] };

export type SourceProgress = {
  readonly chatbotId: string;
  readonly pageCount: number;
  readonly chunkCount: number;
  /** Passages that were embedded and indexed. Absent in progress written by earlier releases. */
  readonly indexedCount?: number;
  /** `null` unless the source is a website. */
  readonly crawl: CrawlCounts | null;
};

export class ReadingProgress {
  readonly #documents: Documents;
  #prepared: Promise<unknown> | null = null;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  async bySource(sourceIds: readonly string[]): Promise<ReadonlyMap<string, SourceProgress>> {
    if (sourceIds.length === 0) return new Map();
    await this.#ready();
    const found = await this.#documents.getMany<SourceProgress>(collection, sourceIds);
    return new Map(found.map(({ id, document }) => [id, document]));
  }

  /** @param position of the event that requested the run */
  async save(sourceId: string, document: SourceProgress, position: Position): Promise<void> {
    await this.#write({ kind: 'put', id: sourceId, document, position });
  }

  async delete(sourceId: string, position: Position): Promise<void> {
    await this.#write({ kind: 'delete', id: sourceId, position });
  }

  async deleteChatbot(chatbotId: string, position: Position): Promise<void> {
    await this.#write({ kind: 'deleteWhere', where: { chatbotId }, position });
  }

  async #write(write: DocumentWrite): Promise<void> {
    await this.#ready();
    await this.#documents.write([{ collection, writes: [write] }], []);
  }

  #ready(): Promise<unknown> {
    this.#prepared ??= this.#documents.ensureCollection(collection).catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }
}
