import { type Static, Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf } from '../event.ts';
import { Count, chatbotSubject, Id, nullable, Sha256 } from '../schema.ts';

export const SourceType = Type.Union([
  Type.Literal('url'),
  Type.Literal('text'),
  Type.Literal('youtube'),
  Type.Literal('file'),
]);
export type SourceType = Static<typeof SourceType>;

export const SiteType = Type.Union([
  Type.Literal('static'),
  Type.Literal('spa'),
  Type.Literal('nextjs'),
  Type.Literal('nuxt'),
  Type.Literal('unknown'),
]);
export type SiteType = Static<typeof SiteType>;

/** Counts of one run of reading a source. `skippedUrls` names as many as fit an event; `skipped` counts all. */
const CrawlCounts = Type.Object({ attempted: Count, succeeded: Count, failed: Count, skipped: Count });
export type CrawlCounts = Static<typeof CrawlCounts>;

const SkippedUrl = Type.Object({ url: Type.String(), reason: Type.String() });
export type SkippedUrl = Static<typeof SkippedUrl>;
const SkippedUrls = Type.Array(SkippedUrl);

const Run = { sourceId: Id, chatbotId: Id, generation: Type.Integer({ minimum: 1 }) };

/** Also asks for the first run: generation 1. */
const DataSourceAdded = defineSealedEvent('DataSourceAdded', {
  data: Type.Object({
    sourceId: Id,
    chatbotId: Id,
    ownerId: Id,
    sourceType: SourceType,
    isRecursive: Type.Boolean(),
    /** Where the bytes of a text or a file are kept: a blob in the source's scope. Null for url and youtube. */
    contentHash: nullable(Sha256),
    contentType: nullable(Type.String()),
  }),
  sealed: Type.Object({
    sourceUrl: nullable(Type.String()),
    title: nullable(Type.String()),
    fileName: nullable(Type.String()),
  }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

const IngestionRequested = defineEvent('IngestionRequested', {
  data: Type.Object({
    ...Run,
    cause: Type.Union([Type.Literal('refresh'), Type.Literal('recrawl'), Type.Literal('schedule')]),
  }),
});

/** Once for each attempt at the run. */
const IngestionStarted = defineEvent('IngestionStarted', { data: Type.Object(Run) });

/** The content that was read is searchable; it replaces the generation before. */
const IngestionCompleted = defineSealedEvent('IngestionCompleted', {
  data: Type.Object({
    ...Run,
    /** The generation whose content this one takes the place of; null for the first that succeeded. */
    replaces: nullable(Type.Integer({ minimum: 1 })),
    pageCount: Count,
    chunkCount: Count,
    siteType: nullable(SiteType),
    sparseContent: Type.Boolean(),
    crawl: nullable(CrawlCounts),
    /** The passages as they were indexed: a blob in the source's scope, from which any index can be made again. */
    manifestHash: Sha256,
  }),
  sealed: Type.Object({ sitemapUrl: nullable(Type.String()), skippedUrls: SkippedUrls }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

/** The content of the generation before, if any, stays. */
const IngestionFailed = defineSealedEvent('IngestionFailed', {
  data: Type.Object({ ...Run, crawl: nullable(CrawlCounts), siteType: nullable(SiteType) }),
  sealed: Type.Object({ reason: Type.String(), sitemapUrl: nullable(Type.String()), skippedUrls: SkippedUrls }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

const DataSourceDeleted = defineEvent('DataSourceDeleted', {
  data: Type.Object({ sourceId: Id, chatbotId: Id }),
});

export const dataSourceEvents = [
  DataSourceAdded,
  IngestionRequested,
  IngestionStarted,
  IngestionCompleted,
  IngestionFailed,
  DataSourceDeleted,
] as const;
export type DataSourceEvent = EventsOf<typeof dataSourceEvents>;

/** What a completed run reports; see `IngestionCompleted`. */
export type IngestionReport = Omit<
  Static<typeof IngestionCompleted.data>,
  'sourceId' | 'chatbotId' | 'generation' | 'replaces'
> &
  Static<typeof IngestionCompleted.sealed>;

/** What a failed run reports; see `IngestionFailed`. */
export type IngestionFailure = Omit<Static<typeof IngestionFailed.data>, 'sourceId' | 'chatbotId' | 'generation'> &
  Static<typeof IngestionFailed.sealed>;

/** How a run of a source is named in the search index. */
export const searchGeneration = (sourceId: string, generation: number): string => `${sourceId}.${generation}`;
