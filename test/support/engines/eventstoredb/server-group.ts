/**
 * A persistent subscription to `$all`, as the server runs it: it pushes events to its clients in turn, as many as each has room for,
 * gives what was lost or refused again at once with one more retry counted, and parks links.
 */
import type { AllowsRecord } from './server-filter.ts';
import { jsonRecord, type ProposedEvent, type ServerLog, type StoredRecord } from './server-log.ts';
import { linked } from './server-messages.ts';

/** After so many events the group notes how far it has come; a restart begins there, with no retry counted. */
const checkpointAfter = 10;

export interface Message {
  readonly event: StoredRecord;
  /** Present when the event comes back from where it was parked. */
  readonly link: StoredRecord | null;
  readonly retryCount: number;
}

export interface GroupClient {
  readonly connectionName: string;
  readonly slots: number;
  /** By id of the link or else of the event. */
  readonly inFlight: Map<string, Message>;
  push(message: Message): void;
  drop(): void;
}

/** Stored configuration of a group. */
export interface GroupConfig {
  readonly name: string;
  readonly allows: AllowsRecord;
  /** Index in the log of the next event, of which nothing is outstanding before. */
  checkpoint: number;
}

const idOf = ({ event, link }: Message) => (link ?? event).id;

export class ServerGroup {
  readonly clients: GroupClient[] = [];
  readonly #config: GroupConfig;
  readonly #log: ServerLog;
  /** Looked at before new events. */
  readonly #again: Message[] = [];
  readonly #stopWatching: () => void;
  #next: number;
  #turn = 0;

  constructor(config: GroupConfig, log: ServerLog) {
    this.#config = config;
    this.#log = log;
    this.#next = config.checkpoint;
    this.#stopWatching = log.onGrowth(() => this.#pushAll());
  }

  close(): void {
    this.#stopWatching();
  }

  get parkedStream(): string {
    return `$persistentsubscription-$all::${this.#config.name}-parked`;
  }

  connect(client: GroupClient): void {
    this.clients.push(client);
    this.#pushAll();
  }

  /** Events in flight to the client go to others. */
  disconnect(client: GroupClient): void {
    const index = this.clients.indexOf(client);
    if (index === -1) return;
    this.clients.splice(index, 1);
    for (const message of client.inFlight.values()) this.#retry(message);
    client.inFlight.clear();
    this.#pushAll();
  }

  acknowledge(client: GroupClient, ids: readonly string[]): void {
    for (const id of ids) client.inFlight.delete(id);
    this.#noteProgress();
    this.#pushAll();
  }

  refuse(client: GroupClient, action: 'retry' | 'park', reason: string, ids: readonly string[]): void {
    for (const id of ids) {
      const message = client.inFlight.get(id);
      client.inFlight.delete(id);
      if (message === undefined) continue;
      if (action === 'retry') this.#retry(message);
      else this.#park(message, reason);
    }
    this.#pushAll();
  }

  replayParked(stopAt: number | null): void {
    const parked = this.#log.stream(this.parkedStream).filter((link) => stopAt === null || link.revision < stopAt);
    for (const link of parked) {
      const event = linked(this.#log, link);
      if (event !== undefined) this.#again.push({ event, link, retryCount: 0 });
    }
    this.#pushAll();
    const last = parked.at(-1);
    // The requeued events come after those that are in flight.
    if (last !== undefined) setTimeout(() => this.#log.truncate(this.parkedStream, last.revision + 1), 5);
  }

  #retry({ retryCount, ...message }: Message): void {
    this.#again.push({ ...message, retryCount: retryCount + 1 });
  }

  #park({ event }: Message, reason: string): void {
    const metadata = {
      added: new Date().toISOString(),
      reason: `Client explicitly NAK'ed message.\n${reason}`,
      subscriptionEventNumber: event.revision,
    };
    const link: ProposedEvent = {
      ...jsonRecord('$>', null, metadata),
      isJson: false,
      data: Buffer.from(`${event.revision}@${event.stream}`),
    };
    this.#log.append(this.parkedStream, 'any', [link]);
  }

  #pushAll(): void {
    for (;;) {
      const client = this.#clientWithRoom();
      const message = client === null ? undefined : this.#nextMessage();
      if (client === null || message === undefined) return;
      client.inFlight.set(idOf(message), message);
      client.push(message);
    }
  }

  #clientWithRoom(): GroupClient | null {
    for (let tried = 0; tried < this.clients.length; tried += 1) {
      this.#turn = (this.#turn + 1) % this.clients.length;
      const client = this.clients[this.#turn];
      if (client !== undefined && client.inFlight.size < client.slots) return client;
    }
    return null;
  }

  #nextMessage(): Message | undefined {
    const again = this.#again.shift();
    if (again !== undefined) return again;
    for (;;) {
      const event = this.#log.records[this.#next];
      if (event === undefined) return undefined;
      this.#next += 1;
      if (this.#config.allows(event)) return { event, link: null, retryCount: 0 };
    }
  }

  #noteProgress(): void {
    const open = [...this.#again, ...this.clients.flatMap((client) => [...client.inFlight.values()])]
      .filter(({ link }) => link === null)
      .map(({ event }) => this.#log.records.indexOf(event));
    const reached = Math.min(this.#next, ...open);
    if (reached - this.#config.checkpoint < checkpointAfter) return;
    this.#config.checkpoint = reached;
    this.#log.append(`$persistentsubscription-$all::${this.#config.name}-checkpoint`, 'any', [
      jsonRecord('$SubscriptionCheckpoint', String(reached)),
    ]);
  }
}
