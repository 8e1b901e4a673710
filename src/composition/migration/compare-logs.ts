/** Reads both logs side by side. Each event must be the same, down to its leaf in the tree that the source signs. */
import { logPages } from '../../event-log/log-pages.ts';
import { leafContent } from '../../event-log/tree/event-leaf.ts';
import { leafHash, MerkleFrontier } from '../../event-log/tree/merkle-tree.ts';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { Position, ReadableLog, StoredEvent } from '../../ports/event-log.ts';

const PAGE = 256;

export interface ComparedLogs {
  readonly events: number;
  /** base64url, of the tree over both logs. */
  readonly root: string;
  readonly positions: PositionMap;
}

export interface LogComparison {
  readonly source: ReadableLog;
  readonly target: ReadableLog;
  readonly positions: PositionMap;
  readonly onProgress: (events: number) => void;
}

/** Place of a source's event in the target. */
export interface MappedPlace {
  /** Position of the event, or of the last one before it; null for none. */
  readonly upTo: Position | null;
  /** Position of the last event before. */
  readonly before: Position | null;
}

export class PositionMap {
  readonly #wanted: readonly Position[];
  readonly #wantedSize: number;
  readonly #found = new Map<Position, MappedPlace>();
  #next = 0;
  #last: { readonly source: Position; readonly target: Position } | null = null;
  #before: Position | null = null;
  #endOfTree: Position | null = null;

  /**
   * @param wanted positions of the source
   * @param treeSize number of events whose last one is wanted, or 0
   */
  constructor(wanted: Iterable<Position>, treeSize: number) {
    this.#wanted = [...new Set(wanted)].toSorted((a, b) => (a < b ? -1 : 1));
    this.#wantedSize = treeSize;
  }

  /** @param size number of events up to this one */
  add(source: Position, target: Position, size: number): void {
    this.#settle(source);
    this.#before = this.#last?.target ?? null;
    this.#last = { source, target };
    if (size === this.#wantedSize) this.#endOfTree = target;
  }

  /** Must be called after the last event. */
  end(): void {
    this.#settle(null);
  }

  /** Target position of the last event of the wanted tree. */
  get endOfTree(): Position | null {
    return this.#endOfTree;
  }

  of(position: Position): MappedPlace {
    return this.#found.get(position) ?? { upTo: null, before: null };
  }

  /** The next event of the source settles all places before it. */
  #settle(next: Position | null): void {
    for (let wanted = this.#wanted[this.#next]; wanted !== undefined; wanted = this.#wanted[this.#next]) {
      if (next !== null && wanted >= next) return;
      const isAt = this.#last?.source === wanted;
      const upTo = this.#last?.target ?? null;
      this.#found.set(wanted, { upTo, before: isAt ? this.#before : upTo });
      this.#next += 1;
    }
  }
}

/** The message names the first event that differs. */
export class LogsDiffer extends Error {
  override readonly name = 'LogsDiffer';
}

/** @throws LogsDiffer */
export async function compareLogs(comparison: LogComparison): Promise<ComparedLogs> {
  const { source, target, positions, onProgress } = comparison;
  const [left, right] = [eventsOf(source, onProgress), eventsOf(target, () => undefined)];
  const budget = new EventLoopBudget();
  const tree = MerkleFrontier.empty();
  for (;;) {
    const [here, there] = await Promise.all([left.next(), right.next()]);
    if (here.done === true && there.done === true) break;
    if (here.done === true) throw new LogsDiffer(`${placeOf(there.value)} is only in the target`);
    if (there.done === true) throw new LogsDiffer(`${placeOf(here.value)} is missing in the target`);
    const leaf = leafContent(here.value);
    if (leaf !== leafContent(there.value)) throw new LogsDiffer(`${placeOf(here.value)} differs in the target`);
    tree.append(leafHash(leaf));
    positions.add(here.value.position, there.value.position, tree.size);
    await budget.yieldIfUsedUp();
  }
  positions.end();
  return { events: tree.size, root: tree.root().toString('base64url'), positions };
}

const placeOf = (event: StoredEvent | undefined): string => `The event ${event?.stream}@${event?.revision}`;

async function* eventsOf(log: ReadableLog, onProgress: (events: number) => void): AsyncGenerator<StoredEvent> {
  let count = 0;
  for await (const { events } of logPages(log, { limit: PAGE })) {
    yield* events;
    count += events.length;
    onProgress(count);
  }
}
