import robotsParserModule from 'robots-parser';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { encodingOf } from './byte-order-mark.ts';
import type { PoliteFetch } from './polite-fetch.ts';
import { SKIP_REASONS } from './skip-reasons.ts';

/** Rules for our user agent (RFC 9309). */
export interface Robots {
  /** Returns null when the URL may be read. */
  disallowedReason(url: string): string | null;
  /** Absolute. */
  readonly sitemaps: readonly string[];
  readonly crawlDelayMs: number;
}

/** The package's types declare a default export, but the module is the function. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

const AGENT = 'ChatledgerBot';
/** RFC 9309 requires at least 500 KiB; the rest is ignored. */
const MAX_BYTES = 512 * 1024;
const MAX_RULE_CHARACTERS = 500;
const MAX_RULE_WILDCARDS = 10;
const MAX_SITEMAPS = 100;
/**
 * Bounds the work on the main thread, where each rule is matched against each URL. A rule with wildcards costs its length times the path's.
 */
const MAX_RULES = 5_000;
const MAX_WILDCARD_CHARACTERS = 30_000;
/** Characters of wildcard rules times those of the URL; ten million take some 30 ms. */
const MAX_COMPARISONS = 5_000_000;
/** Some seven seconds of CPU for all URLs of a crawl. A site may name thousands of URLs only to have them compared. */
const MAX_ALL_COMPARISONS = 5_000_000_000;
const MAX_CRAWL_DELAY_MS = 10_000;
const TIMEOUT_MS = 15_000;

const ALLOW_ALL: Robots = { disallowedReason: () => null, sitemaps: [], crawlDelayMs: 0 };
const disallowAll = (reason: string): Robots => ({ disallowedReason: () => reason, sitemaps: [], crawlDelayMs: 0 });

/** A missing robots.txt allows everything; an unreachable one disallows everything. */
export async function readRobots(origin: string, fetch: PoliteFetch, signal: AbortSignal): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const result = await fetch.get(url, { signal, maxBytes: MAX_BYTES, truncateAtMaxBytes: true, timeoutMs: TIMEOUT_MS });
  if (result.ok) return await parse(url, new TextDecoder(encodingOf(result.bytes)).decode(result.bytes));
  if (result.kind === 'not-allowed') return disallowAll(result.reason);
  if (result.kind === 'http' && (result.status === null || result.status < 500)) return ALLOW_ALL;
  return disallowAll(SKIP_REASONS.robotsUnreadable(result.reason));
}

async function parse(url: string, text: string): Promise<Robots> {
  const ours = await rulesForUs(text);
  if (ours === null) return disallowAll(SKIP_REASONS.robotsTooManyRules);
  const rules = robotsParser(url, ours.text);
  let compared = 0;
  return {
    disallowedReason: (page) => {
      const comparisons = ours.wildcardCharacters * page.length;
      if (comparisons > MAX_COMPARISONS) return SKIP_REASONS.robotsUrlTooLong;
      compared += comparisons;
      if (compared > MAX_ALL_COMPARISONS) return SKIP_REASONS.robotsTooManyRules;
      return rules.isAllowed(onOrigin(page, url), AGENT) === false ? SKIP_REASONS.robotsDisallowed : null;
    },
    sitemaps: rules.getSitemaps().flatMap((address) => URL.parse(address, url)?.href ?? []),
    crawlDelayMs: Math.min(Math.max(0, (rules.getCrawlDelay(AGENT) ?? 0) * 1000 || 0), MAX_CRAWL_DELAY_MS),
  };
}

/** Groups that concern us, without oversized rules. Returns null when too many rules remain. */
async function rulesForUs(text: string): Promise<{ text: string; wildcardCharacters: number } | null> {
  const budget = new EventLoopBudget();
  const ours = new OurGroups();
  for (const { 0: line } of text.matchAll(/[^\r\n]+/g)) {
    if (budget.isUsedUp) await budget.yieldNow();
    ours.add(line);
    if (ours.rules > MAX_RULES || ours.wildcardCharacters > MAX_WILDCARD_CHARACTERS) return null;
  }
  return { text: ours.lines.join('\n'), wildcardCharacters: ours.wildcardCharacters };
}

/** A group is the agents it names, then its rules. */
class OurGroups {
  readonly lines: string[] = [];
  rules = 0;
  /** Characters of rules with wildcards. */
  wildcardCharacters = 0;
  #agents = new Set<string>();
  #inRules = true;
  #sitemaps = 0;

  add(line: string): void {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line.slice(0, MAX_RULE_CHARACTERS + 1)) ?? [];
    const field = name.toLowerCase();
    if (field === 'user-agent') this.#addAgent(agentMeant(value));
    else if (field !== '') this.#inRules = true;
    if (field === 'sitemap') this.#addSitemap(line);
    if (RULE_FIELDS.has(field) && !this.#concernsOthersOnly) this.#addRule(line.replace(/\*{2,}/g, '*'));
  }

  get #concernsOthersOnly(): boolean {
    return this.#agents.size === 1 && this.#agents.has(OTHER_AGENT);
  }

  #addAgent(agent: string): void {
    if (this.#inRules) {
      this.#agents = new Set();
      this.lines.push(GROUP_END);
    }
    this.#inRules = false;
    if (agent !== OTHER_AGENT && !this.#agents.has(agent)) this.lines.push(`User-agent: ${agent}`);
    this.#agents.add(agent);
  }

  #addSitemap(line: string): void {
    if (this.#sitemaps === MAX_SITEMAPS) return;
    this.#sitemaps += 1;
    this.lines.push(line);
  }

  #addRule(rule: string): void {
    const wildcards = rule.split('*').length - 1;
    if (rule.length > MAX_RULE_CHARACTERS || wildcards > MAX_RULE_WILDCARDS) return;
    this.lines.push(rule);
    this.rules += 1;
    if (wildcards > 0) this.wildcardCharacters += rule.length;
  }
}

const RULE_FIELDS = new Set(['allow', 'disallow', 'crawl-delay']);
const OTHER_AGENT = 'another';
/** A separator without an agent. */
const GROUP_END = 'group:';

/** Our agent, `*`, or any other. A product token ends at the first character that it cannot hold (RFC 9309, 2.2.1). */
function agentMeant(value: string): string {
  const agent = /^\s*(\*(?=\s|$)|[a-z_-]+)/i.exec(value)?.[1]?.toLowerCase();
  return agent === '*' || agent === AGENT.toLowerCase() ? agent : OTHER_AGENT;
}

/** The parser compares schemes, but rules apply to the whole host. */
function onOrigin(page: string, robotsUrl: string): string {
  const { pathname, search } = new URL(page);
  // Resolved as a path, one that begins with two slashes would be taken for a host.
  return `${new URL(robotsUrl).origin}${pathname}${search}`;
}
