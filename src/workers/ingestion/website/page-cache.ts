import type { CrawlStep, PageVisit, Validators } from './crawl-steps.ts';
import type { JournalSegment } from './segmented-journal.ts';
import { decodeSteps } from './step-codec.ts';

/** Sites are mostly read in the same order again. */
const MAX_DECODED_SEGMENTS = 4;

type ReadBytes = (hash: string) => Promise<Uint8Array | null>;

interface CachedPage extends Validators {
  readonly segment: string;
}

/** Pages of the previous run by requested URL. Memory holds only URLs and validators. */
export class PageCache {
  readonly #readBytes: ReadBytes;
  readonly #pages = new Map<string, CachedPage>();
  readonly #decoded = new Map<string, Promise<ReadonlyMap<string, PageVisit>>>();

  private constructor(readBytes: ReadBytes) {
    this.#readBytes = readBytes;
  }

  static async open(segments: readonly JournalSegment[], readBytes: ReadBytes): Promise<PageCache> {
    const pages = new PageCache(readBytes);
    for (const { hash } of segments) {
      for (const [asked, { etag, lastModified, contentHash }] of await pages.#decodeVisits(hash)) {
        if (contentHash !== null) pages.#pages.set(asked, { segment: hash, etag, lastModified, contentHash });
      }
    }
    return pages;
  }

  /** Returns null for a page that was not read or cannot be revalidated. */
  findValidators(asked: string): Validators | null {
    return this.#pages.get(asked) ?? null;
  }

  /** Returns null when its segment is gone. */
  async findVisit(asked: string): Promise<PageVisit | null> {
    const found = this.#pages.get(asked);
    if (found === undefined) return null;
    const visits = this.#decoded.get(found.segment) ?? this.#decodeVisits(found.segment);
    this.#decoded.delete(found.segment);
    this.#decoded.set(found.segment, visits);
    const [oldest] = this.#decoded.keys();
    if (oldest !== undefined && this.#decoded.size > MAX_DECODED_SEGMENTS) this.#decoded.delete(oldest);
    return (await visits).get(asked) ?? null;
  }

  async #decodeVisits(hash: string): Promise<ReadonlyMap<string, PageVisit>> {
    const bytes = await this.#readBytes(hash);
    const visits = new Map<string, PageVisit>();
    if (bytes === null) return visits;
    for await (const step of decodeSteps(bytes)) if (isPageVisit(step)) visits.set(step.asked, step.visit);
    return visits;
  }
}

const isPageVisit = (step: CrawlStep): step is CrawlStep & { step: 'visit'; visit: PageVisit } =>
  step.step === 'visit' && step.visit.outcome === 'read';
