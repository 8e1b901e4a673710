/**
 * All skipped URLs of a run, in pages of small documents. The event holds the first ones, so losing the pages loses the rest of
 * the list until the next run.
 */
import type { SkippedUrl } from '../../domain/data-source/events.ts';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { CollectionDefinition, Documents, DocumentWrite } from '../../ports/documents.ts';
import type { Position } from '../../ports/event-log.ts';
import type { SourceRun } from './source-run.ts';

export const SKIPPED_URLS: CollectionDefinition = {
  name: 'skipped_urls',
  version: 1,
  indexes: [['sourceId', 'generation', 'end'], ['sourceId', 'generation'], ['chatbotId']],
};

type PageDocument = {
  readonly chatbotId: string;
  readonly sourceId: string;
  readonly generation: number;
  /** Index after its last URL in the whole list. */
  readonly end: number;
  readonly urls: readonly SkippedUrl[];
};

export interface SkippedUrlPage {
  readonly skippedUrls: readonly SkippedUrl[];
  /** `null` on the last page. */
  readonly nextAfter: string | null;
}

const MAX_PAGE_CHARACTERS = 48 * 1024;
/** Read or written at once. */
const BATCH = 8;
/** Sorts after every id, so that paging skips all documents with the same `end`. */
const LAST_ID = '~';

export class SkippedUrls {
  readonly #documents: Documents;
  #prepared: Promise<void> | null = null;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Idempotent: another attempt at the run writes the same pages. */
  async save(run: SourceRun, urls: readonly SkippedUrl[]): Promise<void> {
    const { chatbotId, sourceId, generation, position } = run;
    const budget = new EventLoopBudget();
    let writes: DocumentWrite[] = [];
    let number = 0;
    for (const { end, page } of pagesOf(urls)) {
      const document: PageDocument = { chatbotId, sourceId, generation, end, urls: page.map((each) => ({ ...each })) };
      writes.push({ kind: 'put', id: `${sourceId}.${generation}.${number}`, document, position });
      number += 1;
      if (writes.length === BATCH) {
        await this.#write(writes);
        writes = [];
      }
      await budget.yieldIfUsedUp();
    }
    await this.#write(writes);
  }

  /** From index `after` on; null when no pages of the run are stored. */
  async page(
    { sourceId, generation }: Pick<SourceRun, 'sourceId' | 'generation'>,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<SkippedUrlPage | null> {
    await this.#ready();
    const where = { sourceId, generation };
    const orderBy = { field: 'end', direction: 'asc' } as const;
    const skippedUrls: SkippedUrl[] = [];
    let place = after;
    // One more than requested tells whether there are more.
    while (skippedUrls.length <= limit) {
      const from = { value: place, id: LAST_ID };
      const found = await this.#documents.find<PageDocument>(SKIPPED_URLS, {
        where,
        orderBy,
        after: from,
        limit: BATCH,
      });
      for (const { document } of found) {
        const { end, urls } = document;
        for (const url of urls.slice(Math.max(0, place - (end - urls.length)))) skippedUrls.push(url);
        place = end;
      }
      if (found.length < BATCH) break;
    }
    if (skippedUrls.length === 0 && !(await this.#isStored(where))) return null;
    return pageOf(skippedUrls, after, limit);
  }

  /** For a run that has reported. */
  async deleteRunsBefore({ sourceId, generation, position }: SourceRun): Promise<void> {
    await this.#ready();
    const orderBy = { field: 'generation', direction: 'asc' } as const;
    for (;;) {
      const found = await this.#documents.find<PageDocument>(SKIPPED_URLS, {
        where: { sourceId },
        orderBy,
        limit: BATCH,
      });
      const old = found.filter(({ document }) => document.generation < generation);
      await this.#write(old.map(({ id }) => ({ kind: 'delete', id, position })));
      if (old.length < BATCH) return;
    }
  }

  /** For a run that was discarded. */
  async deleteRun({ sourceId, generation, position }: SourceRun): Promise<void> {
    await this.#write([{ kind: 'deleteWhere', where: { sourceId, generation }, position }]);
  }

  /** @param position of the event that deletes it */
  async deleteSource(sourceId: string, position: Position): Promise<void> {
    await this.#write([{ kind: 'deleteWhere', where: { sourceId }, position }]);
  }

  /** @param position of the event that deletes it */
  async deleteChatbot(chatbotId: string, position: Position): Promise<void> {
    await this.#write([{ kind: 'deleteWhere', where: { chatbotId }, position }]);
  }

  async #isStored(where: { readonly sourceId: string; readonly generation: number }): Promise<boolean> {
    return (await this.#documents.find(SKIPPED_URLS, { where, limit: 1 })).length > 0;
  }

  async #write(writes: readonly DocumentWrite[]): Promise<void> {
    if (writes.length === 0) return;
    await this.#ready();
    await this.#documents.write([{ collection: SKIPPED_URLS, writes }], []);
  }

  #ready(): Promise<void> {
    this.#prepared ??= this.#documents.ensureCollection(SKIPPED_URLS).catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }
}

/** `nextAfter` is the index where the next page begins. */
export function pageOf(following: readonly SkippedUrl[], after: number, limit: number): SkippedUrlPage {
  const nextAfter = following.length > limit ? String(after + limit) : null;
  return { skippedUrls: following.slice(0, limit), nextAfter };
}

function* pagesOf(urls: readonly SkippedUrl[]): Generator<{ readonly end: number; readonly page: SkippedUrl[] }> {
  let page: SkippedUrl[] = [];
  let characters = 0;
  for (const [place, { url, reason }] of urls.entries()) {
    const size = JSON.stringify(url).length + JSON.stringify(reason).length + 20;
    if (page.length > 0 && characters + size > MAX_PAGE_CHARACTERS) {
      yield { end: place, page };
      page = [];
      characters = 0;
    }
    page.push({ url, reason });
    characters += size;
  }
  if (page.length > 0) yield { end: urls.length, page };
}
