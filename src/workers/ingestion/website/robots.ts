import robotsParserModule from 'robots-parser';
import { Turns } from '../../../runtime/turns.ts';
import type { PatientFetch } from './patient-fetch.ts';

/** What a site's robots.txt lets us do (RFC 9309). */
export interface Robots {
  /** Null when the URL may be read, else why not. */
  refusal(url: string): string | null;
  readonly sitemaps: readonly string[];
  readonly crawlDelayMs: number;
}

/** The module is the function itself, whatever its types say. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

const AGENT = 'ChatledgerBot';
/** The standard asks for 500 KiB at least; what comes after is not read. */
const MAX_BYTES = 512 * 1024;
const MAX_RULE_CHARACTERS = 500;
const MAX_RULE_WILDCARDS = 10;
const MAX_SITEMAPS = 100;
/** Each rule is looked at for each address, on the main thread; one with wildcards costs its length times that of the path. */
const MAX_RULES = 5_000;
const MAX_WILDCARD_CHARACTERS = 30_000;
/** Characters of rules with wildcards times those of an address: ten million take some 30 ms. */
const MAX_COMPARISONS = 5_000_000;
const MAX_CRAWL_DELAY_MS = 10_000;
const TIMEOUT_MS = 15_000;

const TOO_MANY = 'robots.txt holds more rules than can be heeded';
const TOO_LONG = 'The address is too long to be compared with robots.txt';
const REFUSED = 'robots.txt does not allow it to be read';

const allowing: Robots = { refusal: () => null, sitemaps: [], crawlDelayMs: 0 };
const refusing = (reason: string): Robots => ({ refusal: () => reason, sitemaps: [], crawlDelayMs: 0 });

/** A robots.txt that is not there allows everything; one that cannot be had now forbids everything. */
export async function readRobots(origin: string, fetch: PatientFetch, signal: AbortSignal): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const result = await fetch.get(url, { signal, maxBytes: MAX_BYTES, cutAtMaxBytes: true, timeoutMs: TIMEOUT_MS });
  if (result.ok) return await parse(url, new TextDecoder().decode(result.bytes));
  if (result.kind === 'not-allowed') return refusing(result.reason);
  if (result.kind === 'http' && (result.status === null || result.status < 500)) return allowing;
  return refusing(`robots.txt could not be read: ${result.reason}`);
}

async function parse(url: string, text: string): Promise<Robots> {
  const ours = await rulesForUs(text);
  if (ours === null) return refusing(TOO_MANY);
  const rules = robotsParser(url, ours.text);
  return {
    refusal: (page) => {
      if (ours.wildcardCharacters * page.length > MAX_COMPARISONS) return TOO_LONG;
      return rules.isAllowed(onOrigin(page, url), AGENT) === false ? REFUSED : null;
    },
    sitemaps: rules.getSitemaps(),
    crawlDelayMs: Math.min(Math.max(0, (rules.getCrawlDelay(AGENT) ?? 0) * 1000 || 0), MAX_CRAWL_DELAY_MS),
  };
}

/**
 * What the parser need look at: the groups that may be meant for us, without the lines that nobody writes by hand. Null when that is
 * still more than anybody's rules.
 */
async function rulesForUs(text: string): Promise<{ text: string; wildcardCharacters: number } | null> {
  const turns = new Turns();
  const kept: string[] = [];
  let agents = new Set<string>();
  let inRules = true;
  let rules = 0;
  let sitemaps = 0;
  let wildcardCharacters = 0;
  for (const { 0: line } of text.matchAll(/[^\r\n]+/g)) {
    if (turns.isLong) await turns.pass();
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line.slice(0, MAX_RULE_CHARACTERS + 1)) ?? [];
    const field = name.toLowerCase();
    if (field === 'user-agent') {
      if (inRules) {
        agents = new Set();
        kept.push(GROUP_ENDS);
      }
      inRules = false;
      const agent = agentMeant(value);
      if (agent !== ANOTHER && !agents.has(agent)) kept.push(`User-agent: ${agent}`);
      agents.add(agent);
    } else if (field !== '') inRules = true;
    if (field === 'sitemap' && sitemaps < MAX_SITEMAPS) {
      kept.push(line);
      sitemaps += 1;
    }
    if (!RULES.has(field) || (agents.size === 1 && agents.has(ANOTHER))) continue;
    const rule = line.replace(/\*{2,}/g, '*');
    const wildcards = rule.split('*').length - 1;
    if (rule.length > MAX_RULE_CHARACTERS || wildcards > MAX_RULE_WILDCARDS) continue;
    kept.push(rule);
    rules += 1;
    if (wildcards > 0) wildcardCharacters += rule.length;
    if (rules > MAX_RULES || wildcardCharacters > MAX_WILDCARD_CHARACTERS) return null;
  }
  return { text: kept.join('\n'), wildcardCharacters };
}

const RULES = new Set(['allow', 'disallow', 'crawl-delay']);
const ANOTHER = 'another';
/** Any line that names no agent. */
const GROUP_ENDS = 'group:';

/** Us, everybody, or one that we are not. */
function agentMeant(value: string): string {
  const agent = (value.split('/')[0] ?? '').trim().toLowerCase();
  return agent === '*' || agent === AGENT.toLowerCase() ? agent : ANOTHER;
}

/** The parser knows one scheme; the rules hold for the host. */
function onOrigin(page: string, robotsUrl: string): string {
  const url = new URL(page);
  return new URL(`${url.pathname}${url.search}`, robotsUrl).href;
}
