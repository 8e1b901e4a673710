/**
 * Calls that nobody will answer. When a connection ends between a write to its socket and the socket's own notice of the end, the
 * driver (7.8, 7.9) waits for that socket to drain for ever: the call never settles. Whenever the driver gives up a server's
 * connections, what was under way is therefore given as long as the driver's own retries take, and is then given up too.
 */
import type { MongoClient } from 'mongodb';

/** What the retry of a call takes beyond the choice of a server, in milliseconds. */
const MARGIN_MS = 1_000;

type Lose = () => void;

const byClient = new WeakMap<MongoClient, LostCalls>();

export class LostCalls {
  readonly #underWay = new Set<Lose>();

  /** @param graceMs after connections were given up */
  constructor(client: Pick<MongoClient, 'on'>, graceMs: number) {
    client.on('connectionPoolCleared', () => {
      const before = [...this.#underWay];
      if (before.length === 0) return;
      const giveUp = () => {
        for (const lose of before) if (this.#underWay.delete(lose)) lose();
      };
      setTimeout(giveUp, graceMs).unref();
    });
  }

  static of(client: MongoClient): LostCalls {
    const known = byClient.get(client);
    if (known !== undefined) return known;
    const made = new LostCalls(client, client.options.serverSelectionTimeoutMS + MARGIN_MS);
    byClient.set(client, made);
    return made;
  }

  /** @param lose called when the call is given up. @returns to be called when it has settled */
  watch(lose: Lose): () => void {
    this.#underWay.add(lose);
    return () => void this.#underWay.delete(lose);
  }
}
