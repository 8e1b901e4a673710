/**
 * A closed queueing network, simulated event by event: so many customers go round through the same stages, and each asks again as
 * soon as it has been served. Service times are exponential, queues are served in order.
 */

export interface Station {
  readonly name: string;
  /** Customers served at once; `Infinity` for a plain delay, such as a model elsewhere. */
  readonly servers: number;
}

export interface Stage {
  /** Name of a station. */
  readonly at: string;
  /** Mean service time, milliseconds. */
  readonly ms: number;
}

export interface Network {
  readonly stations: readonly Station[];
  /** A round, in this order. */
  readonly stages: readonly Stage[];
}

export interface Simulated {
  /** Rounds a second. */
  readonly perSecond: number;
  /** Milliseconds of a round. */
  readonly p50: number;
  readonly p95: number;
  /** Share of the time that the servers of a station work, 0 to 1, by station; 0 for a plain delay. */
  readonly busy: Readonly<Record<string, number>>;
}

interface Customer {
  stage: number;
  startedAt: number;
}

interface Queue {
  readonly servers: number;
  readonly waiting: Customer[];
  serving: number;
  workedMs: number;
}

/** Rounds before anything is counted: the network starts empty. */
const WARM_UP_SHARE = 0.1;

/** @param rounds that are counted; the same arguments give the same result */
export function simulate({ stations, stages }: Network, customers: number, rounds: number): Simulated {
  const random = seededRandom(customers * 7919 + rounds);
  const queues = new Map<string, Queue>();
  for (const { name, servers } of stations) queues.set(name, { servers, waiting: [], serving: 0, workedMs: 0 });
  const departures = new Departures();
  const warmUp = Math.ceil(rounds * WARM_UP_SHARE);
  const times: number[] = [];
  let [now, done, countedFrom] = [0, 0, 0];

  const stageOf = ({ stage }: Customer): { queue: Queue; ms: number } => {
    const at = stages[stage];
    const queue = at === undefined ? undefined : queues.get(at.at);
    if (at === undefined || queue === undefined) throw new RangeError(`There is no station ${at?.at}`);
    return { queue, ms: at.ms };
  };
  const serve = (customer: Customer) => {
    const { queue, ms } = stageOf(customer);
    const takes = -Math.log(1 - random()) * ms;
    queue.serving += 1;
    queue.workedMs += takes;
    departures.push({ at: now + takes, customer });
  };
  const arrive = (customer: Customer) => {
    const { queue } = stageOf(customer);
    if (queue.serving < queue.servers) serve(customer);
    else queue.waiting.push(customer);
  };

  const completeRound = (customer: Customer) => {
    done += 1;
    if (done > warmUp) times.push(now - customer.startedAt);
    if (done === warmUp) {
      countedFrom = now;
      for (const each of queues.values()) each.workedMs = 0;
    }
    customer.stage = 0;
    customer.startedAt = now;
  };

  for (let count = 0; count < customers; count += 1) arrive({ stage: 0, startedAt: 0 });
  while (times.length < rounds) {
    const { at, customer } = departures.pop();
    now = at;
    const { queue } = stageOf(customer);
    queue.serving -= 1;
    const next = queue.waiting.shift();
    if (next !== undefined) serve(next);
    customer.stage += 1;
    if (customer.stage === stages.length) completeRound(customer);
    arrive(customer);
  }
  times.sort((a, b) => a - b);
  const counted = now - countedFrom;
  const busy = [...queues].map(([name, { servers, workedMs }]) => [name, workedMs / counted / servers] as const);
  const quantile = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    perSecond: (rounds * 1000) / counted,
    p50: quantile(0.5),
    p95: quantile(0.95),
    busy: Object.fromEntries(busy),
  };
}

interface Departure {
  readonly at: number;
  readonly customer: Customer;
}

/** A binary heap, the earliest departure first. */
class Departures {
  readonly #heap: Departure[] = [];

  push(departure: Departure): void {
    let at = this.#heap.length;
    this.#heap.push(departure);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#heap[parent];
      if (above === undefined || above.at <= departure.at) break;
      this.#heap[at] = above;
      at = parent;
    }
    this.#heap[at] = departure;
  }

  /** @throws RangeError when nobody is served */
  pop(): Departure {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) throw new RangeError('Nobody is served');
    if (this.#heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(departure: Departure): void {
    let at = 0;
    for (;;) {
      const [left, right] = [this.#heap[2 * at + 1], this.#heap[2 * at + 2]];
      if (left === undefined) break;
      const isRight = right !== undefined && right.at < left.at;
      const child = isRight ? right : left;
      if (child.at >= departure.at) break;
      this.#heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    this.#heap[at] = departure;
  }
}

/** Mulberry32: 0 to 1, the same sequence for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
