/** Wakes a work group only for events that match its filter, because each poll for work is a call to the log's thread. */
import type { ConsumeOptions } from '../../../ports/event-log.ts';
import { type EventKind, matchesFilter } from './event-filter-sql.ts';
import { WakeSignal } from './wake-signal.ts';

/**
 * A group also wakes after this many events, which bounds the scan of its next poll and of a restart. Below the window of one
 * poll.
 */
const MAX_UNSEEN_EVENTS = 500;

type Group = Pick<ConsumeOptions, 'filter'> & { readonly signal: WakeSignal; wokenAt: number };

export class WorkSignals {
  readonly #groups = new Map<string, Group>();
  #head = 0;

  of({ group, filter }: Pick<ConsumeOptions, 'group' | 'filter'>): WakeSignal {
    const known = this.#groups.get(group) ?? { filter, signal: new WakeSignal(), wokenAt: this.#head };
    this.#groups.set(group, known);
    return known.signal;
  }

  /** @param kinds of the events since the last call */
  noticeGrowth(head: number, kinds: readonly EventKind[]): void {
    this.#head = head;
    for (const group of this.#groups.values()) {
      const isFar = head - group.wokenAt >= MAX_UNSEEN_EVENTS;
      if (!isFar && !kinds.some((kind) => matchesFilter(group.filter, kind))) continue;
      group.wokenAt = head;
      group.signal.notify();
    }
  }

  notify(group: string): void {
    this.#groups.get(group)?.signal.notify();
  }

  notifyAll(): void {
    for (const { signal } of this.#groups.values()) signal.notify();
  }
}
