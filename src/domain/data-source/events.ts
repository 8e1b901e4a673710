import { type Static, Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf, unchanged } from '../event.ts';
import { sourceSubject } from '../key-subjects.ts';
import { Count, Id, nullable, Sha256 } from '../schema.ts';

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
export const SITE_TYPES = SiteType.anyOf.map((literal) => literal.const);

/** `attempted` is `succeeded` plus `failed`; `skipped` URLs were not requested, duplicate another page or have no text. */
const CrawlCounts = Type.Object({ attempted: Count, succeeded: Count, failed: Count, skipped: Count });
export type CrawlCounts = Static<typeof CrawlCounts>;

const SkippedUrl = Type.Object({ url: Type.String(), reason: Type.String() });
export type SkippedUrl = Static<typeof SkippedUrl>;
const SkippedUrls = Type.Array(SkippedUrl);

const Run = { sourceId: Id, chatbotId: Id, generation: Type.Integer({ minimum: 1 }) };

/** Version 1 was sealed with the chatbot's key. Since version 2 each source has its own, to be erased alone. */
const SEALED_BY_SOURCE = {
  version: 2,
  subject: (data: { chatbotId: string; sourceId: string }) => sourceSubject(data.chatbotId, data.sourceId),
  upcasts: { 1: unchanged },
};

/** Requests the first run as well: generation 1. */
const DataSourceAdded = defineSealedEvent('DataSourceAdded', {
  ...SEALED_BY_SOURCE,
  data: Type.Object({
    sourceId: Id,
    chatbotId: Id,
    ownerId: Id,
    sourceType: SourceType,
    isRecursive: Type.Boolean(),
    /** Blob of a text or file in the source's scope; null for url and youtube. */
    contentHash: nullable(Sha256),
    contentType: nullable(Type.String()),
  }),
  sealed: Type.Object({
    sourceUrl: nullable(Type.String()),
    title: nullable(Type.String()),
    fileName: nullable(Type.String()),
  }),
});

const IngestionRequested = defineEvent('IngestionRequested', {
  data: Type.Object({
    ...Run,
    cause: Type.Union([Type.Literal('refresh'), Type.Literal('recrawl'), Type.Literal('schedule')]),
  }),
});

/** One event per attempt at the run. */
const IngestionStarted = defineEvent('IngestionStarted', {
  data: Type.Object({
    ...Run,
    /** Crawl steps in the journal of earlier attempts, or passages that they indexed. Absent in events of early releases. */
    stepsKept: Type.Optional(Count),
  }),
});

/** The content is searchable and replaces the active generation. */
const IngestionCompleted = defineSealedEvent('IngestionCompleted', {
  ...SEALED_BY_SOURCE,
  data: Type.Object({
    ...Run,
    /** The replaced generation; null for the first success. */
    replaces: nullable(Type.Integer({ minimum: 1 })),
    pageCount: Count,
    chunkCount: Count,
    siteType: nullable(SiteType),
    sparseContent: Type.Boolean(),
    crawl: nullable(CrawlCounts),
    /** Blob of the indexed passages in the source's scope, from which an index can be rebuilt. */
    manifestHash: Sha256,
  }),
  sealed: Type.Object({ sitemapUrl: nullable(Type.String()), skippedUrls: SkippedUrls }),
});

/** The active generation stays. */
const IngestionFailed = defineSealedEvent('IngestionFailed', {
  ...SEALED_BY_SOURCE,
  data: Type.Object({
    ...Run,
    crawl: nullable(CrawlCounts),
    siteType: nullable(SiteType),
    /** Missing in events of the first release. */
    sparseContent: Type.Optional(Type.Boolean()),
  }),
  sealed: Type.Object({ reason: Type.String(), sitemapUrl: nullable(Type.String()), skippedUrls: SkippedUrls }),
});

const DataSourceDeleted = defineEvent('DataSourceDeleted', {
  data: Type.Object({ sourceId: Id, chatbotId: Id }),
});

export const DATA_SOURCE_EVENTS = [
  DataSourceAdded,
  IngestionRequested,
  IngestionStarted,
  IngestionCompleted,
  IngestionFailed,
  DataSourceDeleted,
] as const;
export type DataSourceEvent = EventsOf<typeof DATA_SOURCE_EVENTS>;

export type IngestionReport = Omit<
  Static<typeof IngestionCompleted.data>,
  'sourceId' | 'chatbotId' | 'generation' | 'replaces'
> &
  Static<typeof IngestionCompleted.sealed>;

export type IngestionFailure = Omit<Static<typeof IngestionFailed.data>, 'sourceId' | 'chatbotId' | 'generation'> &
  Static<typeof IngestionFailed.sealed>;

/** Name of a run in the search index. */
export const searchGeneration = (sourceId: string, generation: number): string => `${sourceId}.${generation}`;
