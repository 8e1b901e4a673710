import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { limitReasonsOf } from '../../../ports/content/document-reader.ts';
import { URL_NOT_ALLOWED } from '../../../ports/content/web.ts';
import { normalizeUrl, pageKey } from '../../../reading/html/page-facts/page-urls.ts';
import { CrawlRecord } from './crawl-record.ts';
import { CrawlScope } from './crawl-scope.ts';
import type { CrawlStep, Visit } from './crawl-steps.ts';
import type { CrawlRequest, CrawlResult, CrawlTools } from './crawl-types.ts';
import { Deadline } from './deadline.ts';
import { Frontier } from './frontier.ts';
import { HostPacer } from './host-pacer.ts';
import { JournalReplay } from './journal-replay.ts';
import { PageDeduplicator } from './page-deduplicator.ts';
import { PageVisitor } from './page-visitor.ts';
import { PoliteFetch } from './polite-fetch.ts';
import { SiteRobots } from './site-robots.ts';
import { findSitemaps } from './sitemaps.ts';
import { SKIP_REASONS } from './skip-reasons.ts';

/** The pacer limits the rate of requests. */
const CONCURRENCY = 4;
/** The site counts as gone after so many. */
const MAX_FAILURES_IN_A_ROW = 20;
/** Redirects, duplicates and pages with `noindex` cost a request too, and are no failures. */
const MAX_REQUESTS_PER_PAGE = 10;
/** Text of all pages. */
const MAX_CHARACTERS = 50_000_000;
/** Each may cost seconds of CPU until its limit ends it, for which the pages of others wait. A large website may have more. */
const MIN_PAGES_OVER_LIMIT = 20;
const MAX_SHARE_OVER_LIMIT = 0.04;
const OVER_LIMIT: ReadonlySet<string> = new Set(
  (['page', 'document'] as const).flatMap((what) => Object.values(limitReasonsOf(what))),
);
/** Average of a page. The journal holds the links of all pages: pages of nothing but long links would fill the disk. */
const MAX_LINK_CHARACTERS = 200_000;
/** 500 pages at ten seconds each (the maximum crawl delay) take less than an hour and a half. */
const MAX_DURATION_MS = 2 * 60 * 60 * 1000;
const MAX_FORWARDINGS = 3;

/**
 * Breadth-first crawl of one host, by links and sitemaps, as robots.txt allows. The summary has every URL that is not read, with its
 * reason. With a journal, an interrupted crawl resumes; when the time limit expires, the pages read so far are the result.
 * @throws the signal's reason, or what `onPage` or the journal throws
 */
export async function crawlWebsite(request: CrawlRequest, tools: CrawlTools): Promise<CrawlResult> {
  const start = normalizeUrl(request.url);
  if (start === null) {
    const reason = URL.canParse(request.url) ? URL_NOT_ALLOWED : 'This is not a web address';
    const record = new CrawlRecord();
    record.addSkipped(request.url, reason);
    return { ok: false, reason, ...record.outcome() };
  }
  const crawl = new Crawl(start, request, tools);
  try {
    return await crawl.run();
  } finally {
    crawl.close();
    // Also when the crawl is aborted: the next attempt replays these steps.
    await tools.journal?.flush();
  }
}

interface PendingVisit {
  readonly asked: string;
  readonly visit: Visit;
  readonly isReplayed: boolean;
}

interface VisitInFlight {
  readonly url: string;
  /** Gives null when the time limit expired. */
  readonly pending: Promise<PendingVisit | null>;
}

class Crawl {
  readonly #start: string;
  readonly #request: CrawlRequest;
  readonly #tools: CrawlTools;
  readonly #fetch: PoliteFetch;
  readonly #robots: SiteRobots;
  readonly #visitor: PageVisitor;
  readonly #journalReplay: JournalReplay;
  readonly #record = new CrawlRecord();
  readonly #frontier = new Frontier();
  readonly #deduplicator = new PageDeduplicator();
  readonly #scope: CrawlScope;
  readonly #deadline: Deadline;
  #failuresInARow = 0;
  #pagesOverLimit = 0;
  #linkCharacters = 0;
  #startReason = '';

  constructor(start: string, request: CrawlRequest, tools: CrawlTools) {
    this.#start = start;
    this.#request = request;
    this.#tools = tools;
    this.#deadline = new Deadline(request.maxDurationMs ?? MAX_DURATION_MS, request.signal);
    this.#fetch = new PoliteFetch(tools.web, tools.pacer ?? new HostPacer(), request.delayMs);
    this.#robots = new SiteRobots(this.#fetch);
    this.#scope = new CrawlScope({
      frontier: this.#frontier,
      record: this.#record,
      robots: this.#robots,
      deduplicator: this.#deduplicator,
    });
    this.#visitor = new PageVisitor(tools, this.#fetch, this.#robots);
    this.#journalReplay = new JournalReplay(tools.journal ?? null);
  }

  async run(): Promise<CrawlResult> {
    const first = await this.#visitStart();
    if (this.#request.recursive) {
      await this.#readTwinRobots(first);
      await this.#addSitemaps(first);
      await this.#visitAll();
    }
    const outcome = this.#record.outcome();
    return this.#record.hasPage ? { ok: true, ...outcome } : { ok: false, reason: this.#startReason, ...outcome };
  }

  close(): void {
    this.#deadline.clear();
  }

  /** The start page may redirect to another host, which is then the site's. Returns the final URL. */
  async #visitStart(): Promise<string> {
    let asked = this.#start;
    for (let forwarded = 0; ; forwarded += 1) {
      this.#scope.addHostOf(asked);
      this.#frontier.markKnown(asked);
      const pending = await this.#visitStartPage(asked);
      if (pending === null) {
        this.#startReason = SKIP_REASONS.timeExpired;
        this.#record.addFailed(asked, SKIP_REASONS.timeExpired);
        return asked;
      }
      const { visit } = pending;
      if (visit.outcome !== 'read') this.#startReason = visit.reason;
      const links = await this.#settleVisit(pending);
      const [onward] = visit.outcome === 'skipped' ? visit.links : [];
      if (onward === undefined || forwarded === MAX_FORWARDINGS) {
        if (this.#request.recursive) await this.#scope.addLinks(asked, links);
        return visit.url;
      }
      asked = onward;
    }
  }

  /** Pages may redirect to the twin of the host, which has a robots.txt of its own. */
  async #readTwinRobots(first: string): Promise<void> {
    const twin = this.#scope.linkedTwin(first);
    if (twin === null) return;
    const robots = await this.#deadline.run((signal) => this.#robots.rulesFor(twin, signal));
    if (robots !== null) this.#scope.addTwin(twin);
  }

  /** Returns null when the time limit expired. */
  async #visitStartPage(asked: string): Promise<PendingVisit | null> {
    const pending = await this.#visitOrReplay(asked, { refuseRedirect: () => null, isStart: true });
    const visit = pending === null ? null : await this.#checkStartRobots(pending.visit);
    return pending === null || visit === null ? null : { ...pending, visit };
  }

  /** The final host of the start page has a robots.txt of its own. Returns null when the time limit expired. */
  async #checkStartRobots(visit: Visit): Promise<Visit | null> {
    const { url } = visit;
    if (visit.outcome !== 'read' || this.#scope.hasHostOf(url)) return visit;
    this.#scope.addHostOf(url);
    const robots = await this.#deadline.run((signal) => this.#robots.rulesFor(url, signal));
    if (robots === null) return null;
    const refusal = robots.disallowedReason(url);
    return refusal === null ? visit : { outcome: 'skipped', url, reason: refusal, links: [] };
  }

  /** Fetches concurrently but settles pages in order of discovery, so that the same site gives the same result. */
  async #visitAll(): Promise<void> {
    const inFlight: VisitInFlight[] = [];
    try {
      while (true) {
        this.#startVisits(inFlight);
        const [oldest] = inFlight;
        if (oldest === undefined) break;
        const pending = await oldest.pending;
        inFlight.shift();
        await this.#settle(oldest.url, pending);
      }
    } finally {
      // The first rejection ends the crawl; its signal ends the other visits.
      await Promise.allSettled(inFlight.map((one) => one.pending));
    }
    const reason = this.#stopReason() ?? SKIP_REASONS.pageLimit(this.#request.maxPages);
    const budget = new EventLoopBudget();
    for (const url of this.#frontier.drain()) {
      if (budget.isUsedUp) await budget.yieldNow();
      this.#record.addSkipped(url, reason);
    }
  }

  async #settle(url: string, pending: PendingVisit | null): Promise<void> {
    this.#frontier.markSettled(url);
    if (pending === null) this.#record.addSkipped(url, SKIP_REASONS.timeExpired);
    else await this.#scope.addLinks(url, await this.#settleVisit(pending));
  }

  #startVisits(inFlight: VisitInFlight[]): void {
    const wanted = Math.min(CONCURRENCY, this.#request.maxPages - this.#record.readCount);
    while (inFlight.length < wanted && this.#stopReason() === null) {
      const url = this.#frontier.next();
      if (url === undefined) return;
      const refuseRedirect = (target: URL) => this.#scope.refuseRedirect(url, target);
      const pending = this.#visitOrReplay(url, { refuseRedirect, isStart: false });
      // Prevents an unhandled rejection before it is awaited.
      pending.catch(() => {});
      inFlight.push({ url, pending });
    }
  }

  #stopReason(): string | null {
    if (this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) return SKIP_REASONS.siteGone;
    const { maxPages } = this.#request;
    if (this.#record.visitedCount > maxPages * 3 + 100) return SKIP_REASONS.tooManyFailures;
    if (this.#fetch.requestCount > maxPages * MAX_REQUESTS_PER_PAGE + 100) return SKIP_REASONS.tooManyFailures;
    if (this.#pagesOverLimit >= Math.max(MIN_PAGES_OVER_LIMIT, maxPages * MAX_SHARE_OVER_LIMIT))
      return SKIP_REASONS.tooCostly;
    if (this.#linkCharacters > maxPages * MAX_LINK_CHARACTERS) return SKIP_REASONS.tooManyLinks;
    if (this.#record.characters > MAX_CHARACTERS) return SKIP_REASONS.tooMuchText;
    return this.#deadline.isExpired ? SKIP_REASONS.timeExpired : null;
  }

  /** Returns null when the time limit expired. */
  async #visitOrReplay(
    asked: string,
    how: { refuseRedirect: (target: URL) => string | null; isStart: boolean },
  ): Promise<PendingVisit | null> {
    this.#request.signal.throwIfAborted();
    const replayed = await this.#journalReplay.takeIf(
      (step): step is Extract<CrawlStep, { step: 'visit' }> => step.step === 'visit' && step.asked === asked,
    );
    if (replayed !== null) return { asked, visit: replayed.visit, isReplayed: true };
    const visit = await this.#deadline.run((signal) => this.#visitor.visitPage(asked, { signal, ...how }));
    return visit === null ? null : { asked, visit, isReplayed: false };
  }

  /** Writes the step ahead, then records it. */
  async #settleVisit({ asked, visit, isReplayed }: PendingVisit): Promise<readonly string[]> {
    if (!isReplayed) await this.#tools.journal?.append({ step: 'visit', asked, visit });
    const links = await this.#recordVisit(asked, visit);
    for (const { length } of links) this.#linkCharacters += length;
    this.#request.onProgress?.(this.#record.counts);
    this.#request.onVisited?.(isReplayed);
    return links;
  }

  async #recordVisit(asked: string, visit: Visit): Promise<readonly string[]> {
    switch (visit.outcome) {
      case 'read':
        this.#failuresInARow = 0;
        return await this.#recordPage(asked, visit);
      case 'skipped':
        this.#record.addSkipped(visit.url, visit.reason);
        return visit.links;
      case 'failed':
        this.#failuresInARow = visit.answered ? 0 : this.#failuresInARow + 1;
        if (OVER_LIMIT.has(visit.reason)) this.#pagesOverLimit += 1;
        this.#record.addFailed(visit.url, visit.reason);
        return [];
    }
  }

  async #recordPage(asked: string, visit: Extract<Visit, { outcome: 'read' }>): Promise<readonly string[]> {
    const { page, duplicateOf, links } = await this.#deduplicator.deduplicate(visit.url, visit.page);
    this.#frontier.markKnown(page.document.url ?? visit.url);
    if (duplicateOf === null) {
      const hasText = this.#record.addPage(page.document, page.kind, visit.url);
      if (hasText) await this.#request.onPage(page.document);
    } else if (pageKey(asked) !== pageKey(duplicateOf)) {
      this.#record.addSkipped(asked, SKIP_REASONS.duplicate(duplicateOf));
    }
    return links;
  }

  async #addSitemaps(firstUrl: string): Promise<void> {
    const replayed = await this.#journalReplay.takeIf(
      (step): step is Extract<CrawlStep, { step: 'sitemaps' }> => step.step === 'sitemaps',
    );
    const found =
      replayed?.found ??
      (await this.#deadline.run((signal) => findSitemaps(firstUrl, this.#robots, this.#fetch, signal)));
    if (found === null) {
      this.#record.addSkipped(new URL('/sitemap.xml', firstUrl).href, SKIP_REASONS.timeExpired);
      return;
    }
    if (replayed === null) await this.#tools.journal?.append({ step: 'sitemaps', found });
    this.#record.sitemapUrl = found.sitemapUrl;
    await this.#scope.addSitemapEntries(found.pages, firstUrl);
  }
}
