import type { CrawlStep, PageVisit, Validators } from './crawl-steps.ts';
import type { KeptPart } from './parted-journal.ts';
import { stepsOf } from './step-lines.ts';

/** Parts held unpacked at a time: a site is mostly read in the order it was read in before. */
const PARTS_AT_HAND = 4;

type ReadBytes = (hash: string) => Promise<Uint8Array | null>;

interface Found extends Validators {
  readonly part: string;
}

/** The pages that an earlier run read, by the address asked for. In memory are only the addresses and how to ask whether they changed. */
export class EarlierPages {
  readonly #readBytes: ReadBytes;
  readonly #found = new Map<string, Found>();
  readonly #atHand = new Map<string, Promise<ReadonlyMap<string, PageVisit>>>();

  private constructor(readBytes: ReadBytes) {
    this.#readBytes = readBytes;
  }

  static async open(parts: readonly KeptPart[], readBytes: ReadBytes): Promise<EarlierPages> {
    const pages = new EarlierPages(readBytes);
    for (const { hash } of parts) {
      for (const [asked, { etag, lastModified, contentHash }] of await pages.#visitsOf(hash)) {
        if (contentHash !== null) pages.#found.set(asked, { part: hash, etag, lastModified, contentHash });
      }
    }
    return pages;
  }

  /** Null for a page that was not read, or that cannot be compared. */
  validatorsOf(asked: string): Validators | null {
    return this.#found.get(asked) ?? null;
  }

  /** The visit as it was then; null when it is no longer kept. */
  async visitOf(asked: string): Promise<PageVisit | null> {
    const found = this.#found.get(asked);
    if (found === undefined) return null;
    const visits = this.#atHand.get(found.part) ?? this.#visitsOf(found.part);
    this.#atHand.delete(found.part);
    this.#atHand.set(found.part, visits);
    const [oldest] = this.#atHand.keys();
    if (oldest !== undefined && this.#atHand.size > PARTS_AT_HAND) this.#atHand.delete(oldest);
    return (await visits).get(asked) ?? null;
  }

  async #visitsOf(hash: string): Promise<ReadonlyMap<string, PageVisit>> {
    const bytes = await this.#readBytes(hash);
    const visits = new Map<string, PageVisit>();
    if (bytes === null) return visits;
    for await (const step of stepsOf(bytes)) if (isPageVisit(step)) visits.set(step.asked, step.visit);
    return visits;
  }
}

const isPageVisit = (step: CrawlStep): step is CrawlStep & { step: 'visit'; visit: PageVisit } =>
  step.step === 'visit' && step.visit.outcome === 'read';
