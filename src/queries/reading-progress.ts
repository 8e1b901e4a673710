/**
 * How far the runs that are under way have come, as all nodes can see it. Written now and then by whoever reads a source; it is no
 * fact, and when it is lost nothing but a number on the way is.
 */
import type { CrawlCounts } from '../domain/data-source/events.ts';
import type { CollectionDefinition, Documents, DocumentWrite } from '../ports/documents.ts';
import type { Position } from '../ports/event-log.ts';

const collection: CollectionDefinition = { name: 'reading_progress', version: 1, indexes: [['chatbotId']] };

export type SourceProgress = {
  readonly chatbotId: string;
  readonly pageCount: number;
  readonly chunkCount: number;
  /** Null where the source is no website. */
  readonly crawl: CrawlCounts | null;
};

export class ReadingProgress {
  readonly #documents: Documents;
  #prepared: Promise<void> | null = null;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** By source, of those that anything is known of. */
  async of(sourceIds: readonly string[]): Promise<ReadonlyMap<string, SourceProgress>> {
    if (sourceIds.length === 0) return new Map();
    await this.#ready();
    const found = await this.#documents.getMany<SourceProgress>(collection, sourceIds);
    return new Map(found.map(({ id, document }) => [id, document]));
  }

  /** @param position of the event that asked for the run, as in all that follows it */
  async note(sourceId: string, document: SourceProgress, position: Position): Promise<void> {
    await this.#write({ kind: 'put', id: sourceId, document, position });
  }

  /** The run is over. */
  async forget(sourceId: string, position: Position): Promise<void> {
    await this.#write({ kind: 'delete', id: sourceId, position });
  }

  async forgetChatbot(chatbotId: string, position: Position): Promise<void> {
    await this.#write({ kind: 'deleteWhere', where: { chatbotId }, position });
  }

  async #write(write: DocumentWrite): Promise<void> {
    await this.#ready();
    await this.#documents.write([{ collection, writes: [write] }], []);
  }

  #ready(): Promise<void> {
    this.#prepared ??= this.#documents.prepare(collection).catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }
}
