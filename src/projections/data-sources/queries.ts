import type { SiteType, SourceType } from '../../domain/data-source/events.ts';
import type { ReadableDocuments, Where } from '../../ports/documents.ts';
import { findAll } from '../each-document.ts';
import { type DataSourceDocument, dataSources } from './projection.ts';
import type { ReadingProgress } from './reading-progress.ts';
import type { SearchedList } from './searched-list.ts';
import { type SkippedUrlPage, type SkippedUrls, skippedUrlPage } from './skipped-urls.ts';

export type SourceStatus = DataSourceDocument['status'];
const STATUSES: readonly SourceStatus[] = ['pending', 'processing', 'done', 'error'];

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
  /** Present only while the status is `error`. */
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

/** `null` until a run has succeeded. */
export interface ActiveContent {
  /** Blob of its passages, in the source's scope. */
  readonly manifestHash: string | null;
  /** When the run that read it was completed. */
  readonly readAt: string | null;
}

export interface SourceTotals {
  readonly pageCount: number;
  readonly chunkCount: number;
  readonly byStatus: Record<SourceStatus, number>;
}

/** The caller checks the chatbot's owner. */
export class DataSourceQueries {
  readonly #documents: ReadableDocuments;
  readonly #progress: Pick<ReadingProgress, 'bySource'>;
  readonly #skippedUrls: Pick<SkippedUrls, 'page'>;

  constructor(
    documents: ReadableDocuments,
    progress: Pick<ReadingProgress, 'bySource'>,
    skippedUrls: Pick<SkippedUrls, 'page'>,
  ) {
    this.#documents = documents;
    this.#progress = progress;
    this.#skippedUrls = skippedUrls;
  }

  /** Ordered by creation. */
  async list(chatbotId: string): Promise<DataSource[]> {
    return (await this.#withProgress(await this.#ofChatbot(chatbotId))).map(dataSourceView);
  }

  /** Returns null also for a source of another chatbot. */
  async find(chatbotId: string, sourceId: string): Promise<DataSource | null> {
    const source = await this.#documents.get<DataSourceDocument>(dataSources.collection, sourceId);
    if (source?.chatbotId !== chatbotId) return null;
    const [withProgress = source] = await this.#withProgress([source]);
    return dataSourceView(withProgress);
  }

  /** URLs of the newest run that has reported. Returns null also for a source of another chatbot. */
  async skippedUrls(chatbotId: string, sourceId: string, list: SearchedList): Promise<SkippedUrlPage | null> {
    const source = await this.#documents.get<DataSourceDocument>(dataSources.collection, sourceId);
    if (source?.chatbotId !== chatbotId) return null;
    const { reportedRun: generation, skippedUrls } = source;
    const stored = generation === null ? null : await this.#skippedUrls.page({ sourceId, generation }, list);
    // A short list is stored in the source itself.
    return stored ?? skippedUrlPage(skippedUrls, list);
  }

  /** The content that answers use. Returns null also for a source of another chatbot. */
  async activeContent(chatbotId: string, sourceId: string): Promise<ActiveContent | null> {
    const source = await this.#documents.get<DataSourceDocument>(dataSources.collection, sourceId);
    if (source?.chatbotId !== chatbotId) return null;
    return { manifestHash: source.manifestHash, readAt: source.readAt };
  }

  /** Over all chatbots. */
  async countByStatus(): Promise<Record<SourceStatus, number>> {
    const counts = STATUSES.map(async (status) => {
      return [status, await this.#documents.count(dataSources.collection, { status })] as const;
    });
    return Object.fromEntries(await Promise.all(counts)) as Record<SourceStatus, number>;
  }

  async count(chatbotId: string): Promise<number> {
    return this.#documents.count(dataSources.collection, { chatbotId });
  }

  async ids(chatbotId: string): Promise<readonly string[]> {
    return (await this.#ofChatbot(chatbotId)).map(({ id }) => id);
  }

  /** Websites and videos: their content can change by itself. */
  async refreshableIds(chatbotId: string): Promise<readonly string[]> {
    const sources = await this.#ofChatbot(chatbotId);
    return sources.filter(({ type }) => type === 'url' || type === 'youtube').map(({ id }) => id);
  }

  /** The generations that a search sees. Costs one range of an index and no document, since every question needs them. */
  async activeGenerations(chatbotId: string): Promise<readonly string[]> {
    const generations = { field: 'activeGeneration', from: '' };
    return [...(await this.#documents.countByValue(dataSources.collection, { chatbotId }, generations)).keys()];
  }

  async totals(chatbotId: string): Promise<SourceTotals> {
    return totalsOf(await this.#withProgress(await this.#ofChatbot(chatbotId)));
  }

  /** Totals by chatbot of an account. Chatbots without sources are left out. */
  async totalsByChatbot(ownerId: string): Promise<ReadonlyMap<string, SourceTotals>> {
    const sources = await this.#withProgress(await this.#find({ ownerId }));
    const byChatbot = Map.groupBy(sources, ({ chatbotId }) => chatbotId);
    return new Map([...byChatbot].map(([chatbotId, some]) => [chatbotId, totalsOf(some)]));
  }

  /** Adds the progress of active runs. While an earlier generation is active, its page and chunk counts stay. */
  async #withProgress(sources: readonly DataSourceDocument[]): Promise<readonly DataSourceDocument[]> {
    const running = sources.filter(({ status }) => status === 'processing').map(({ id }) => id);
    if (running.length === 0) return sources;
    const progress = await this.#progress.bySource(running);
    return sources.map((source) => {
      const found = source.status === 'processing' ? progress.get(source.id) : undefined;
      if (found === undefined) return source;
      const { pageCount, chunkCount } = source.activeGeneration === null ? found : source;
      return { ...source, pageCount, chunkCount, crawl: found.crawl ?? source.crawl };
    });
  }

  #ofChatbot(chatbotId: string): Promise<readonly DataSourceDocument[]> {
    return this.#find({ chatbotId });
  }

  #find(where: Where): Promise<readonly DataSourceDocument[]> {
    return findAll<DataSourceDocument>(this.#documents, dataSources.collection, {
      where,
      orderBy: { field: 'createdAt', direction: 'asc' },
    });
  }
}

export const NO_SOURCES: SourceTotals = totalsOf([]);

function totalsOf(sources: readonly DataSourceDocument[]): SourceTotals {
  const byStatus = { pending: 0, processing: 0, done: 0, error: 0 };
  let pageCount = 0;
  let chunkCount = 0;
  for (const source of sources) {
    byStatus[source.status] += 1;
    pageCount += source.pageCount;
    chunkCount += source.chunkCount;
  }
  return { pageCount, chunkCount, byStatus };
}

function dataSourceView(source: DataSourceDocument): DataSource {
  const { id, chatbotId, type, sourceUrl, title, isRecursive, fileName } = source;
  const { status, pageCount, chunkCount, errorMessage, sitemapUrl, sparseContent, createdAt, updatedAt } = source;
  const crawl = source.crawl ?? { attempted: 0, succeeded: 0, failed: 0, skipped: 0 };
  return {
    id,
    chatbotId,
    type,
    sourceUrl,
    title,
    isRecursive,
    fileName,
    status,
    pageCount,
    chunkCount,
    ...(status === 'error' ? { errorMessage: errorMessage ?? '' } : {}),
    // An unread website may be of any type; other sources are no site.
    siteType: source.siteType ?? (type === 'url' ? 'unknown' : null),
    sitemapUrl,
    sparseContent,
    crawlSummary: { ...crawl, skippedUrls: [...source.skippedUrls] },
    createdAt,
    updatedAt,
  };
}
