/**
 * The clock of the MongoDB server, so that leases, sessions and limits do not depend on the clocks of nodes. Cristian's
 * algorithm: the round trip bounds the server's time.
 */
import { type Db, MongoServerError } from 'mongodb';
import type { Clock } from '../../ports/clock.ts';
import { callsTo } from './failures.ts';

const SYNC_EVERY_MS = 10_000;
/** The server tells its time in whole milliseconds. */
const RESOLUTION_MS = 1;
const COMMAND_NOT_FOUND = 59;

export interface ServerClockSource {
  /** Epoch milliseconds. */
  readonly serverTime: () => Promise<number>;
  /** Milliseconds. Default: `performance.now`. */
  readonly monotonic?: () => number;
}

export class ServerClock implements Clock {
  readonly #serverTime: () => Promise<number>;
  readonly #monotonic: () => number;
  /** The server's time when the monotonic clock was zero; null before the first answer. */
  #origin: number | null = null;

  private constructor({ serverTime, monotonic = () => performance.now() }: ServerClockSource) {
    this.#serverTime = serverTime;
    this.#monotonic = monotonic;
  }

  /** @throws as `serverTime` */
  static async open(source: ServerClockSource): Promise<ServerClock> {
    const clock = new ServerClock(source);
    await clock.sync();
    return clock;
  }

  now(): number {
    return Math.floor((this.#origin ?? 0) + this.#monotonic());
  }

  /** Moves the time only into the bounds of the answer, so that a slow answer moves nothing. @throws as `serverTime` */
  async sync(): Promise<void> {
    const askedAt = this.#monotonic();
    const time = await this.#serverTime();
    const earliest = time - this.#monotonic();
    const latest = time + RESOLUTION_MS - askedAt;
    this.#origin = Math.min(Math.max(this.#origin ?? (earliest + latest) / 2, earliest), latest);
  }

  /** Synchronises until the signal aborts. While the server is unavailable, the clock keeps its last offset. */
  follow(signal: AbortSignal): void {
    const timer = setInterval(() => void this.sync().catch(() => undefined), SYNC_EVERY_MS);
    timer.unref();
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }
}

/** @throws StoreUnavailable */
export function openServerClock(db: Db): Promise<ServerClock> {
  const call = callsTo('mongodb', db);
  return ServerClock.open({ serverTime: () => call(() => timeOf(db)) });
}

async function timeOf(db: Db): Promise<number> {
  const { localTime } = await db.command({ hello: 1 }).catch((error: unknown) => {
    // Servers before 4.4.2 know the command by its former name.
    if (error instanceof MongoServerError && error.code === COMMAND_NOT_FOUND) return db.command({ isMaster: 1 });
    throw error;
  });
  if (!(localTime instanceof Date)) throw new Error('MongoDB did not return its local time');
  return localTime.getTime();
}
