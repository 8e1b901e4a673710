import { Lane, type LaneOptions } from './lane.ts';

/** Slots of the lanes that are opened one after another while events wait out a back-off. */
const spareLanes = [1, 2, 4, 8, 16];

/**
 * The lanes of one consumer. The first has a slot for each event that is worked on at a time and no more: the server counts an
 * attempt for every event that it had handed out when a process ends, so none should lie ready here without need. An event that
 * waits for its next attempt keeps its slot; so that it holds up nothing else, spare lanes make up for it. When even they are
 * full, the group waits with it.
 */
export class Lanes {
  readonly #options: Omit<LaneOptions, 'slots'>;
  readonly #first: Lane;
  #spare: readonly Lane[] = [];
  readonly #closing = new Set<Promise<void>>();

  constructor(options: Omit<LaneOptions, 'slots'>, concurrency: number) {
    this.#options = options;
    this.#first = new Lane({ ...options, slots: concurrency });
  }

  get unanswered(): number {
    return [this.#first, ...this.#spare].reduce((sum, lane) => sum + lane.unanswered, 0);
  }

  /** Opens and closes spare lanes so that as many events can wait beside those that are worked on. */
  makeUpFor(waiting: number): void {
    const spareSlots = this.#spare.reduce((sum, lane) => sum + lane.slots, 0);
    const next = spareLanes[this.#spare.length];
    const last = this.#spare.at(-1);
    if (waiting > spareSlots && next !== undefined) {
      this.#spare = [...this.#spare, new Lane({ ...this.#options, slots: next })];
      this.makeUpFor(waiting);
    } else if (last !== undefined && waiting <= spareSlots - last.slots && last.unanswered === 0) {
      this.#spare = this.#spare.slice(0, -1);
      this.#close(last);
      this.makeUpFor(waiting);
    }
  }

  async close(): Promise<void> {
    for (const lane of [this.#first, ...this.#spare]) this.#close(lane);
    this.#spare = [];
    await Promise.all(this.#closing);
  }

  #close(lane: Lane): void {
    const closed = lane.close().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}
