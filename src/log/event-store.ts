/** Aggregates over the log: loads their state, appends what they decided. */
import { LRUCache } from 'lru-cache';
import type { Aggregate } from '../domain/aggregate.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { AppendResult, EventLog, ExpectedRevision, NewEvent, Position, StoredEvent } from '../ports/event-log.ts';
import { chainHash } from './chain.ts';
import type { EventCodec } from './codec.ts';
import { derivedId } from './event-id.ts';
import type { Actor } from './recorded.ts';

/** Who gives a command, when, and its identity: the same id is the same command, however often it is tried. */
export interface CommandContext {
  readonly commandId: string;
  readonly actor: Actor;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly requestId?: string;
}

/** An aggregate as it stands at a revision of its stream. */
export interface Loaded<State> {
  readonly stream: string;
  readonly state: State;
  readonly revision: ExpectedRevision;
  /** Of its last event; null for a stream that does not exist. */
  readonly position: Position | null;
  readonly chain: string | null;
  /** The commands that caused its latest events, newest last: a command among them has been carried out. */
  readonly recentCommands: readonly string[];
}

const PAGE = 500;
const RECENT_COMMANDS = 16;
/** What one node erases leaves the memory of the others by itself. */
const REMEMBERED_MS = 300_000;

export class EventStore {
  readonly #log: EventLog;
  readonly #codec: EventCodec;
  /** States at their revision. Only ever a head start: what came after is read from the log every time. */
  readonly #known: LRUCache<string, Loaded<unknown>>;

  /** @param options.rememberedMs milliseconds that a state stays in memory after its last use. Default 5 minutes */
  constructor(log: EventLog, codec: EventCodec, options: { cachedStates?: number; rememberedMs?: number } = {}) {
    this.#log = log;
    this.#codec = codec;
    const { cachedStates: max = 10_000, rememberedMs: ttl = REMEMBERED_MS } = options;
    this.#known = new LRUCache({ max, ttl, ttlAutopurge: true });
  }

  /** @throws UnreadableEvent when its stream holds an event that cannot be read: no decision may rest on half a history. */
  async load<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    id: string,
  ): Promise<Loaded<State>> {
    const stream = streamName(aggregate.category, id);
    const known = this.#known.get(stream) as Loaded<State> | undefined;
    let loaded: Loaded<State> = known ?? unwritten(stream, aggregate.initial);
    for (;;) {
      const fromRevision = loaded.revision === 'no-stream' ? 0 : loaded.revision + 1;
      const page = await this.#log.readStream(stream, { fromRevision, limit: PAGE });
      if (page.length > 0) loaded = await this.#fold(aggregate, loaded, page);
      if (page.length < PAGE) break;
    }
    if (loaded.revision !== 'no-stream') this.#known.set(stream, loaded);
    return loaded;
  }

  /** Appends at the revision that `loaded` stands at. */
  async append<State>(
    loaded: Loaded<State>,
    events: readonly DomainEvent[],
    context: CommandContext,
  ): Promise<AppendResult> {
    const { commandId, actor, at, requestId } = context;
    const encoded: NewEvent[] = [];
    let previous = loaded.chain;
    let revision = loaded.revision === 'no-stream' ? 0 : loaded.revision + 1;
    for (const [place, event] of events.entries()) {
      const metadata = { at, commandId, actor, previous, ...(requestId === undefined ? {} : { requestId }) };
      // Of the stream too: a command that is carried out in several gives no two events the same id.
      const stored = await this.#codec.encode(derivedId(commandId, `${loaded.stream}/${place}`), event, metadata);
      previous = chainHash(loaded.stream, revision++, stored);
      encoded.push(stored);
    }
    return this.#log.append(loaded.stream, loaded.revision, encoded);
  }

  /** Drops the cached state, so that nothing of an erased subject stays in memory. */
  forget(category: string, id: string): void {
    this.#known.delete(streamName(category, id));
  }

  async #fold<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    from: Loaded<State>,
    page: readonly StoredEvent[],
  ): Promise<Loaded<State>> {
    let { state, chain } = from;
    const recentCommands = [...from.recentCommands];
    for (const [index, decoded] of (await this.#codec.decode(page)).entries()) {
      if (!decoded.readable) throw decoded.error;
      const { event, metadata } = decoded.recorded;
      state = aggregate.evolve(state, event as Event);
      if (recentCommands.at(-1) !== metadata.commandId) recentCommands.push(metadata.commandId);
      const stored = page[index];
      if (stored !== undefined && index === page.length - 1) chain = chainHash(from.stream, stored.revision, stored);
    }
    const last = page[page.length - 1];
    if (last === undefined) return from;
    const { revision, position } = last;
    return {
      stream: from.stream,
      state,
      revision,
      position,
      chain,
      recentCommands: recentCommands.slice(-RECENT_COMMANDS),
    };
  }
}

const streamName = (category: string, id: string): string => `${category}-${id}`;

function unwritten<State>(stream: string, initial: State): Loaded<State> {
  return { stream, state: initial, revision: 'no-stream', position: null, chain: null, recentCommands: [] };
}
