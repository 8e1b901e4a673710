import type { PatientFetch } from './patient-fetch.ts';
import { type Robots, readRobots } from './robots.ts';

/** The robots.txt of each host that a crawl comes to, read once. */
export class SiteRobots {
  readonly #fetch: PatientFetch;
  readonly #byHost = new Map<string, Promise<Robots>>();
  readonly #read = new Map<string, Robots>();

  constructor(fetch: PatientFetch) {
    this.#fetch = fetch;
  }

  of(url: string, signal: AbortSignal): Promise<Robots> {
    const { host, origin } = new URL(url);
    const known = this.#byHost.get(host);
    if (known !== undefined) return known;
    const reading = this.#readOnce(host, origin, signal);
    this.#byHost.set(host, reading);
    return reading;
  }

  /** Without asking for it; undefined when it has not been read. */
  readAlready(url: string): Robots | undefined {
    return this.#read.get(new URL(url).host);
  }

  async #readOnce(host: string, origin: string, signal: AbortSignal): Promise<Robots> {
    const robots = await readRobots(origin, this.#fetch, signal);
    this.#fetch.slowDown(robots.crawlDelayMs);
    this.#read.set(host, robots);
    return robots;
  }
}
