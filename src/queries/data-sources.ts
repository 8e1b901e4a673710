import type { SiteType, SourceType } from '../domain/data-source/events.ts';
import type { Documents } from '../ports/documents.ts';
import { type DataSourceDocument, dataSources } from '../projections/data-sources.ts';
import { findAll } from './find-all.ts';
import type { ReadingProgress } from './reading-progress.ts';

type SourceStatus = DataSourceDocument['status'];

/** A data source as its owner sees it. */
export type DataSource = {
  id: string;
  chatbotId: string;
  type: SourceType;
  sourceUrl: string | null;
  title: string | null;
  isRecursive: boolean;
  fileName: string | null;
  status: SourceStatus;
  pageCount: number;
  chunkCount: number;
  /** Only while the status is `error`. */
  errorMessage?: string;
  siteType: SiteType | null;
  sitemapUrl: string | null;
  sparseContent: boolean;
  crawlSummary: {
    attempted: number;
    succeeded: number;
    failed: number;
    skipped: number;
    skippedUrls: { url: string; reason: string }[];
  };
  createdAt: string;
  updatedAt: string;
};

/** What a chatbot's sources amount to. */
export interface SourceTotals {
  readonly pageCount: number;
  readonly chunkCount: number;
  readonly byStatus: Record<SourceStatus, number>;
}

/** The chatbot's owner is the caller's to check. */
export class DataSourceQueries {
  readonly #documents: Documents;
  readonly #progress: ReadingProgress;

  constructor(documents: Documents, progress: ReadingProgress) {
    this.#documents = documents;
    this.#progress = progress;
  }

  /** In the order they were added. */
  async list(chatbotId: string): Promise<DataSource[]> {
    return (await this.#soFar(await this.#ofChatbot(chatbotId))).map(view);
  }

  /** Null also for a source of another chatbot. */
  async find(chatbotId: string, sourceId: string): Promise<DataSource | null> {
    const source = await this.#documents.get<DataSourceDocument>(dataSources.collection, sourceId);
    if (source?.chatbotId !== chatbotId) return null;
    const [soFar = source] = await this.#soFar([source]);
    return view(soFar);
  }

  async ids(chatbotId: string): Promise<readonly string[]> {
    return (await this.#ofChatbot(chatbotId)).map(({ id }) => id);
  }

  /** Of those that can change by themselves: websites and videos. */
  async refreshableIds(chatbotId: string): Promise<readonly string[]> {
    const sources = await this.#ofChatbot(chatbotId);
    return sources.filter(({ type }) => type === 'url' || type === 'youtube').map(({ id }) => id);
  }

  /** The runs whose content answers rest on, as the search index names them. */
  async activeGenerations(chatbotId: string): Promise<readonly string[]> {
    return (await this.#ofChatbot(chatbotId)).flatMap(({ activeGeneration }) => activeGeneration ?? []);
  }

  async totals(chatbotId: string): Promise<SourceTotals> {
    const byStatus = { pending: 0, processing: 0, done: 0, error: 0 };
    let pageCount = 0;
    let chunkCount = 0;
    for (const source of await this.#soFar(await this.#ofChatbot(chatbotId))) {
      byStatus[source.status] += 1;
      pageCount += source.pageCount;
      chunkCount += source.chunkCount;
    }
    return { pageCount, chunkCount, byStatus };
  }

  /**
   * With the counts of the runs under way. While the content of an earlier run still answers, the counts of pages and chunks are that
   * content's.
   */
  async #soFar(sources: readonly DataSourceDocument[]): Promise<readonly DataSourceDocument[]> {
    const running = sources.filter(({ status }) => status === 'processing').map(({ id }) => id);
    if (running.length === 0) return sources;
    const progress = await this.#progress.of(running);
    return sources.map((source) => {
      const found = source.status === 'processing' ? progress.get(source.id) : undefined;
      if (found === undefined) return source;
      const { pageCount, chunkCount } = source.activeGeneration === null ? found : source;
      return { ...source, pageCount, chunkCount, crawl: found.crawl ?? source.crawl };
    });
  }

  #ofChatbot(chatbotId: string): Promise<readonly DataSourceDocument[]> {
    return findAll<DataSourceDocument>(this.#documents, dataSources.collection, {
      where: { chatbotId },
      orderBy: { field: 'createdAt', direction: 'asc' },
    });
  }
}

function view(source: DataSourceDocument): DataSource {
  const { id, chatbotId, type, sourceUrl, title, isRecursive, fileName } = source;
  const { status, pageCount, chunkCount, errorMessage, sitemapUrl, sparseContent, createdAt, updatedAt } = source;
  const crawl = source.crawl ?? { attempted: 0, succeeded: 0, failed: 0, skipped: 0 };
  return {
    ...{ id, chatbotId, type, sourceUrl, title, isRecursive, fileName, status, pageCount, chunkCount },
    ...(status === 'error' ? { errorMessage: errorMessage ?? '' } : {}),
    // A website of which nothing has been read could be of any kind; other sources are no site at all.
    siteType: source.siteType ?? (type === 'url' ? 'unknown' : null),
    ...{ sitemapUrl, sparseContent },
    crawlSummary: { ...crawl, skippedUrls: [...source.skippedUrls] },
    ...{ createdAt, updatedAt },
  };
}
