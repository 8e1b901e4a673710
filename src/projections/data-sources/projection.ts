import {
  type CrawlCounts,
  type SiteType,
  type SkippedUrl,
  type SourceType,
  searchGeneration,
} from '../../domain/data-source/events.ts';
import { isoTime } from '../../lib/iso-time.ts';
import {
  CHATBOT_ENDS,
  type ChatbotEnd,
  defineProjection,
  endsChatbot,
  type RecordedOf,
  reading,
} from '../projection.ts';

export type DataSourceDocument = {
  readonly id: string;
  readonly chatbotId: string;
  readonly ownerId: string;
  readonly type: SourceType;
  readonly sourceUrl: string | null;
  readonly title: string | null;
  readonly isRecursive: boolean;
  readonly fileName: string | null;
  readonly contentHash: string | null;
  readonly contentType: string | null;
  readonly status: 'pending' | 'processing' | 'done' | 'error';
  readonly errorMessage: string | null;
  readonly pageCount: number;
  readonly chunkCount: number;
  readonly siteType: SiteType | null;
  readonly sitemapUrl: string | null;
  readonly sparseContent: boolean;
  readonly crawl: CrawlCounts | null;
  readonly skippedUrls: readonly SkippedUrl[];
  /** Newest run that has reported; `crawl` and `skippedUrls` belong to it. */
  readonly reportedRun: number | null;
  /** `null` until a run has succeeded. */
  readonly activeGeneration: string | null;
  /** Blob of that run's passages, in the source's scope. */
  readonly manifestHash: string | null;
  /** When that run was completed. */
  readonly readAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

type SourceEventType =
  | 'DataSourceAdded'
  | 'IngestionRequested'
  | 'IngestionStarted'
  | 'IngestionCompleted'
  | 'IngestionFailed'
  | 'DataSourceDeleted'
  | ChatbotEnd;

export const dataSources = defineProjection<DataSourceDocument, SourceEventType>({
  collection: {
    name: 'data_sources',
    version: 6,
    indexes: [['chatbotId', 'createdAt'], ['chatbotId', 'activeGeneration'], ['ownerId', 'createdAt'], ['status']],
  },
  handles: [
    'DataSourceAdded',
    'IngestionRequested',
    'IngestionStarted',
    'IngestionCompleted',
    'IngestionFailed',
    'DataSourceDeleted',
    ...CHATBOT_ENDS,
  ],
  touches: ({ event }) => (endsChatbot(event) ? [] : reading(event.data.sourceId)),
  removes: ({ event }) => (endsChatbot(event) ? { chatbotId: event.data.chatbotId } : null),
  apply(before, recorded) {
    const { event } = recorded;
    if (event.type === 'DataSourceAdded') return added(recorded as RecordedOf<'DataSourceAdded'>);
    // The source or its chatbot was deleted.
    if (before === null) return null;
    const updatedAt = isoTime(recorded.metadata.at);
    switch (event.type) {
      case 'IngestionRequested':
        return { ...before, status: 'pending', errorMessage: null, updatedAt };
      case 'IngestionStarted':
        return { ...before, status: 'processing', updatedAt };
      case 'IngestionCompleted': {
        const { sourceId, generation, pageCount, chunkCount, siteType, sparseContent, crawl, manifestHash } =
          event.data;
        const sealed = event.sealed ?? { sitemapUrl: null, skippedUrls: [] };
        const activeGeneration = searchGeneration(sourceId, generation);
        const content = { pageCount, chunkCount, manifestHash, activeGeneration, readAt: updatedAt };
        const reported = { reportedRun: generation, status: 'done', errorMessage: null, updatedAt } as const;
        return { ...before, ...content, siteType, sparseContent, crawl, ...sealed, ...reported };
      }
      case 'IngestionFailed': {
        const { crawl, siteType, sparseContent = before.sparseContent, generation: reportedRun } = event.data;
        const { reason, sitemapUrl, skippedUrls } = event.sealed ?? { reason: '', sitemapUrl: null, skippedUrls: [] };
        const tried = {
          crawl,
          siteType: siteType ?? before.siteType,
          sparseContent,
          sitemapUrl,
          skippedUrls,
          reportedRun,
        };
        return { ...before, ...tried, status: 'error', errorMessage: reason, updatedAt };
      }
      case 'DataSourceDeleted':
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return null;
    }
  },
});

function added({ event, metadata }: RecordedOf<'DataSourceAdded'>): DataSourceDocument {
  const { sourceId: id, chatbotId, ownerId, sourceType: type, isRecursive, contentHash, contentType } = event.data;
  const named = event.sealed ?? { sourceUrl: null, title: null, fileName: null };
  const at = isoTime(metadata.at);
  return {
    id,
    chatbotId,
    ownerId,
    type,
    isRecursive,
    contentHash,
    contentType,
    ...named,
    status: 'pending',
    errorMessage: null,
    pageCount: 0,
    chunkCount: 0,
    siteType: null,
    sitemapUrl: null,
    sparseContent: false,
    crawl: null,
    skippedUrls: [],
    reportedRun: null,
    activeGeneration: null,
    manifestHash: null,
    readAt: null,
    createdAt: at,
    updatedAt: at,
  };
}
