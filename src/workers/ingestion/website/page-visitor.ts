import { createHash } from 'node:crypto';
import { FILE_EXTENSIONS } from '../../../domain/data-source/file-types.ts';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { ReadPage } from '../../../ports/content/document-reader.ts';
import type { FetchedPage, FetchFailure } from '../../../ports/content/web.ts';
import { hostOf, normalizeUrl } from '../../../reading/html/page-facts/page-urls.ts';
import { immediateRefresh } from '../../../reading/html/page-facts/refresh.ts';
import { parseRobotsDirectives } from '../../../reading/html/page-facts/robots-directives.ts';
import { contentLength } from '../../../text/document.ts';
import type { PageVisit, Validators, Visit } from './crawl-steps.ts';
import type { CrawlTools } from './crawl-types.ts';
import { skipReasonOf } from './frontier.ts';
import type { PoliteFetch } from './polite-fetch.ts';
import { acceptedMediaTypes, readResponse } from './read-response.ts';
import type { SiteRobots } from './site-robots.ts';
import { SKIP_REASONS } from './skip-reasons.ts';

const MAX_PAGE_BYTES = 10 * 1024 * 1024;
const PAGE_TIMEOUT_MS = 15_000;
/** A page of scripts with less text than this is rendered. */
const SPARSE_CHARACTERS = 200;

export interface VisitOptions {
  readonly signal: AbortSignal;
  readonly refuseRedirect: (target: URL) => string | null;
  /** The owner requested this page: it is read whatever its extension, and even with `noindex`. */
  readonly isStart: boolean;
}

/**
 * Fetches and reads one page, as robots.txt and the page's own directives allow. Reuses the cached page when it has not
 * changed.
 */
export class PageVisitor {
  readonly #tools: CrawlTools;
  readonly #fetch: PoliteFetch;
  readonly #robots: SiteRobots;
  readonly #budget = new EventLoopBudget();

  constructor(tools: CrawlTools, fetch: PoliteFetch, robots: SiteRobots) {
    this.#tools = tools;
    this.#fetch = fetch;
    this.#robots = robots;
  }

  async visitPage(url: string, options: VisitOptions): Promise<Visit> {
    const { signal, isStart } = options;
    const robots = await this.#robots.rulesFor(url, signal);
    // A site may refuse thousands of its pages, and nothing else is waited for between two of them.
    if (this.#budget.isUsedUp) await this.#budget.yieldNow();
    const refusal = (isStart ? null : skipReasonOf(url)) ?? robots.disallowedReason(url);
    if (refusal !== null) return skipped(url, refusal);
    const known = this.#tools.pageCache?.findValidators(url) ?? null;
    let fetched = await this.#get(url, known, options);
    if (fetched.ok && known !== null) {
      const earlier = await this.#unchanged(url, fetched, known);
      if (earlier !== null) return earlier;
    }
    if (fetched.ok && fetched.notModified) fetched = await this.#get(url, null, options);
    if (!fetched.ok) return failedVisit(url, fetched);
    return await this.#read(url, fetched, options);
  }

  #get(url: string, known: Validators | null, options: VisitOptions): Promise<FetchedPage | FetchFailure> {
    const { signal, refuseRedirect } = options;
    return this.#fetch.get(url, {
      signal,
      refuseRedirect,
      accept: acceptedMediaTypes(url),
      acceptNames: FILE_EXTENSIONS,
      maxBytes: MAX_PAGE_BYTES,
      timeoutMs: PAGE_TIMEOUT_MS,
      ...(known === null ? {} : { conditional: conditionalOf(known) }),
    });
  }

  /** The cached visit, when the server answers 304 or sends the same content. */
  async #unchanged(url: string, fetched: FetchedPage, known: Validators): Promise<PageVisit | null> {
    const isSame = fetched.notModified || contentHashOf(fetched) === known.contentHash;
    const earlier = isSame ? ((await this.#tools.pageCache?.findVisit(url)) ?? null) : null;
    if (earlier === null || earlier.url !== normalizeUrl(fetched.url)) return null;
    const { etag, lastModified } = fetched.notModified ? earlier : fetched;
    return { ...earlier, etag, lastModified };
  }

  async #read(asked: string, fetched: FetchedPage, { signal, isStart }: VisitOptions): Promise<Visit> {
    const result = await readResponse(fetched, this.#tools.reader, signal);
    if (!result.ok) return { outcome: 'failed', url: asked, reason: result.reason, answered: true };
    const { page } = result;
    const url = normalizeUrl(fetched.url) ?? asked;
    const header = parseRobotsDirectives(fetched.robotsTag ?? '');
    const links = page.robots.follow && header.follow ? page.links : [];
    const refreshUrl = page.refreshUrl ?? immediateRefresh(fetched.refresh ?? '', url, url);
    if (refreshUrl !== null) return skipped(asked, SKIP_REASONS.redirects(refreshUrl), [refreshUrl]);
    if (!isStart && !(page.robots.index && header.index)) {
      return skipped(asked, SKIP_REASONS.noindex, links);
    }
    const { etag, lastModified } = fetched;
    const plain: PageVisit = {
      outcome: 'read',
      url,
      page: { ...page, links },
      etag,
      lastModified,
      contentHash: contentHashOf(fetched),
    };
    return isSparse(page) ? await this.#rendered(plain, signal) : plain;
  }

  /** The rendered page, when it has more text. It has no validators: its data may change while the shell stays the same. */
  async #rendered(plain: PageVisit, signal: AbortSignal): Promise<PageVisit> {
    const { renderer, reader } = this.#tools;
    if (renderer === undefined || renderer === null) return plain;
    await this.#fetch.waitForTurn(plain.url, signal);
    const rendered = await renderer.render(plain.url, { signal });
    if (!rendered.ok || hostOf(rendered.url) !== hostOf(plain.url)) return plain;
    const { url, bytes } = rendered;
    const read = await reader.readPage({ url, contentType: 'text/html; charset=utf-8', bytes, signal });
    if (!read.ok || contentLength(read.page.document) <= contentLength(plain.page.document)) return plain;
    const { kind } = plain.page;
    const links = read.page.robots.follow ? [...new Set([...plain.page.links, ...read.page.links])] : plain.page.links;
    const nothing = { etag: null, lastModified: null, contentHash: null };
    return { outcome: 'read', url: plain.url, page: { ...read.page, kind, links }, ...nothing };
  }
}

const isSparse = ({ kind, document }: ReadPage) => kind !== 'static' && contentLength(document) < SPARSE_CHARACTERS;

function conditionalOf({ etag, lastModified }: Validators): { etag?: string; lastModified?: string } {
  return { ...(etag === null ? {} : { etag }), ...(lastModified === null ? {} : { lastModified }) };
}

const contentHashOf = ({ contentType, bytes }: FetchedPage): string =>
  createHash('sha256').update(contentType).update('\n').update(bytes).digest('hex');

const skipped = (url: string, reason: string, links: readonly string[] = []): Visit => ({
  outcome: 'skipped',
  url,
  reason,
  links,
});

/** Failures of a site that answers, whatever the status. */
const ANSWERED: ReadonlySet<FetchFailure['kind']> = new Set(['too-large', 'encoding']);

function failedVisit(url: string, { kind, reason, status }: FetchFailure): Visit {
  if (kind === 'content-type' || kind === 'redirect-refused') return skipped(url, reason);
  return { outcome: 'failed', url, reason, answered: ANSWERED.has(kind) || (status !== null && status < 500) };
}
