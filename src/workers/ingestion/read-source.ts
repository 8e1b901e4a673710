import { sourceScope } from '../../domain/blob-scopes.ts';
import type { SourceDescription } from '../../domain/data-source/data-source.ts';
import type { CrawlCounts, SiteType, SkippedUrl } from '../../domain/data-source/events.ts';
import { videoIdOf } from '../../domain/data-source/video-address.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { DocumentReader, FileToRead } from '../../ports/content/document-reader.ts';
import type { PageRenderer } from '../../ports/content/page-renderer.ts';
import type { Videos } from '../../ports/content/videos.ts';
import type { Web } from '../../ports/content/web.ts';
import type { SourceRun } from '../../projections/data-sources/source-run.ts';
import { textBlocks } from '../../reading/documents/plain-text/text-blocks.ts';
import { contentLength, type ReadDocument } from '../../text/document.ts';
import { transcriptDocument } from './video/transcript-document.ts';
import type { CrawlJournals } from './website/crawl-journals.ts';
import type { CrawlReader } from './website/crawl-types.ts';
import { crawlWebsite } from './website/crawl-website.ts';
import type { HostPacer } from './website/host-pacer.ts';

/** See `DataSourceAdded`. */
export interface SourceToRead extends SourceDescription {
  readonly chatbotId: string;
  readonly ownerId: string;
}

/** `null` where a source is no website. */
export interface ReadingFacts {
  readonly siteType: SiteType | null;
  readonly sitemapUrl: string | null;
  readonly sparseContent: boolean;
  readonly crawl: CrawlCounts | null;
  /** All of them, in order of discovery. */
  readonly skippedUrls: readonly SkippedUrl[];
}

export type SourceReading =
  | { readonly ok: true; readonly facts: ReadingFacts }
  /** `reason` is shown to the owner. */
  | { readonly ok: false; readonly reason: string; readonly facts: ReadingFacts };

export interface ReadingPorts {
  readonly blobs: Blobs;
  readonly documentReader: DocumentReader;
  readonly web: Web;
  readonly videos: Videos;
  /** `null`: pages are read without running their scripts. */
  readonly renderer: PageRenderer | null;
  readonly crawlJournals: CrawlJournals;
  readonly crawl: { readonly maxPages: number; readonly delayMs: number };
  /** Shared by all crawls of the process, so that they do not overload one host together. */
  readonly pacer: HostPacer;
}

export const NO_FACTS: ReadingFacts = {
  siteType: null,
  sitemapUrl: null,
  sparseContent: false,
  crawl: null,
  skippedUrls: [],
};

/** The main thread parses smaller texts in a few milliseconds, less than a worker thread costs. */
const MAX_INLINE_BYTES = 64 * 1024;

/** Average per document below which a source counts as sparse. */
const SPARSE_CHARACTERS = 200;

export interface ReadingRun {
  readonly run: SourceRun;
  /** One document at a time; reading waits for it. */
  readonly onDocument: (document: ReadDocument) => Promise<void>;
  readonly onCrawlProgress: (counts: CrawlCounts) => void;
  /** After each visit of a crawl. Reading ends with what it throws. */
  readonly onVisited: (isReplayed: boolean) => void;
  readonly signal: AbortSignal;
}

/** Unreadable content is a result with a reason. @throws StoreUnavailable, what `onDocument` throws, or the signal's reason */
export async function readSource(
  source: SourceToRead,
  ports: ReadingPorts,
  reading: ReadingRun,
): Promise<SourceReading> {
  switch (source.sourceType) {
    case 'url':
      return readWebsite(source, ports, reading);
    case 'text':
      return readPastedText(source, ports, reading);
    case 'file':
      return readFile(source, ports, reading);
    case 'youtube':
      return readVideo(source, ports, reading);
  }
}

async function readWebsite(source: SourceToRead, ports: ReadingPorts, reading: ReadingRun): Promise<SourceReading> {
  const { maxPages, delayMs } = ports.crawl;
  const { web, documentReader, pacer, renderer, crawlJournals } = ports;
  const accountId = source.ownerId;
  const reader: CrawlReader = {
    readFile: (file) => documentReader.readFile({ ...file, accountId }),
    readPage: (page) => documentReader.readPage({ ...page, accountId }),
  };
  const { run, signal, onDocument: onPage, onCrawlProgress: onProgress, onVisited } = reading;
  const [journal, pageCache] = await Promise.all([crawlJournals.openJournal(run), crawlJournals.openPageCache(run)]);
  const site = { url: source.sourceUrl ?? '', recursive: source.isRecursive, maxPages, delayMs };
  const crawled = await crawlWebsite(
    { ...site, signal, onPage, onProgress, onVisited },
    { web, reader, pacer, renderer, journal, pageCache },
  );
  const { skippedUrls, ...counts } = crawled.crawlSummary;
  const facts: ReadingFacts = {
    siteType: crawled.siteType,
    sitemapUrl: crawled.sitemapUrl,
    sparseContent: crawled.sparseContent,
    crawl: counts,
    skippedUrls,
  };
  return crawled.ok ? { ok: true, facts } : { ok: false, reason: crawled.reason, facts };
}

async function readPastedText(source: SourceToRead, ports: ReadingPorts, reading: ReadingRun): Promise<SourceReading> {
  const bytes = await readBlob(source, ports);
  if (bytes === null) return failure('The text is no longer stored');
  const title = source.title ?? '';
  if (bytes.byteLength <= MAX_INLINE_BYTES) {
    const blocks = textBlocks(Buffer.from(bytes).toString('utf8'));
    return emitAll([{ title, url: null, language: null, blocks }], reading);
  }
  const contentType = 'text/plain; charset=utf-8';
  const file = { accountId: source.ownerId, fileName: 'text.txt', contentType, bytes };
  return parseAndEmit(file, ports, reading, title);
}

async function readVideo(source: SourceToRead, ports: ReadingPorts, reading: ReadingRun): Promise<SourceReading> {
  const videoId = videoIdOf(source.sourceUrl ?? '');
  if (videoId === null) return failure('The address is not that of a YouTube video');
  const transcript = await ports.videos.transcript(videoId, reading.signal);
  if (!transcript.ok) return failure(transcript.reason);
  return emitAll([transcriptDocument(videoId, transcript)], reading);
}

async function readFile(source: SourceToRead, ports: ReadingPorts, reading: ReadingRun): Promise<SourceReading> {
  const bytes = await readBlob(source, ports);
  if (bytes === null) return failure('The file is no longer stored');
  const { ownerId: accountId, fileName, contentType } = source;
  return parseAndEmit({ accountId, fileName: fileName ?? '', contentType: contentType ?? '', bytes }, ports, reading);
}

/** Holds the slot for heavy files until the documents are taken. @param title default: that of each document */
async function parseAndEmit(
  file: Pick<FileToRead, 'accountId' | 'fileName' | 'contentType' | 'bytes'>,
  { documentReader }: ReadingPorts,
  reading: ReadingRun,
  title?: string,
): Promise<SourceReading> {
  const result = await documentReader.readFile({ ...file, holdUntilReleased: true, signal: reading.signal });
  if (!result.ok) return failure(result.reason);
  const documents = result.documents.map((document) => ({ ...document, title: title ?? document.title }));
  try {
    return await emitAll(documents, reading);
  } finally {
    result.release?.();
  }
}

async function readBlob(source: SourceToRead, { blobs }: ReadingPorts): Promise<Uint8Array | null> {
  if (source.contentHash === null) return null;
  return blobs.get(sourceScope(source.chatbotId, source.sourceId), source.contentHash);
}

const failure = (reason: string): SourceReading => ({ ok: false, reason, facts: NO_FACTS });

async function emitAll(documents: readonly ReadDocument[], { onDocument }: ReadingRun): Promise<SourceReading> {
  const enough = SPARSE_CHARACTERS * Math.max(1, documents.length);
  const characters = documents.reduce((sum, document) => sum + contentLength(document, enough), 0);
  const sparseContent = characters < enough;
  for (const document of documents) await onDocument(document);
  return { ok: true, facts: { ...NO_FACTS, sparseContent } };
}
