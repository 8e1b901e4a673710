import robotsParserModule from 'robots-parser';
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
const MAX_CRAWL_DELAY_MS = 10_000;
const TIMEOUT_MS = 15_000;

const REFUSED = 'robots.txt does not allow it to be read';

const allowing: Robots = { refusal: () => null, sitemaps: [], crawlDelayMs: 0 };
const refusing = (reason: string): Robots => ({ refusal: () => reason, sitemaps: [], crawlDelayMs: 0 });

/** A robots.txt that is not there allows everything; one that cannot be had now forbids everything. */
export async function readRobots(origin: string, fetch: PatientFetch, signal: AbortSignal): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const result = await fetch.get(url, { signal, maxBytes: MAX_BYTES, cutAtMaxBytes: true, timeoutMs: TIMEOUT_MS });
  if (result.ok) return parse(url, new TextDecoder().decode(result.bytes));
  if (result.kind === 'not-allowed') return refusing(result.reason);
  if (result.kind === 'http' && (result.status === null || result.status < 500)) return allowing;
  return refusing(`robots.txt could not be read: ${result.reason}`);
}

function parse(url: string, text: string): Robots {
  const rules = robotsParser(url, harmless(text));
  return {
    refusal: (page) => (rules.isAllowed(onOrigin(page, url), AGENT) === false ? REFUSED : null),
    sitemaps: rules.getSitemaps(),
    crawlDelayMs: Math.min(Math.max(0, (rules.getCrawlDelay(AGENT) ?? 0) * 1000 || 0), MAX_CRAWL_DELAY_MS),
  };
}

/** Matching costs pattern times path: lines that nobody writes by hand are left out. */
function harmless(text: string): string {
  return text
    .replace(/\*{2,}/g, '*')
    .split(/\r\n?|\n/)
    .filter((line) => line.length <= MAX_RULE_CHARACTERS && line.split('*').length <= MAX_RULE_WILDCARDS + 1)
    .join('\n');
}

/** The parser knows one scheme; the rules hold for the host. */
function onOrigin(page: string, robotsUrl: string): string {
  const url = new URL(page);
  return new URL(`${url.pathname}${url.search}`, robotsUrl).href;
}
