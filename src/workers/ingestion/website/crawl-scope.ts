import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { hostOf, normalizeUrl, pageKey } from '../../../reading/html/page-facts/page-urls.ts';
import type { CrawlRecord } from './crawl-record.ts';
import { type Frontier, skipReasonOf } from './frontier.ts';
import type { PageDeduplicator } from './page-deduplicator.ts';
import { isSourceOf } from './page-source.ts';
import { isPrintVersion } from './print-version.ts';
import { SessionParameters } from './session-parameters.ts';
import type { SiteRobots } from './site-robots.ts';
import { SKIP_REASONS } from './skip-reasons.ts';

interface ScopeDeps {
  readonly frontier: Frontier;
  readonly record: CrawlRecord;
  readonly robots: SiteRobots;
  readonly deduplicator: PageDeduplicator;
}

const WWW = 'www.';

const withoutWww = (host: string): string => (host.startsWith(WWW) ? host.slice(WWW.length) : host);

/** The reason to skip another form of the page that links to it. */
function otherFormOf(url: string, page: string): string | null {
  if (isPrintVersion(url, page)) return SKIP_REASONS.printVersion(page);
  return isSourceOf(url, page) ? SKIP_REASONS.pageSource(page) : null;
}

/** Decides which URLs a crawl visits, and records why others are skipped. */
export class CrawlScope {
  readonly #deps: ScopeDeps;
  /** The requested host, and the one that the start page redirected to. */
  readonly #hosts = new Set<string>();
  /** The newest host. Pages are asked for there, also those that links seek at its twin with or without `www.`. */
  #home = '';
  #hasLinkedTwin = false;
  readonly #sessions = new SessionParameters();

  constructor(deps: ScopeDeps) {
    this.#deps = deps;
  }

  addHostOf(url: string): void {
    this.#home = hostOf(url);
    this.#hosts.add(this.#home);
  }

  /** The address under the twin of the host, when links lead there and its redirects are not followed yet. */
  linkedTwin(url: string): string | null {
    if (!this.#hasLinkedTwin) return null;
    const twin = new URL(url);
    twin.host = this.#home.startsWith(WWW) ? this.#home.slice(WWW.length) : `${WWW}${this.#home}`;
    return this.#hosts.has(twin.host) ? null : twin.href;
  }

  addTwin(url: string): void {
    this.#hosts.add(hostOf(url));
  }

  hasHostOf(url: string): boolean {
    return this.#hosts.has(hostOf(url));
  }

  /**
   * Links to other hosts are passed over, not recorded as skipped.
   * @param asked URL of the page that has the links
   */
  async addLinks(asked: string, links: readonly string[]): Promise<void> {
    const budget = new EventLoopBudget();
    const own: string[] = [];
    for (const link of links) {
      if (budget.isUsedUp) await budget.yieldNow();
      const url = this.#ownAddress(link);
      if (url !== null) own.push(url);
    }
    if (await this.#sessions.observe(asked, own)) {
      await this.#deps.frontier.rewrite((url) => this.#sessions.without(url));
    }
    for (const link of own) {
      if (budget.isUsedUp) await budget.yieldNow();
      const url = this.#sessions.without(link);
      const reason = otherFormOf(url, asked);
      if (reason !== null) this.#skip(url, reason);
      else this.#add(url);
    }
  }

  /** @param base resolves relative entries */
  async addSitemapEntries(entries: readonly string[], base: string): Promise<void> {
    const { record } = this.#deps;
    const budget = new EventLoopBudget();
    for (const entry of entries) {
      if (budget.isUsedUp) await budget.yieldNow();
      const url = normalizeUrl(entry, base);
      if (url === null) record.addSkipped(entry, SKIP_REASONS.invalidSitemapUrl);
      else this.#addEntry(url);
    }
  }

  #skip(url: string, reason: string): void {
    const { frontier, record } = this.#deps;
    if (frontier.markKnown(url)) record.addSkipped(url, reason);
  }

  #addEntry(url: string): void {
    const own = this.#ownAddress(url);
    if (own === null) this.#deps.record.addSkipped(url, SKIP_REASONS.otherHost);
    else this.#add(own);
  }

  /** The address at which a page is asked for; null for a page of another site. */
  #ownAddress(url: string): string | null {
    const host = hostOf(url);
    if (host === this.#home) return url;
    if (withoutWww(host) !== withoutWww(this.#home)) return this.#hosts.has(host) ? url : null;
    this.#hasLinkedTwin = true;
    const own = new URL(url);
    own.host = this.#home;
    return own.href;
  }

  /** Returns null when the redirect is followed. */
  refuseRedirect(from: string, target: URL): string | null {
    const url = normalizeUrl(target.href);
    if (url === null || !this.hasHostOf(url)) return SKIP_REASONS.redirectsToOtherHost;
    const refusal = this.#deps.robots.cachedRulesFor(url)?.disallowedReason(url) ?? null;
    if (refusal !== null) return SKIP_REASONS.redirectsToSkipped(url, refusal);
    return this.#isReadSeparately(from, url) ? SKIP_REASONS.redirectsToQueued(url) : skipReasonOf(url);
  }

  /** The target was read, is queued or is in flight. */
  #isReadSeparately(from: string, target: string): boolean {
    const { deduplicator, frontier } = this.#deps;
    return deduplicator.isRead(target) || (pageKey(from) !== pageKey(target) && frontier.isPending(target));
  }

  #add(url: string): void {
    const refusal = this.#deps.frontier.add(url);
    if (refusal !== null) this.#deps.record.addSkipped(url, refusal);
  }
}
