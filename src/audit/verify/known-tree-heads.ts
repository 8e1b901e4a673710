/** Signed heads that the log is compared with, in the order of their sizes: those in the log, and those that were stored elsewhere. */
import { SHORT_HASH_LENGTH } from '../../event-log/tree/signed-head.ts';

export interface KnownTreeHead {
  readonly size: number;
  /** base64url */
  readonly root: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Short hashes of the leaves from index `from` to `size`. */
  readonly from: number;
  readonly leaves: string;
  readonly closed: boolean;
  /** Id of the installation. */
  readonly log: string;
  readonly source: 'in the log' | 'beside the log' | 'kept as contradicted' | 'kept elsewhere';
}

/** Heads outside the log that are consulted about a leaf. There may be many, and each tells only of its own leaves. */
const MAX_AHEAD = 4;

export class KnownTreeHeads {
  readonly #inLog: AsyncIterator<KnownTreeHead>;
  readonly #others: readonly KnownTreeHead[];
  /** `null` once all heads in the log are read. */
  #next: KnownTreeHead | null = null;
  #lastInLog: KnownTreeHead | null = null;
  /** Index in `#others` of the first whose size is not reached yet. */
  #passed = 0;

  private constructor(inLog: AsyncIterator<KnownTreeHead>, others: readonly KnownTreeHead[]) {
    this.#inLog = inLog;
    this.#others = others.toSorted((a, b) => a.size - b.size);
  }

  static async over(inLog: AsyncIterator<KnownTreeHead>, others: readonly KnownTreeHead[]): Promise<KnownTreeHeads> {
    const heads = new KnownTreeHeads(inLog, others);
    await heads.#advance();
    return heads;
  }

  /** Head of the largest size read so far. */
  get lastInLog(): KnownTreeHead | null {
    return this.#lastInLog;
  }

  /** The short hash that was signed for a leaf; null where no head ahead tells. */
  signedLeaf(index: number): string | null {
    const inLog = leafIn(this.#next, index);
    if (inLog !== null) return inLog;
    for (const head of this.#othersAhead()) {
      const signed = leafIn(head, index);
      if (signed !== null) return signed;
    }
    return null;
  }

  /** Returns false when a head says that another leaf stands at the index. */
  agree(index: number, leaf: string): boolean {
    const inLog = leafIn(this.#next, index);
    if (inLog !== null && inLog !== leaf) return false;
    return this.#othersAhead().every((head) => [null, leaf].includes(leafIn(head, index)));
  }

  /** Returns the heads of exactly this size, and goes past them. */
  async take(size: number): Promise<readonly KnownTreeHead[]> {
    const taken: KnownTreeHead[] = [];
    while (this.#next !== null && this.#next.size <= size) {
      if (this.#next.size === size) taken.push(this.#next);
      await this.#advance();
    }
    for (let head = this.#others[this.#passed]; head !== undefined && head.size <= size; ) {
      if (head.size === size) taken.push(head);
      this.#passed += 1;
      head = this.#others[this.#passed];
    }
    return taken;
  }

  /** Heads that cover more events than the log has. */
  ahead(): readonly KnownTreeHead[] {
    return [...(this.#next === null ? [] : [this.#next]), ...this.#others.slice(this.#passed)];
  }

  #othersAhead(): readonly KnownTreeHead[] {
    return this.#others.slice(this.#passed, this.#passed + MAX_AHEAD);
  }

  async #advance(): Promise<void> {
    if (this.#next !== null) this.#lastInLog = this.#next;
    const step = await this.#inLog.next();
    this.#next = step.done === true ? null : step.value;
  }
}

function leafIn(head: KnownTreeHead | null, index: number): string | null {
  if (head === null || index < head.from || index >= head.size) return null;
  const start = (index - head.from) * SHORT_HASH_LENGTH;
  return head.leaves.slice(start, start + SHORT_HASH_LENGTH);
}
