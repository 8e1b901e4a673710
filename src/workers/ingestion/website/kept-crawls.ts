/**
 * Crawls as all nodes can see them: the steps of each run of a source, in parts. A part is a blob in the source's scope, found by a
 * small document. Losing them costs requests, never correctness.
 */
import { sourceScope } from '../../../domain/schema.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { CollectionDefinition, Documents, DocumentWrite } from '../../../ports/documents.ts';
import type { Position } from '../../../ports/event-log.ts';
import type { CrawlJournal } from './crawl-steps.ts';
import { EarlierPages } from './earlier-pages.ts';
import { type KeptPart, PartedJournal } from './parted-journal.ts';

/**
 * Grows whenever pages are read differently or steps are written differently: what an older release kept is then not used.
 */
const FORMAT = 1;

const crawlParts: CollectionDefinition = {
  name: 'crawl_parts',
  version: 1,
  indexes: [['sourceId', 'number'], ['chatbotId']],
};

type PartDocument = {
  readonly chatbotId: string;
  readonly sourceId: string;
  readonly generation: number;
  readonly format: number;
} & KeptPart;

/** A run of a source, and the position of the event that asked for it. */
export interface CrawlRun {
  readonly chatbotId: string;
  readonly sourceId: string;
  readonly generation: number;
  readonly position: Position;
}

const PAGE = 500;

export class KeptCrawls {
  readonly #documents: Documents;
  readonly #blobs: Blobs;
  #prepared: Promise<void> | null = null;

  constructor(stores: { readonly documents: Documents; readonly blobs: Blobs }) {
    this.#documents = stores.documents;
    this.#blobs = stores.blobs;
  }

  /** What the run did before it was cut off, and where it goes on writing. */
  async journalOf(run: CrawlRun): Promise<CrawlJournal> {
    const parts = (await this.#partsOf(run)).filter((part) => part.generation === run.generation);
    const scope = sourceScope(run.chatbotId, run.sourceId);
    const usable = parts.filter(({ format }) => format === FORMAT);
    return new PartedJournal(String(run.generation), usable, {
      read: (hash) => this.#blobs.get(scope, hash),
      write: async (part, bytes) => {
        const { hash } = await this.#blobs.put(scope, bytes);
        await this.#write([{ kind: 'put', id: idOf(run, part.number), ...this.#placed(run, { ...part, hash }) }]);
      },
    });
  }

  /** The site as the last run before this one read it; of a source that has never been read, nothing. */
  async earlierPages(run: CrawlRun): Promise<EarlierPages> {
    const parts = (await this.#partsOf(run)).filter((part) => part.generation < run.generation);
    const newest = Math.max(0, ...parts.map(({ generation }) => generation));
    const scope = sourceScope(run.chatbotId, run.sourceId);
    const usable = parts.filter(({ generation, format }) => generation === newest && format === FORMAT);
    return EarlierPages.open(usable, (hash) => this.#blobs.get(scope, hash));
  }

  /** The run succeeded: the next one compares with it, and nobody with those before. */
  async forgetBefore(run: CrawlRun): Promise<void> {
    await this.#remove(run, (generation) => generation < run.generation);
  }

  /** The run came to nothing. */
  async forgetRun(run: CrawlRun): Promise<void> {
    await this.#remove(run, (generation) => generation === run.generation);
  }

  /** The bytes are removed with the scope of the source. @param position of the event that deletes it */
  async forgetSource(sourceId: string, position: Position): Promise<void> {
    await this.#ready();
    await this.#write([{ kind: 'deleteWhere', where: { sourceId }, position }]);
  }

  /** The bytes are removed with the scope of the chatbot. @param position of the event that deletes it */
  async forgetChatbot(chatbotId: string, position: Position): Promise<void> {
    await this.#ready();
    await this.#write([{ kind: 'deleteWhere', where: { chatbotId }, position }]);
  }

  async #remove(run: CrawlRun, isOver: (generation: number) => boolean): Promise<void> {
    const parts = (await this.#partsOf(run)).filter(({ generation }) => isOver(generation));
    const scope = sourceScope(run.chatbotId, run.sourceId);
    const { position } = run;
    // Bytes last: a crash in between leaves what goes with the source, never a part without its bytes.
    await this.#write(
      parts.map(({ generation, number }) => ({ kind: 'delete', id: idOf({ ...run, generation }, number), position })),
    );
    for (const { hash } of parts) await this.#blobs.remove(scope, hash);
  }

  /** In the order of their numbers. */
  async #partsOf({ sourceId }: CrawlRun): Promise<readonly PartDocument[]> {
    await this.#ready();
    const parts: PartDocument[] = [];
    const orderBy = { field: 'number', direction: 'asc' } as const;
    const where = { sourceId };
    for (let after: { value: number; id: string } | null = null; ; ) {
      const found: readonly { id: string; document: PartDocument }[] = await this.#documents.find<PartDocument>(
        crawlParts,
        { where, orderBy, limit: PAGE, ...(after === null ? {} : { after }) },
      );
      parts.push(...found.map(({ document }) => document));
      const last = found.at(-1);
      if (last === undefined || found.length < PAGE) return parts;
      after = { value: last.document.number, id: last.id };
    }
  }

  #placed(run: CrawlRun, part: KeptPart): { document: PartDocument; position: Position } {
    const { chatbotId, sourceId, generation, position } = run;
    return { document: { chatbotId, sourceId, generation, format: FORMAT, ...part }, position };
  }

  async #write(writes: readonly DocumentWrite[]): Promise<void> {
    if (writes.length > 0) await this.#documents.write([{ collection: crawlParts, writes }], []);
  }

  #ready(): Promise<void> {
    this.#prepared ??= this.#documents.prepare(crawlParts).catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }
}

const idOf = ({ sourceId, generation }: Pick<CrawlRun, 'sourceId' | 'generation'>, number: number) =>
  `${sourceId}.${generation}.${number}`;
