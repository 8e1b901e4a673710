import type { PoliteFetch } from './polite-fetch.ts';
import { type Robots, readRobots } from './robots.ts';

/** Cache of each host's robots.txt for one crawl. */
export class SiteRobots {
  readonly #fetch: PoliteFetch;
  readonly #byHost = new Map<string, Promise<Robots>>();
  readonly #read = new Map<string, Robots>();

  constructor(fetch: PoliteFetch) {
    this.#fetch = fetch;
  }

  rulesFor(url: string, signal: AbortSignal): Promise<Robots> {
    const { host, origin } = new URL(url);
    const known = this.#byHost.get(host);
    if (known !== undefined) return known;
    const reading = this.#readOnce(host, origin, signal);
    this.#byHost.set(host, reading);
    return reading;
  }

  cachedRulesFor(url: string): Robots | undefined {
    return this.#read.get(new URL(url).host);
  }

  async #readOnce(host: string, origin: string, signal: AbortSignal): Promise<Robots> {
    const robots = await readRobots(origin, this.#fetch, signal);
    this.#fetch.raiseDelay(host, robots.crawlDelayMs);
    this.#read.set(host, robots);
    return robots;
  }
}
