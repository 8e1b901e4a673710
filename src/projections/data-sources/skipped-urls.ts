/**
 * All skipped URLs of a run, in pages of small documents. The event holds the first ones; losing the pages loses the others
 * until the next run.
 */
import type { SkippedUrl } from '../../domain/data-source/events.ts';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { CollectionDefinition, Documents, DocumentWrite } from '../../ports/documents.ts';
import type { Position } from '../../ports/event-log.ts';
import { addressTexts, type SearchedList, SearchedPage } from './searched-list.ts';
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
  #prepared: Promise<unknown> | null = null;

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

  /** Returns null when no pages of the run are stored. */
  async page(
    { sourceId, generation }: Pick<SourceRun, 'sourceId' | 'generation'>,
    list: SearchedList,
  ): Promise<SkippedUrlPage | null> {
    await this.#ready();
    const where = { sourceId, generation };
    const orderBy = { field: 'end', direction: 'asc' } as const;
    const budget = new EventLoopBudget();
    const page = new SearchedPage<SkippedUrl>(list);
    for (let place = list.after; !page.isComplete; ) {
      const from = { value: place, id: LAST_ID };
      const found = await this.#documents.find<PageDocument>(SKIPPED_URLS, {
        where,
        orderBy,
        after: from,
        limit: BATCH,
      });
      for (const { document } of found) {
        const { end, urls } = document;
        offerAll(urls, end - urls.length, page);
        place = end;
        if (budget.isUsedUp) await budget.yieldNow();
      }
      if (found.length < BATCH) break;
    }
    if (page.entries.length === 0 && !(await this.#isStored(where))) return null;
    return { skippedUrls: page.entries, nextAfter: page.nextAfter };
  }

  /** Called for a run that has reported. */
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

  /** Called for a run that was discarded. */
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

  #ready(): Promise<unknown> {
    this.#prepared ??= this.#documents.ensureCollection(SKIPPED_URLS).catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }
}

/** The page of a list that is not stored in documents. */
export function skippedUrlPage(urls: readonly SkippedUrl[], list: SearchedList): SkippedUrlPage {
  const page = new SearchedPage<SkippedUrl>(list);
  offerAll(urls, 0, page);
  return { skippedUrls: page.entries, nextAfter: page.nextAfter };
}

/** @param before number of URLs before them in the whole list */
function offerAll(urls: readonly SkippedUrl[], before: number, page: SearchedPage<SkippedUrl>): void {
  for (const [index, skipped] of urls.entries()) {
    page.offer(skipped, before + index + 1, ...addressTexts(skipped.url));
  }
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
