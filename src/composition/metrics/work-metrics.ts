/** Metrics of the work that this process takes from the log. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../ports/clock.ts';
import type { ConsumeOptions, EventLog, StoredEvent, WorkConsumer, WorkResult } from '../../ports/event-log.ts';
import { withinScrape } from './scrape-timeout.ts';

/** Documented label values. `done` is the documented name of an acknowledged item. */
const RESULT_LABELS = { ack: 'done', retry: 'retry', park: 'park' } as const satisfies Record<
  WorkResult['kind'],
  string
>;

/** Parked work items are counted up to here. */
const MAX_COUNTED = 10_000;

export class WorkMetrics {
  readonly #done: Counter<'group' | 'verdict'>;
  readonly #running: Gauge<'group'>;
  /** Events in progress, by group. */
  readonly #held = new Map<string, Set<StoredEvent>>();

  /**
   * @param log whose parked work is counted on each scrape
   * @param clock of all nodes: that of one machine may be wrong
   */
  constructor(registry: Registry, log: Pick<EventLog, 'countParkedWork'>, clock: Clock) {
    const registers = [registry];
    this.#done = new Counter({
      name: 'chatledger_work_items_total',
      help: 'Work items taken from the log, by group and result',
      labelNames: ['group', 'verdict'],
      registers,
    });
    this.#running = new Gauge({
      name: 'chatledger_work_items_running',
      help: 'Work items in progress, by group',
      labelNames: ['group'],
      registers,
    });
    const held = this.#held;
    new Gauge({
      name: 'chatledger_work_item_oldest_age_seconds',
      help: 'Time since the event of the oldest work item in progress was recorded, by group',
      labelNames: ['group'],
      registers,
      collect() {
        const now = clock.now();
        for (const [group, events] of held) this.set({ group }, ageOfOldest(events, now) / 1000);
      },
    });
    new Gauge({
      name: 'chatledger_work_items_parked',
      help: 'Work items that failed for good and wait for an operator, by group, counted up to 10000',
      labelNames: ['group'],
      registers,
      async collect() {
        this.reset();
        const counting = [...held.keys()].map(async (group) => {
          const parked = await withinScrape(log.countParkedWork(group, MAX_COUNTED));
          if (parked !== null) this.set({ group }, parked);
        });
        await Promise.all(counting);
      },
    });
  }

  consume(log: Pick<EventLog, 'consume'>, options: ConsumeOptions): WorkConsumer {
    const { group, handle } = options;
    const held = this.#held.get(group) ?? new Set();
    this.#held.set(group, held);
    this.#running.set({ group }, held.size);
    for (const verdict of Object.values(RESULT_LABELS)) this.#done.inc({ group, verdict }, 0);
    return log.consume({
      ...options,
      handle: async (event, attempt, signal) => {
        held.add(event);
        this.#running.set({ group }, held.size);
        try {
          const result = await handle(event, attempt, signal);
          this.#done.inc({ group, verdict: RESULT_LABELS[result.kind] });
          return result;
        } catch (error) {
          this.#done.inc({ group, verdict: 'retry' });
          throw error;
        } finally {
          held.delete(event);
          this.#running.set({ group }, held.size);
        }
      },
    });
  }
}

function ageOfOldest(events: Iterable<StoredEvent>, now: number): number {
  let age = 0;
  for (const { recordedAt } of events) age = Math.max(age, now - recordedAt);
  return age;
}
