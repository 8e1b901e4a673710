import { URL_NOT_ALLOWED } from '../../../ports/web.ts';
import { Turns } from '../../../runtime/turns.ts';
import { hostOf, pageKey, pageUrl } from '../html/page-urls.ts';
import { CrawlRecord } from './crawl-record.ts';
import type { CrawlStep, Visit } from './crawl-steps.ts';
import type { CrawlRequest, CrawlResult, CrawlTools } from './crawl-types.ts';
import { Frontier, unpromising } from './frontier.ts';
import { HostPacer } from './host-pacer.ts';
import { PageFolding } from './page-folding.ts';
import { PageVisitor } from './page-visitor.ts';
import { PatientFetch } from './patient-fetch.ts';
import { Recollection } from './recollection.ts';
import { SiteRobots } from './site-robots.ts';
import { type FoundSitemaps, readSitemaps } from './sitemaps.ts';
import { TimeAllowed } from './time-allowed.ts';

/** Requests under way at once; how fast they begin is the pacer's. */
const CONCURRENCY = 4;
/** A site that fails so often in a row has gone away. */
const MAX_FAILURES_IN_A_ROW = 20;
/** Of all pages together: what a chatbot could ever be asked about. */
const MAX_CHARACTERS = 50_000_000;
/** 500 pages at ten seconds each, the longest delay that robots.txt is granted, take less than an hour and a half. */
const MAX_DURATION_MS = 2 * 60 * 60 * 1000;
/** Pages at the very beginning that do nothing but send their visitors on. */
const MAX_FORWARDINGS = 3;

const OTHER_HOST = 'It is on another host';
const TIME_OVER = 'The time for reading the site was over';

/**
 * Reads a website from one address on: breadth first within its host, links and sitemaps together, as robots.txt allows. What is
 * not read is in the summary with its reason. With a journal it goes on where an earlier attempt of the same crawl was cut off.
 * When its time is over, whatever is under way ends, and what was read until then is the result.
 * Rejects only with the signal's reason when that aborts, or with what `onPage` or the journal throws.
 */
export async function crawlWebsite(request: CrawlRequest, tools: CrawlTools): Promise<CrawlResult> {
  const start = pageUrl(request.url);
  if (start === null) {
    const reason = URL.canParse(request.url) ? URL_NOT_ALLOWED : 'This is not a web address';
    return { ok: false, reason, ...new CrawlRecord().outcome() };
  }
  const crawl = new Crawl(start, request, tools);
  try {
    return await crawl.run();
  } finally {
    crawl.close();
    // Also when it is cut off: whoever goes on with it does not ask for these pages again.
    await tools.journal?.flush();
  }
}

/** A visit, and whether it is one of an earlier attempt. */
interface Settling {
  readonly asked: string;
  readonly visit: Visit;
  readonly isRecalled: boolean;
}

class Crawl {
  readonly #start: string;
  readonly #request: CrawlRequest;
  readonly #tools: CrawlTools;
  readonly #fetch: PatientFetch;
  readonly #robots: SiteRobots;
  readonly #visitor: PageVisitor;
  readonly #recollection: Recollection;
  readonly #record = new CrawlRecord();
  readonly #frontier = new Frontier();
  readonly #folding = new PageFolding();
  /** The host asked for, and the one it sent us to at the very beginning. */
  readonly #hosts = new Set<string>();
  readonly #time: TimeAllowed;
  #failuresInARow = 0;
  #startReason = '';

  constructor(start: string, request: CrawlRequest, tools: CrawlTools) {
    this.#start = start;
    this.#request = request;
    this.#tools = tools;
    this.#time = new TimeAllowed(request.maxDurationMs ?? MAX_DURATION_MS, request.signal);
    this.#fetch = new PatientFetch(tools.web, tools.pacer ?? new HostPacer(), request.delayMs);
    this.#robots = new SiteRobots(this.#fetch);
    this.#visitor = new PageVisitor(tools, this.#fetch, this.#robots);
    this.#recollection = new Recollection(tools.journal ?? null);
  }

  async run(): Promise<CrawlResult> {
    const first = await this.#visitStart();
    if (this.#request.recursive) {
      await this.#addSitemaps(first);
      await this.#visitAll();
    }
    const outcome = this.#record.outcome();
    if (outcome.crawlSummary.succeeded > 0) return { ok: true, ...outcome };
    return { ok: false, reason: this.#startReason, ...outcome };
  }

  close(): void {
    this.#time.close();
  }

  /** The first page may send us to another host: that is where the site lives. Answers where it was found. */
  async #visitStart(): Promise<string> {
    let asked = this.#start;
    for (let forwarded = 0; ; forwarded += 1) {
      this.#hosts.add(hostOf(asked));
      this.#frontier.mark(asked);
      const settling = await this.#visitOrRecall(asked, { refuseRedirect: () => null, isStart: true });
      const visit = settling === null ? null : await this.#obeyed(settling.visit);
      if (settling === null || visit === null) {
        this.#startReason = TIME_OVER;
        this.#record.failed(asked, TIME_OVER);
        return asked;
      }
      if (visit.outcome !== 'read') this.#startReason = visit.reason;
      const links = await this.#settle({ ...settling, visit });
      const [onward] = visit.outcome === 'skipped' ? visit.links : [];
      if (onward === undefined || forwarded === MAX_FORWARDINGS) {
        if (this.#request.recursive) this.#addLinks(links);
        return visit.url;
      }
      asked = onward;
    }
  }

  /** Where the first page was found another robots.txt may hold. Null when there was no time to read it. */
  async #obeyed(visit: Visit): Promise<Visit | null> {
    const { url } = visit;
    if (visit.outcome !== 'read' || this.#hosts.has(hostOf(url))) return visit;
    this.#hosts.add(hostOf(url));
    const robots = await this.#time.within((signal) => this.#robots.of(url, signal));
    if (robots === null) return null;
    const refusal = robots.refusal(url);
    return refusal === null ? visit : { outcome: 'skipped', url, reason: refusal, links: [] };
  }

  /** Several at once, but taken in the order they were found in: the same site gives the same result. */
  async #visitAll(): Promise<void> {
    const underWay: { url: string; settling: Promise<Settling | null> }[] = [];
    try {
      while (true) {
        const wanted = Math.min(CONCURRENCY, this.#request.maxPages - this.#record.pages);
        while (underWay.length < wanted && this.#stopReason() === null) {
          const url = this.#frontier.next();
          if (url === undefined) break;
          const refuseRedirect = (target: URL) => this.#refuseRedirect(url, target);
          const settling = this.#visitOrRecall(url, { refuseRedirect, isStart: false });
          // It may reject before its turn to be waited for.
          settling.catch(() => {});
          underWay.push({ url, settling });
        }
        const [oldest] = underWay;
        if (oldest === undefined) break;
        const settling = await oldest.settling;
        underWay.shift();
        this.#frontier.settled(oldest.url);
        if (settling === null) this.#record.skipped(oldest.url, TIME_OVER);
        else this.#addLinks(await this.#settle(settling));
      }
    } finally {
      // One that rejects ends the crawl, and the others end by the same signal.
      await Promise.allSettled(underWay.map((one) => one.settling));
    }
    const reason = this.#stopReason() ?? `The limit of ${this.#request.maxPages} pages was reached`;
    for (const url of this.#frontier.drain()) this.#record.skipped(url, reason);
  }

  #stopReason(): string | null {
    if (this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) return 'The site stopped answering';
    if (this.#record.attempted > this.#request.maxPages * 3 + 100) return 'Too many pages of the site cannot be read';
    if (this.#record.characters > MAX_CHARACTERS) return 'The site holds more text than one source may have';
    return this.#time.isOver ? TIME_OVER : null;
  }

  /** Null when there is no time for it. */
  async #visitOrRecall(
    asked: string,
    how: { refuseRedirect: (target: URL) => string | null; isStart: boolean },
  ): Promise<Settling | null> {
    this.#request.signal.throwIfAborted();
    const recalled = await this.#recollection.take(
      (step): step is Extract<CrawlStep, { step: 'visit' }> => step.step === 'visit' && step.asked === asked,
    );
    if (recalled !== null) return { asked, visit: recalled.visit, isRecalled: true };
    const visit = await this.#time.within((signal) => this.#visitor.visit(asked, { signal, ...how }));
    return visit === null ? null : { asked, visit, isRecalled: false };
  }

  /** Takes note of what came of a visit, and answers where the page points to. */
  async #settle({ asked, visit, isRecalled }: Settling): Promise<readonly string[]> {
    if (!isRecalled) await this.#tools.journal?.append({ step: 'visit', asked, visit });
    if (visit.outcome === 'read') {
      this.#failuresInARow = 0;
      const { page, sameAs } = await this.#folding.fold(visit.url, visit.page);
      this.#frontier.mark(page.document.url ?? visit.url);
      if (sameAs === null) {
        this.#record.read(page.document, page.kind);
        await this.#request.onPage(page.document);
      } else if (pageKey(asked) !== pageKey(sameAs)) {
        this.#record.skipped(asked, `The same page as ${sameAs}`);
      }
    } else if (visit.outcome === 'skipped') {
      this.#record.skipped(visit.url, visit.reason);
    } else {
      this.#failuresInARow = visit.answered ? 0 : this.#failuresInARow + 1;
      this.#record.failed(visit.url, visit.reason);
    }
    this.#request.onProgress?.(this.#record.counts);
    if (visit.outcome === 'failed') return [];
    return visit.outcome === 'read' ? visit.page.links : visit.links;
  }

  #addLinks(links: readonly string[]): void {
    for (const link of links) if (this.#hosts.has(hostOf(link))) this.#add(link);
  }

  #add(url: string): void {
    const refusal = this.#frontier.add(url);
    if (refusal !== null) this.#record.skipped(url, refusal);
  }

  async #addSitemaps(firstUrl: string): Promise<void> {
    const recalled = await this.#recollection.take(
      (step): step is Extract<CrawlStep, { step: 'sitemaps' }> => step.step === 'sitemaps',
    );
    const found = recalled?.found ?? (await this.#time.within((signal) => this.#findSitemaps(firstUrl, signal)));
    if (found === null) {
      this.#record.skipped(new URL('/sitemap.xml', firstUrl).href, TIME_OVER);
      return;
    }
    if (recalled === null) await this.#tools.journal?.append({ step: 'sitemaps', found });
    this.#record.sitemapUrl = found.sitemapUrl;
    const turns = new Turns();
    for (const entry of found.pages) {
      if (turns.isLong) await turns.pass();
      const url = pageUrl(entry, firstUrl);
      if (url === null) this.#record.skipped(entry, 'The sitemap gives no web address here');
      else if (this.#hosts.has(hostOf(url))) this.#add(url);
      else this.#record.skipped(url, OTHER_HOST);
    }
  }

  async #findSitemaps(firstUrl: string, signal: AbortSignal): Promise<FoundSitemaps> {
    const robots = await this.#robots.of(firstUrl, signal);
    const candidates = [...robots.sitemaps, `${new URL(firstUrl).origin}/sitemap.xml`];
    return readSitemaps(
      candidates.filter((url) => pageUrl(url) !== null),
      this.#fetch,
      signal,
    );
  }

  #refuseRedirect(from: string, target: URL): string | null {
    const url = pageUrl(target.href);
    if (url === null || !this.#hosts.has(hostOf(url))) return 'It redirects to another host';
    const refusal = this.#robots.readAlready(url)?.refusal(url) ?? null;
    if (refusal !== null) return `It redirects to ${url}: ${refusal}`;
    return this.#isReadOnItsOwn(from, url) ? `It redirects to ${url}, which is read on its own` : unpromising(url);
  }

  /** Before, later or right now: read here it would be read twice. */
  #isReadOnItsOwn(from: string, target: string): boolean {
    return this.#folding.isRead(target) || (pageKey(from) !== pageKey(target) && this.#frontier.isOpen(target));
  }
}
