/** Reads one source, whatever its type, into documents. */
import type { SourceDescription } from '../../domain/data-source/data-source.ts';
import type { CrawlCounts, SiteType, SkippedUrl } from '../../domain/data-source/events.ts';
import { videoIdOf } from '../../domain/data-source/video-address.ts';
import { sourceScope } from '../../domain/schema.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { DocumentReader } from '../../ports/document-reader.ts';
import type { PageRenderer } from '../../ports/page-renderer.ts';
import type { Videos } from '../../ports/videos.ts';
import type { Web } from '../../ports/web.ts';
import { contentLength, type ReadDocument } from '../../text/document.ts';
import { textBlocks } from './documents/text-blocks.ts';
import { transcriptDocument } from './video/transcript-document.ts';
import { crawlWebsite } from './website/crawl-website.ts';
import type { HostPacer } from './website/host-pacer.ts';
import type { CrawlRun, KeptCrawls } from './website/kept-crawls.ts';

/** A source as it was added; see `DataSourceAdded`. */
export interface SourceToRead extends SourceDescription {
  readonly chatbotId: string;
}

/** What reading says besides the documents; nulls where a source is no website. */
export interface ReadingFacts {
  readonly siteType: SiteType | null;
  readonly sitemapUrl: string | null;
  readonly sparseContent: boolean;
  readonly crawl: CrawlCounts | null;
  readonly skippedUrls: readonly SkippedUrl[];
}

export type SourceReading =
  | { readonly ok: true; readonly facts: ReadingFacts }
  /** `reason` is a sentence for the owner. */
  | { readonly ok: false; readonly reason: string; readonly facts: ReadingFacts };

export interface ReadingPorts {
  readonly blobs: Blobs;
  readonly documentReader: DocumentReader;
  readonly web: Web;
  readonly videos: Videos;
  /** Null where pages are read as they come, without running their scripts. */
  readonly renderer: PageRenderer | null;
  readonly keptCrawls: KeptCrawls;
  readonly crawl: { readonly maxPages: number; readonly delayMs: number };
  /** One for all crawls of the process: two of them must not crowd one host. */
  readonly pacer: HostPacer;
}

export const NO_FACTS: ReadingFacts = {
  siteType: null,
  sitemapUrl: null,
  sparseContent: false,
  crawl: null,
  skippedUrls: [],
};

/** A text up to this size is read within a few milliseconds: a thread of its own would cost more. */
const INLINE_BYTES = 64 * 1024;

/** Below this a document says too little to answer from. */
const SPARSE_CHARACTERS = 200;

/** The run that reads, and who takes what it reads. */
export interface Reading {
  readonly run: CrawlRun;
  /** Takes the documents one after the other; reading waits for it. */
  readonly take: (document: ReadDocument) => Promise<void>;
  /** How far the crawl of a website has come. */
  readonly onCrawl: (counts: CrawlCounts) => void;
  readonly signal: AbortSignal;
}

/**
 * What cannot be read is a reason; it only throws when a store or the network of stores is away, or what `take` throws, or the
 * signal's reason when that aborts.
 */
export async function readSource(source: SourceToRead, ports: ReadingPorts, reading: Reading): Promise<SourceReading> {
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

async function readWebsite(source: SourceToRead, ports: ReadingPorts, reading: Reading): Promise<SourceReading> {
  const { maxPages, delayMs } = ports.crawl;
  const { web, documentReader: reader, pacer, renderer, keptCrawls } = ports;
  const { run, signal, take: onPage, onCrawl: onProgress } = reading;
  const [journal, earlier] = await Promise.all([keptCrawls.journalOf(run), keptCrawls.earlierPages(run)]);
  const crawled = await crawlWebsite(
    { url: source.sourceUrl ?? '', recursive: source.isRecursive, maxPages, delayMs, signal, onPage, onProgress },
    { web, reader, pacer, renderer, journal, earlier },
  );
  const { attempted, succeeded, failed: failures, skipped, skippedUrls } = crawled.crawlSummary;
  const facts: ReadingFacts = {
    siteType: crawled.siteType,
    sitemapUrl: crawled.sitemapUrl,
    sparseContent: crawled.sparseContent,
    crawl: { attempted, succeeded, failed: failures, skipped },
    skippedUrls,
  };
  return crawled.ok ? { ok: true, facts } : { ok: false, reason: crawled.reason, facts };
}

async function readPastedText(source: SourceToRead, ports: ReadingPorts, reading: Reading): Promise<SourceReading> {
  const bytes = await contentOf(source, ports);
  if (bytes === null) return failed('The text is no longer stored');
  const title = source.title ?? '';
  if (bytes.byteLength <= INLINE_BYTES) {
    const blocks = textBlocks(Buffer.from(bytes).toString('utf8'));
    return takeAll([{ title, url: null, language: null, blocks }], reading);
  }
  const contentType = 'text/plain; charset=utf-8';
  const { signal } = reading;
  const result = await ports.documentReader.read({ fileName: 'text.txt', contentType, bytes, signal });
  if (!result.ok) return failed(result.reason);
  return takeAll(
    result.documents.map((document) => ({ ...document, title })),
    reading,
  );
}

async function readVideo(source: SourceToRead, ports: ReadingPorts, reading: Reading): Promise<SourceReading> {
  const videoId = videoIdOf(source.sourceUrl ?? '');
  if (videoId === null) return failed('The address is not that of a YouTube video');
  const transcript = await ports.videos.transcript(videoId, reading.signal);
  if (!transcript.ok) return failed(transcript.reason);
  return takeAll([transcriptDocument(videoId, transcript)], reading);
}

async function readFile(source: SourceToRead, ports: ReadingPorts, reading: Reading): Promise<SourceReading> {
  const bytes = await contentOf(source, ports);
  if (bytes === null) return failed('The file is no longer stored');
  const { fileName, contentType } = source;
  const result = await ports.documentReader.read({
    fileName: fileName ?? '',
    contentType: contentType ?? '',
    bytes,
    signal: reading.signal,
  });
  return result.ok ? takeAll(result.documents, reading) : failed(result.reason);
}

async function contentOf(source: SourceToRead, { blobs }: ReadingPorts): Promise<Uint8Array | null> {
  if (source.contentHash === null) return null;
  return blobs.get(sourceScope(source.chatbotId, source.sourceId), source.contentHash);
}

const failed = (reason: string): SourceReading => ({ ok: false, reason, facts: NO_FACTS });

async function takeAll(documents: readonly ReadDocument[], { take }: Reading): Promise<SourceReading> {
  const characters = documents.reduce((sum, document) => sum + contentLength(document), 0);
  const sparseContent = characters < SPARSE_CHARACTERS * Math.max(1, documents.length);
  for (const document of documents) await take(document);
  return { ok: true, facts: { ...NO_FACTS, sparseContent } };
}
