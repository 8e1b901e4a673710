/**
 * The server may keep the connection of a process that was killed, or cut off, within milliseconds of subscribing to a group,
 * before it was confirmed. It hands events to such an orphan for ever and takes none back. Updating the group closes all its
 * connections, and everything unfinished is delivered again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from '../../../ports/report.ts';
import { JOINS_FIRST } from '../client.ts';
import type { SubscriptionGroup } from './group.ts';
import type { Presence } from './presence.ts';

/** A connection that two checks in a row find was not just being opened or closed. */
const CHECK_EVERY_MS = 30_000;
/** Keeps nodes that started together from resetting a group at the same moment. */
const JITTER = 0.2;

export interface ConsumedGroup {
  readonly group: SubscriptionGroup;
  /** Connections of this process. */
  readonly connections: number;
}

interface OrphanWatchOptions {
  readonly presence: Pick<Presence, 'names'>;
  readonly connectionName: string;
  /** Groups that this process takes work from, by name. */
  consumed(): ReadonlyMap<string, ConsumedGroup>;
  readonly report: Report;
  readonly checkEveryMs: number | undefined;
}

export class OrphanWatch {
  readonly #options: OrphanWatchOptions;
  readonly #closing = new AbortController();
  /** Groups in which the last check found an orphan. */
  #suspected: ReadonlySet<string> = new Set();
  #isRunning = false;

  constructor(options: OrphanWatchOptions) {
    this.#options = options;
  }

  start(): void {
    if (!this.#isRunning) void this.#checkUntilClosed();
    this.#isRunning = true;
  }

  close(): void {
    this.#closing.abort();
  }

  async #checkUntilClosed(): Promise<void> {
    const { signal } = this.#closing;
    const { checkEveryMs = CHECK_EVERY_MS } = this.#options;
    for (;;) {
      const waitMs = checkEveryMs * (1 - JITTER + 2 * JITTER * Math.random());
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      // A server that does not answer is asked again.
      await this.#check().catch(() => undefined);
    }
  }

  async #check(): Promise<void> {
    const { report } = this.#options;
    const orphaned = await this.#orphaned();
    const suspected = this.#suspected;
    this.#suspected = new Set(orphaned.keys());
    for (const [name, group] of orphaned) {
      if (!suspected.has(name) || this.#closing.signal.aborted) continue;
      await group.reset();
      report({
        message: `EventStoreDB held work of the group ${name} for a process that is gone; it is delivered again`,
      });
    }
  }

  async #orphaned(): Promise<ReadonlyMap<string, SubscriptionGroup>> {
    const { presence, connectionName, consumed } = this.#options;
    const found = [];
    for (const [name, { group }] of consumed()) found.push({ name, group, connected: await group.connectionNames() });
    // Asked last: whoever was connected before and runs is among them.
    const present = await presence.names();
    const orphaned = found.filter(({ name, connected }) => {
      const own = connected.filter((each) => each === connectionName).length;
      if (own > (consumed().get(name)?.connections ?? own)) return true;
      return connected.some((each) => each.endsWith(JOINS_FIRST) && !present.has(each));
    });
    return new Map(orphaned.map(({ name, group }) => [name, group]));
  }
}
