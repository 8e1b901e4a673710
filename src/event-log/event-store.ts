import type { LRUCache } from 'lru-cache';
import type { Aggregate } from '../domain/aggregate.ts';
import type { DomainEvent } from '../domain/events.ts';
import { expiringCacheByCount } from '../lib/expiring-cache.ts';
import type { Clock } from '../ports/clock.ts';
import type {
  AppendResult,
  EventLog,
  ExpectedRevision,
  JsonObject,
  NewEvent,
  Position,
  StoredEvent,
} from '../ports/event-log.ts';
import { chainHash } from './chain.ts';
import type { EventCodec } from './codec.ts';
import { derivedId } from './event-id.ts';
import type { Actor } from './recorded-event.ts';
import { UnreadableEvent } from './unreadable-event.ts';

/** A repeated command has the same id. */
export interface CommandContext {
  readonly commandId: string;
  readonly actor: Actor;
  /** Epoch milliseconds when the command was given. Its events carry the later time of their decision. */
  readonly at: number;
  readonly requestId?: string;
}

export interface LoadedAggregate<State> {
  readonly stream: string;
  readonly state: State;
  readonly revision: ExpectedRevision;
  /** Position of the last event; null for a missing stream. */
  readonly position: Position | null;
  readonly chain: string | null;
  /** Commands of the latest events, newest last. A command among them is a repeat. */
  readonly recentCommands: readonly string[];
}

const PAGE_SIZE = 500;
const MAX_RECENT_COMMANDS = 16;
/** Bounds how long other nodes keep erased data in memory: five minutes with the sweep. */
const CACHE_TTL_MS = 240_000;
/** Some kilobytes each. A state that is not cached costs one read of its stream. */
const MAX_CACHED_STATES = 2_000;

export class EventStore {
  readonly #log: EventLog;
  readonly #codec: EventCodec;
  readonly #clock: Clock;
  readonly #traceparent: () => string | undefined;
  /** Each load still reads the newer events from the log. */
  readonly #cache: LRUCache<string, LoadedAggregate<unknown>>;
  /** Keyed by the data object of an appended event, which a log that passes events on from memory returns as it is. */
  readonly #chainHashes = new WeakMap<JsonObject, string>();

  constructor(
    log: EventLog,
    codec: EventCodec,
    clock: Clock,
    options: { cacheTtlMs?: number; traceparent?: () => string | undefined } = {},
  ) {
    this.#log = log;
    this.#codec = codec;
    this.#clock = clock;
    this.#traceparent = options.traceparent ?? (() => undefined);
    this.#cache = expiringCacheByCount(MAX_CACHED_STATES, options.cacheTtlMs ?? CACHE_TTL_MS);
  }

  /**
   * @throws UnreadableEvent when an event cannot be decoded, or events before it are missing: no decision is made on part of a
   * history
   */
  async load<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    id: string,
  ): Promise<LoadedAggregate<State>> {
    const stream = streamName(aggregate.category, id);
    const known = this.#cache.get(stream) as LoadedAggregate<State> | undefined;
    let loaded: LoadedAggregate<State> = known ?? unwritten(stream, aggregate.initial);
    for (;;) {
      const fromRevision = loaded.revision === 'no-stream' ? 0 : loaded.revision + 1;
      const page = await this.#log.readStream(stream, { fromRevision, limit: PAGE_SIZE });
      requireNext(page, fromRevision);
      if (page.length > 0) loaded = await this.#fold(aggregate, loaded, page);
      if (page.length < PAGE_SIZE) break;
    }
    if (loaded.revision !== 'no-stream') this.#cache.set(stream, loaded);
    return loaded;
  }

  /** Appends at the revision of `loaded` (optimistic concurrency). */
  async append<State>(
    loaded: LoadedAggregate<State>,
    events: readonly DomainEvent[],
    context: CommandContext,
  ): Promise<AppendResult> {
    const { commandId, actor, requestId } = context;
    const at = this.#clock.now();
    const traceparent = this.#traceparent();
    const optional = {
      ...(requestId === undefined ? {} : { requestId }),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    const encoded: NewEvent[] = [];
    let previous = loaded.chain;
    let revision = loaded.revision === 'no-stream' ? 0 : loaded.revision + 1;
    for (const [place, event] of events.entries()) {
      const metadata = { at, commandId, actor, previous, ...optional };
      // The id names the stream, since one command may write several.
      const stored = await this.#codec.encode(derivedId(commandId, `${loaded.stream}/${place}`), event, metadata);
      previous = chainHash(loaded.stream, revision++, stored);
      this.#chainHashes.set(stored.data, previous);
      encoded.push(stored);
    }
    const result = await this.#log.append(loaded.stream, loaded.revision, encoded);
    // Only a log that was replaced by an older copy is shorter than the cached state.
    if (!result.ok && isBefore(result.actual, loaded.revision)) this.#cache.delete(loaded.stream);
    return result;
  }

  /** Drops the cached state, so that no erased data stays in memory. */
  evict(category: string, id: string): void {
    this.#cache.delete(streamName(category, id));
  }

  evictAll(): void {
    this.#cache.clear();
  }

  async #fold<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    from: LoadedAggregate<State>,
    page: readonly StoredEvent[],
  ): Promise<LoadedAggregate<State>> {
    let { state, chain } = from;
    const recentCommands = [...from.recentCommands];
    for (const [index, decoded] of (await this.#codec.decode(page)).entries()) {
      if (!decoded.ok) throw decoded.error;
      const { event, metadata } = decoded.recorded;
      state = aggregate.evolve(state, event as Event);
      if (recentCommands.at(-1) !== metadata.commandId) recentCommands.push(metadata.commandId);
      const stored = page[index];
      if (stored !== undefined && index === page.length - 1)
        chain = this.#chainHashes.get(stored.data) ?? chainHash(from.stream, stored.revision, stored);
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
      recentCommands: recentCommands.slice(-MAX_RECENT_COMMANDS),
    };
  }
}

/** EventStoreDB hides the first events of a stream with `$maxCount`, `$maxAge` or `$tb` in its metadata, and scavenging deletes them. */
function requireNext([first]: readonly StoredEvent[], revision: number): void {
  if (first === undefined || first.revision === revision) return;
  throw new UnreadableEvent(
    first,
    `the events of its stream from revision ${revision} on are missing before it. Remove $maxCount, $maxAge and $tb from the metadata of the stream, or restore the log from a backup`,
  );
}

const isBefore = (a: ExpectedRevision, b: ExpectedRevision): boolean =>
  b !== 'no-stream' && (a === 'no-stream' || a < b);

export const streamName = (category: string, id: string): string => `${category}-${id}`;

function unwritten<State>(stream: string, initial: State): LoadedAggregate<State> {
  return { stream, state: initial, revision: 'no-stream', position: null, chain: null, recentCommands: [] };
}
