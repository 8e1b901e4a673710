/** Wakes a work group only for events of its filter: each look for work is a call of the log's thread. */
import type { ConsumeOptions } from '../../../ports/event-log.ts';
import { type EventKind, matchesFilter } from './event-filter-sql.ts';
import { WakeSignal } from './wake-signal.ts';

/** Bounds the events that a group scans when it wakes at last, or after a restart. Below the window of one look. */
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
