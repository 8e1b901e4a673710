import type { CrawlJournal, CrawlStep } from './crawl-steps.ts';
import { compressLines, decodeSteps, encodeStep } from './step-codec.ts';

export type JournalSegment = {
  /** From 0, in the order of writing. */
  readonly number: number;
  /** Index of its first step in the crawl. */
  readonly from: number;
  readonly steps: number;
  /** SHA-256 of the blob. */
  readonly hash: string;
};

export interface JournalSegmentStore {
  /** Returns null when the blob is gone. */
  read(hash: string): Promise<Uint8Array | null>;
  /** Durable once it resolves. */
  write(segment: Omit<JournalSegment, 'hash'>, bytes: Uint8Array): Promise<void>;
}

/**
 * A segment is written when it has this many steps or characters, or when the last one is this old. It costs some ten operations of the
 * file system; a crash repeats the requests of unwritten steps.
 */
const MAX_SEGMENT_STEPS = 32;
const MAX_SEGMENT_CHARACTERS = 1_000_000;
const MAX_SEGMENT_AGE_MS = 500;
/** Beyond these limits the crawl waits until its steps are written (backpressure). */
const MAX_BUFFERED_STEPS = 64;
const MAX_BUFFERED_CHARACTERS = 8_000_000;

/** Writes segments one after the other while the crawl goes on. */
export class SegmentedJournal implements CrawlJournal {
  readonly #run: string;
  readonly #store: JournalSegmentStore;
  readonly #segments: readonly (JournalSegment & { readonly take: number })[];
  #nextNumber: number;
  #nextStep = 0;
  #lines: string[] = [];
  #steps = 0;
  #characters = 0;
  #lastSegmentAt = performance.now();
  #writing: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;

  /** @param run identifies the crawl within its source @param segments of earlier attempts, ordered by number */
  constructor(run: string, segments: readonly JournalSegment[], store: JournalSegmentStore) {
    this.#run = run;
    this.#store = store;
    this.#segments = validSegments(segments);
    this.#nextNumber = (segments.at(-1)?.number ?? -1) + 1;
  }

  async *replaySteps(): AsyncGenerator<CrawlStep> {
    for (const { hash, take } of this.#segments) {
      const bytes = await this.#store.read(hash);
      if (bytes === null) return;
      let replayed = 0;
      for await (const step of decodeSteps(bytes)) {
        if (replayed === take) break;
        replayed += 1;
        yield step;
      }
    }
  }

  truncateAfter(steps: number): void {
    this.#nextStep = steps;
  }

  async append(step: CrawlStep): Promise<void> {
    const lines = await encodeStep(step);
    for (const line of lines) {
      this.#lines.push(line);
      this.#characters += line.length;
    }
    this.#steps += 1;
    const isDue =
      this.#steps >= MAX_SEGMENT_STEPS ||
      this.#characters >= MAX_SEGMENT_CHARACTERS ||
      performance.now() - this.#lastSegmentAt >= MAX_SEGMENT_AGE_MS;
    if (isDue && this.#writing === null) void this.#writeSegment();
    if (this.#steps >= MAX_BUFFERED_STEPS || this.#characters >= MAX_BUFFERED_CHARACTERS) await this.flush();
    this.#throwFailure();
  }

  async flush(): Promise<void> {
    await this.#writing;
    this.#throwFailure();
    if (this.#steps > 0) await this.#writeSegment();
    this.#throwFailure();
  }

  #writeSegment(): Promise<void> {
    const segment = { number: this.#nextNumber, from: this.#nextStep, steps: this.#steps };
    const lines = this.#lines;
    this.#nextNumber += 1;
    this.#nextStep += this.#steps;
    this.#lines = [];
    this.#steps = 0;
    this.#characters = 0;
    this.#lastSegmentAt = performance.now();
    this.#writing = compressLines(`${this.#run} ${segment.number}`, lines)
      .then((bytes) => this.#store.write(segment, bytes))
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#writing = null;
      });
    return this.#writing;
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}

/** @param segments ordered by number */
export const countValidSteps = (segments: readonly JournalSegment[]): number =>
  validSegments(segments).reduce((sum, { take }) => sum + take, 0);

/** A later attempt may write segments that overlap earlier ones: the later segment replaces what it overlaps. */
function validSegments(segments: readonly JournalSegment[]): readonly (JournalSegment & { readonly take: number })[] {
  const valid: (JournalSegment & { take: number })[] = [];
  for (const segment of segments) {
    while ((valid.at(-1)?.from ?? -1) >= segment.from) valid.pop();
    const last = valid.at(-1);
    if (last !== undefined) last.take = Math.min(last.take, segment.from - last.from);
    const end = last === undefined ? 0 : last.from + last.take;
    if (end === segment.from) valid.push({ ...segment, take: segment.steps });
  }
  return valid;
}
