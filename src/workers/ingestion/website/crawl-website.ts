import type { ReadPage } from '../../../ports/document-reader.ts';
import { URL_NOT_ALLOWED } from '../../../ports/web.ts';
import { hostOf, pageKey, pageUrl } from '../html/page-urls.ts';
import { CrawlRecord } from './crawl-record.ts';
import type { CrawlRequest, CrawlResult, CrawlTools } from './crawl-types.ts';
import { Frontier, unpromising } from './frontier.ts';
import { HostPacer } from './host-pacer.ts';
import { PageFolding } from './page-folding.ts';
import { PatientFetch } from './patient-fetch.ts';
import { READABLE_TYPES, readResponse } from './read-response.ts';
import { type Robots, readRobots } from './robots.ts';
import { readSitemaps } from './sitemaps.ts';

const PAGE_BYTES = 10 * 1024 * 1024;
const PAGE_TIMEOUT_MS = 15_000;
/** Requests under way at once; how fast they begin is the pacer's. */
const CONCURRENCY = 4;
/** A site that fails so often in a row has gone away. */
const MAX_FAILURES_IN_A_ROW = 20;
/** Of all pages together: what a chatbot could ever be asked about. */
const MAX_CHARACTERS = 50_000_000;
const MAX_DURATION_MS = 2 * 60 * 60 * 1000;

const OTHER_HOST = 'It is on another host';

/**
 * Reads a website from one address on: breadth first within its host, links and sitemaps together, as robots.txt allows. What is
 * not read is in the summary with its reason. Rejects only with the signal's reason when that aborts.
 */
export async function crawlWebsite(request: CrawlRequest, tools: CrawlTools): Promise<CrawlResult> {
  const start = pageUrl(request.url);
  if (start === null) {
    const reason = URL.canParse(request.url) ? URL_NOT_ALLOWED : 'This is not a web address';
    return { ok: false, reason, ...new CrawlRecord().outcome() };
  }
  return await new Crawl(start, request, tools).run();
}

type Visit =
  | { readonly outcome: 'read'; readonly url: string; readonly page: ReadPage }
  | { readonly outcome: 'skipped'; readonly url: string; readonly reason: string }
  /** `answered`: by a server that is well, such as that there is no such page. */
  | { readonly outcome: 'failed'; readonly url: string; readonly reason: string; readonly answered: boolean };

class Crawl {
  readonly #start: string;
  readonly #request: CrawlRequest;
  readonly #tools: CrawlTools;
  readonly #fetch: PatientFetch;
  readonly #record = new CrawlRecord();
  readonly #frontier = new Frontier();
  readonly #folding = new PageFolding();
  /** The host asked for, and the one it sent us to at the very beginning. */
  readonly #hosts = new Set<string>();
  readonly #robots = new Map<string, Robots>();
  readonly #deadline = performance.now() + MAX_DURATION_MS;
  #failuresInARow = 0;
  #startReason = '';

  constructor(start: string, request: CrawlRequest, tools: CrawlTools) {
    this.#start = start;
    this.#request = request;
    this.#tools = tools;
    this.#fetch = new PatientFetch(tools.web, tools.pacer ?? new HostPacer(), request.delayMs);
  }

  async run(): Promise<CrawlResult> {
    const first = await this.#visitStart();
    const links = this.#settle(first);
    if (this.#request.recursive) {
      this.#addLinks(links);
      await this.#addSitemaps(first.url);
      await this.#visitAll();
    }
    const outcome = this.#record.outcome();
    if (outcome.pages.length > 0) return { ok: true, ...outcome };
    return { ok: false, reason: this.#startReason, ...outcome };
  }

  /** The first page may send us to another host: that is where the site lives. */
  async #visitStart(): Promise<Visit> {
    this.#hosts.add(hostOf(this.#start));
    this.#frontier.mark(this.#start);
    const visit = await this.#visit(this.#start, () => null);
    const host = hostOf(visit.url);
    if (visit.outcome === 'read' && !this.#hosts.has(host)) {
      this.#hosts.add(host);
      const refusal = (await this.#robotsOf(visit.url)).refusal(visit.url);
      if (refusal !== null) return this.#startFailed({ outcome: 'skipped', url: visit.url, reason: refusal });
    }
    return this.#startFailed(visit);
  }

  #startFailed(visit: Visit): Visit {
    if (visit.outcome !== 'read') this.#startReason = visit.reason;
    return visit;
  }

  /** Several at once, but taken in the order they were found in: the same site gives the same result. */
  async #visitAll(): Promise<void> {
    const underWay: { url: string; visit: Promise<Visit> }[] = [];
    try {
      while (true) {
        const wanted = Math.min(CONCURRENCY, this.#request.maxPages - this.#record.pages);
        while (underWay.length < wanted && this.#stopReason() === null) {
          const url = this.#frontier.next();
          if (url === undefined) break;
          const visit = this.#visit(url, (target) => this.#refuseRedirect(url, target));
          // It may reject before its turn to be waited for.
          visit.catch(() => {});
          underWay.push({ url, visit });
        }
        const [oldest] = underWay;
        if (oldest === undefined) break;
        const visit = await oldest.visit;
        underWay.shift();
        this.#frontier.settled(oldest.url);
        this.#addLinks(this.#settle(visit));
      }
    } finally {
      // One that rejects ends the crawl, and the others end by the same signal.
      await Promise.allSettled(underWay.map((one) => one.visit));
    }
    const reason = this.#stopReason() ?? `The limit of ${this.#request.maxPages} pages was reached`;
    for (const url of this.#frontier.drain()) this.#record.skipped(url, reason);
  }

  #stopReason(): string | null {
    if (this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) return 'The site stopped answering';
    if (this.#record.attempted > this.#request.maxPages * 3 + 100) return 'Too many pages of the site cannot be read';
    if (this.#record.characters > MAX_CHARACTERS) return 'The site holds more text than one source may have';
    if (performance.now() > this.#deadline) return 'The time for reading the site was over';
    return null;
  }

  async #visit(url: string, refuseRedirect: (target: URL) => string | null): Promise<Visit> {
    const { signal } = this.#request;
    const refusal = unpromisingUnlessStart(url, this.#start) ?? (await this.#robotsOf(url)).refusal(url);
    if (refusal !== null) return { outcome: 'skipped', url, reason: refusal };
    const fetched = await this.#fetch.get(url, {
      signal,
      accept: READABLE_TYPES,
      maxBytes: PAGE_BYTES,
      timeoutMs: PAGE_TIMEOUT_MS,
      refuseRedirect,
    });
    if (!fetched.ok) {
      const { kind, reason, status } = fetched;
      if (kind === 'content-type' || kind === 'redirect-refused') return { outcome: 'skipped', url, reason };
      return { outcome: 'failed', url, reason, answered: kind === 'too-large' || (status !== null && status < 500) };
    }
    const read = await readResponse(fetched, this.#tools.reader, signal);
    if (!read.ok) return { outcome: 'failed', url, reason: read.reason, answered: true };
    return { outcome: 'read', url: pageUrl(fetched.url) ?? url, page: read.page };
  }

  /** Takes note of what came of a visit, and answers where the page points to. */
  #settle(visit: Visit): readonly string[] {
    if (visit.outcome === 'read') {
      this.#failuresInARow = 0;
      const { page, sameAs } = this.#folding.fold(visit.url, visit.page);
      this.#frontier.mark(page.document.url ?? visit.url);
      if (sameAs === null) this.#record.read(page.document, page.kind);
      else this.#record.skipped(visit.url, `The same page as ${sameAs}`);
    } else if (visit.outcome === 'skipped') {
      this.#record.skipped(visit.url, visit.reason);
    } else {
      this.#failuresInARow = visit.answered ? 0 : this.#failuresInARow + 1;
      this.#record.failed(visit.url, visit.reason);
    }
    this.#request.onProgress?.({ pages: this.#record.pages, attempted: this.#record.attempted });
    return visit.outcome === 'read' ? visit.page.links : [];
  }

  #addLinks(links: readonly string[]): void {
    for (const link of links) if (this.#hosts.has(hostOf(link))) this.#frontier.add(link);
  }

  async #addSitemaps(firstUrl: string): Promise<void> {
    const robots = await this.#robotsOf(firstUrl);
    const candidates = [...robots.sitemaps, `${new URL(firstUrl).origin}/sitemap.xml`];
    const allowed = candidates.filter((url) => pageUrl(url) !== null);
    const { sitemapUrl, pages } = await readSitemaps(allowed, this.#fetch, this.#request.signal);
    this.#record.sitemapUrl = sitemapUrl;
    for (const entry of pages) {
      const url = pageUrl(entry, firstUrl);
      if (url === null) this.#record.skipped(entry, 'The sitemap gives no web address here');
      else if (this.#hosts.has(hostOf(url))) this.#frontier.add(url);
      else this.#record.skipped(url, OTHER_HOST);
    }
  }

  #refuseRedirect(from: string, target: URL): string | null {
    const url = pageUrl(target.href);
    if (url === null || !this.#hosts.has(hostOf(url))) return 'It redirects to another host';
    const robots = this.#robots.get(new URL(url).host);
    const refusal = robots?.refusal(url) ?? null;
    if (refusal !== null) return `It redirects to ${url}: ${refusal}`;
    return this.#folding.isRead(url)
      ? `It redirects to ${url}, which is read already`
      : (unpromising(url) ?? this.#same(from, url));
  }

  /** Asked for on its own later, or under way: read here it would be read twice. */
  #same(from: string, target: string): string | null {
    return pageKey(from) !== pageKey(target) && this.#frontier.isOpen(target)
      ? `It redirects to ${target}, which is read on its own`
      : null;
  }

  async #robotsOf(url: string): Promise<Robots> {
    const { host, origin } = new URL(url);
    const known = this.#robots.get(host);
    if (known !== undefined) return known;
    const robots = await readRobots(origin, this.#fetch, this.#request.signal);
    this.#fetch.slowDown(robots.crawlDelayMs);
    this.#robots.set(host, robots);
    return robots;
  }
}

/** What the owner asked for by name is tried, whatever it is called. */
const unpromisingUnlessStart = (url: string, start: string) => (url === start ? null : unpromising(url));
