/**
 * Crawl journals that all nodes share. A segment is a blob in the source's scope and a small document that names it. Losing one costs
 * requests, never correctness.
 */
import { sourceScope } from '../../../domain/blob-scopes.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { CollectionDefinition, Documents, DocumentWrite } from '../../../ports/documents.ts';
import type { Position } from '../../../ports/event-log.ts';
import type { SourceRun } from '../../../projections/data-sources/source-run.ts';
import { READING_VERSION } from '../../../reading/html/reading-version.ts';
import type { CrawlJournal } from './crawl-steps.ts';
import { PageCache } from './page-cache.ts';
import { countValidSteps, type JournalSegment, SegmentedJournal } from './segmented-journal.ts';

/** Raise when steps are encoded differently. */
const STEP_VERSION = 1;
const MAX_READING_VERSIONS = 10_000;

export const CRAWL_SEGMENTS: CollectionDefinition = {
  name: 'crawl_parts',
  version: 1,
  indexes: [['sourceId', 'number'], ['chatbotId']],
};

type SegmentDocument = {
  readonly chatbotId: string;
  readonly sourceId: string;
  readonly generation: number;
  readonly format: number;
} & JournalSegment;

const PAGE_SIZE = 500;

export class CrawlJournals {
  readonly #documents: Documents;
  readonly #blobs: Blobs;
  /** Segments of other versions are ignored, so that pages are fetched and read anew once reading has changed. */
  readonly #format: number;
  #prepared: Promise<unknown> | null = null;

  constructor(stores: { readonly documents: Documents; readonly blobs: Blobs }, readingVersion = READING_VERSION) {
    this.#format = STEP_VERSION * MAX_READING_VERSIONS + readingVersion;
    this.#documents = stores.documents;
    this.#blobs = stores.blobs;
  }

  async openJournal(run: SourceRun): Promise<CrawlJournal> {
    const scope = sourceScope(run.chatbotId, run.sourceId);
    const usable = await this.#findUsableSegments(run);
    return new SegmentedJournal(String(run.generation), usable, {
      read: (hash) => this.#blobs.get(scope, hash),
      write: async (segment, bytes) => {
        const { hash } = await this.#blobs.put(scope, bytes);
        await this.#write([
          { kind: 'put', id: segmentId(run, segment.number), ...this.#toDocument(run, { ...segment, hash }) },
        ]);
      },
    });
  }

  async countSteps(run: SourceRun): Promise<number> {
    return countValidSteps(await this.#findUsableSegments(run));
  }

  /** The site as the previous run read it. */
  async openPageCache(run: SourceRun): Promise<PageCache> {
    const segments = (await this.#findSegments(run)).filter((segment) => segment.generation < run.generation);
    const newest = segments.reduce((most, { generation }) => Math.max(most, generation), 0);
    const scope = sourceScope(run.chatbotId, run.sourceId);
    const usable = segments.filter(({ generation, format }) => generation === newest && format === this.#format);
    return PageCache.open(usable, (hash) => this.#blobs.get(scope, hash));
  }

  /** Called for a run that succeeded: the next run compares with this one. */
  async deleteRunsBefore(run: SourceRun): Promise<void> {
    await this.#remove(run, (generation) => generation < run.generation);
  }

  /** Called for a run that failed or was superseded. */
  async deleteRun(run: SourceRun): Promise<void> {
    await this.#remove(run, (generation) => generation === run.generation);
  }

  /** The blobs go with the source's scope. @param position of the deleting event */
  async deleteSource(sourceId: string, position: Position): Promise<void> {
    await this.#prepare();
    await this.#write([{ kind: 'deleteWhere', where: { sourceId }, position }]);
  }

  /** The blobs go with the chatbot's scope. @param position of the deleting event */
  async deleteChatbot(chatbotId: string, position: Position): Promise<void> {
    await this.#prepare();
    await this.#write([{ kind: 'deleteWhere', where: { chatbotId }, position }]);
  }

  async #remove(run: SourceRun, isDeleted: (generation: number) => boolean): Promise<void> {
    const segments = (await this.#findSegments(run)).filter(({ generation }) => isDeleted(generation));
    const scope = sourceScope(run.chatbotId, run.sourceId);
    const { position } = run;
    // Documents before blobs: a crash in between leaves an unreferenced blob, never a segment without one.
    await this.#write(
      segments.map(({ generation, number }) => ({
        kind: 'delete',
        id: segmentId({ ...run, generation }, number),
        position,
      })),
    );
    for (const { hash } of segments) await this.#blobs.delete(scope, hash);
  }

  async #findUsableSegments(run: SourceRun): Promise<readonly SegmentDocument[]> {
    const segments = await this.#findSegments(run);
    return segments.filter(({ generation, format }) => generation === run.generation && format === this.#format);
  }

  async #findSegments({ sourceId }: SourceRun): Promise<readonly SegmentDocument[]> {
    await this.#prepare();
    const segments: SegmentDocument[] = [];
    const orderBy = { field: 'number', direction: 'asc' } as const;
    const where = { sourceId };
    for (let after: { value: number; id: string } | null = null; ; ) {
      const found: readonly { id: string; document: SegmentDocument }[] = await this.#documents.find<SegmentDocument>(
        CRAWL_SEGMENTS,
        { where, orderBy, limit: PAGE_SIZE, ...(after === null ? {} : { after }) },
      );
      for (const { document } of found) segments.push(document);
      const last = found.at(-1);
      if (last === undefined || found.length < PAGE_SIZE) return segments;
      after = { value: last.document.number, id: last.id };
    }
  }

  #toDocument(run: SourceRun, segment: JournalSegment): { document: SegmentDocument; position: Position } {
    const { chatbotId, sourceId, generation, position } = run;
    return { document: { chatbotId, sourceId, generation, format: this.#format, ...segment }, position };
  }

  async #write(writes: readonly DocumentWrite[]): Promise<void> {
    if (writes.length > 0) await this.#documents.write([{ collection: CRAWL_SEGMENTS, writes }], []);
  }

  #prepare(): Promise<unknown> {
    this.#prepared ??= this.#documents.ensureCollection(CRAWL_SEGMENTS).catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }
}

const segmentId = ({ sourceId, generation }: Pick<SourceRun, 'sourceId' | 'generation'>, number: number) =>
  `${sourceId}.${generation}.${number}`;
