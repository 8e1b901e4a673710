import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { hostOf, normalizeUrl, pageKey } from '../../../reading/html/page-facts/page-urls.ts';
import type { CrawlRecord } from './crawl-record.ts';
import { type Frontier, skipReasonOf } from './frontier.ts';
import type { PageDeduplicator } from './page-deduplicator.ts';
import { SessionParameters } from './session-parameters.ts';
import type { SiteRobots } from './site-robots.ts';
import { SKIP_REASONS } from './skip-reasons.ts';

interface ScopeDeps {
  readonly frontier: Frontier;
  readonly record: CrawlRecord;
  readonly robots: SiteRobots;
  readonly deduplicator: PageDeduplicator;
}

/** Decides which URLs a crawl visits. Queues them in the frontier; records others as skipped, with the reason. */
export class CrawlScope {
  readonly #deps: ScopeDeps;
  /** The requested host, and the one that the start page redirected to. */
  readonly #hosts = new Set<string>();
  readonly #sessions = new SessionParameters();

  constructor(deps: ScopeDeps) {
    this.#deps = deps;
  }

  addHostOf(url: string): void {
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
      if (this.hasHostOf(link)) own.push(link);
    }
    if (await this.#sessions.observe(asked, own)) {
      await this.#deps.frontier.rewrite((url) => this.#sessions.without(url));
    }
    for (const link of own) {
      if (budget.isUsedUp) await budget.yieldNow();
      this.#add(this.#sessions.without(link));
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
      else if (this.hasHostOf(url)) this.#add(url);
      else record.addSkipped(url, SKIP_REASONS.otherHost);
    }
  }

  /** Returns why a redirect is not followed; null when it is. */
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
