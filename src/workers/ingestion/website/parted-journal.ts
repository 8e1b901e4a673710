import type { CrawlJournal, CrawlStep } from './crawl-steps.ts';
import { linesOf, packLines, stepsOf } from './step-lines.ts';

export type KeptPart = {
  /** Parts are written in the order of their numbers, from 0. */
  readonly number: number;
  /** How many steps of the crawl stand before it. */
  readonly from: number;
  /** How many steps it holds. */
  readonly steps: number;
  /** Of its bytes. */
  readonly hash: string;
};

export interface PartStore {
  /** Null when they are gone. */
  read(hash: string): Promise<Uint8Array | null>;
  /** Durable when it answers. */
  write(part: Omit<KeptPart, 'hash'>, bytes: Uint8Array): Promise<void>;
}

/** A part is written when so many steps wait, or so much text, or the last part is so long ago. */
const PART_STEPS = 16;
const PART_CHARACTERS = 1_000_000;
const PART_AFTER_MS = 500;
/** Beyond this the crawl waits until it is written down. */
const MAX_WAITING_STEPS = 64;
const MAX_WAITING_CHARACTERS = 8_000_000;

/** Writes steps down in parts, one after the other, while the crawl goes on. */
export class PartedJournal implements CrawlJournal {
  readonly #run: string;
  readonly #store: PartStore;
  readonly #parts: readonly (KeptPart & { readonly take: number })[];
  #nextNumber: number;
  #nextStep = 0;
  #lines: string[] = [];
  #steps = 0;
  #characters = 0;
  #lastPartAt = performance.now();
  #writing: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;

  /**
   * @param run names the crawl within its source
   * @param parts of the same crawl, in the order of their numbers
   */
  constructor(run: string, parts: readonly KeptPart[], store: PartStore) {
    this.#run = run;
    this.#store = store;
    this.#parts = partsThatHold(parts);
    this.#nextNumber = (parts.at(-1)?.number ?? -1) + 1;
  }

  async *recall(): AsyncGenerator<CrawlStep> {
    for (const { hash, take } of this.#parts) {
      const bytes = await this.#store.read(hash);
      if (bytes === null) return;
      let taken = 0;
      for await (const step of stepsOf(bytes)) {
        if (taken === take) break;
        taken += 1;
        yield step;
      }
    }
  }

  goOnAfter(steps: number): void {
    this.#nextStep = steps;
  }

  async append(step: CrawlStep): Promise<void> {
    const lines = await linesOf(step);
    for (const line of lines) {
      this.#lines.push(line);
      this.#characters += line.length;
    }
    this.#steps += 1;
    const isDue =
      this.#steps >= PART_STEPS ||
      this.#characters >= PART_CHARACTERS ||
      performance.now() - this.#lastPartAt >= PART_AFTER_MS;
    if (isDue && this.#writing === null) void this.#begin();
    if (this.#steps >= MAX_WAITING_STEPS || this.#characters >= MAX_WAITING_CHARACTERS) await this.flush();
    this.#throwFailure();
  }

  async flush(): Promise<void> {
    await this.#writing;
    this.#throwFailure();
    if (this.#steps > 0) await this.#begin();
    this.#throwFailure();
  }

  #begin(): Promise<void> {
    const part = { number: this.#nextNumber, from: this.#nextStep, steps: this.#steps };
    const lines = this.#lines;
    this.#nextNumber += 1;
    this.#nextStep += this.#steps;
    this.#lines = [];
    this.#steps = 0;
    this.#characters = 0;
    this.#lastPartAt = performance.now();
    this.#writing = packLines(`${this.#run} ${part.number}`, lines)
      .then((bytes) => this.#store.write(part, bytes))
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#writing = null;
      });
    return this.#writing;
  }

  /** What could not be written down is told to the next who appends. */
  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}

/** A part that begins earlier than the one before it ends was written by a later attempt: it takes the place of what it overlaps. */
function partsThatHold(parts: readonly KeptPart[]): readonly (KeptPart & { readonly take: number })[] {
  const held: (KeptPart & { take: number })[] = [];
  for (const part of parts) {
    while ((held.at(-1)?.from ?? -1) >= part.from) held.pop();
    const last = held.at(-1);
    if (last !== undefined) last.take = Math.min(last.take, part.from - last.from);
    const end = last === undefined ? 0 : last.from + last.take;
    if (end === part.from) held.push({ ...part, take: part.steps });
  }
  return held;
}
