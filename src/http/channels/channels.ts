/** Fans new events out to the open streams of this process. */
import { setInterval } from 'node:timers';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import { PacedAdmission } from '../../lib/paced-admission.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Position } from '../../ports/event-log.ts';
import type { Report } from '../../ports/report.ts';
import type { ChannelScope } from '../../projections/chatbot-events/queries.ts';
import type { LiveFeed } from '../../projections/live-feed.ts';
import { endsChatbot } from '../../projections/projection.ts';
import type { Queries } from '../../projections/queries.ts';
import { type BacklogDeps, missedEvents } from './backlog.ts';
import type { Channel } from './channel.ts';
import { ChannelCapacity } from './channel-capacity.ts';
import { type ChannelEvent, showFact } from './channel-events.ts';
import type { EventId } from './event-format.ts';

const HEARTBEAT_MS = 10_000;
/** A client that reads nothing for three heartbeats is gone. */
const MAX_STALLED_BEATS = 3;
/** A scope is one session, or one owner and chatbot. Beyond it the oldest is closed. */
const MAX_CHANNELS_A_SCOPE = 32;
const MAX_CHANNELS = 20_000;
/** Events that wait to be shown. When the read models are unavailable for longer, clients resume. */
const MAX_WAITING_FACTS = 2_000;
/** Pages of missed events that are read at the same time, chatbots in rotation. */
const READS = { concurrency: 4, maxTurnMs: 25 };

export interface ChannelDeps extends BacklogDeps {
  readonly feed: LiveFeed;
  readonly queries: BacklogDeps['queries'] & Pick<Queries, 'sessions'>;
  readonly clock: Clock;
  readonly report: Report;
  /** Default 20,000. */
  readonly maxChannels?: number;
}

const nameOf = ({ chatbotId, session }: ChannelScope): string => session?.stream ?? chatbotId;

export class Channels {
  readonly #deps: ChannelDeps;
  readonly #byScope = new Map<string, Set<Channel>>();
  readonly #capacity: ChannelCapacity;
  readonly #unlisten: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #reads = new PacedAdmission(READS);
  #turn: Promise<void> = Promise.resolve();
  #waitingFacts = 0;
  #size = 0;

  constructor(deps: ChannelDeps) {
    this.#deps = deps;
    this.#capacity = new ChannelCapacity(deps.maxChannels ?? MAX_CHANNELS);
    this.#unlisten = deps.feed.listen({
      onEvents: (events) => this.#take(events),
      onReset: () => this.#dropAll(),
    });
    this.#timer = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#timer.unref();
  }

  get size(): number {
    return this.#size;
  }

  /** @param client address of the newcomer @returns false when there is no room */
  makeRoomFor(client: string): boolean {
    return this.#capacity.makeRoomFor(client, this.#size);
  }

  /** A new stream begins here: all later events are sent live. */
  get position(): Position | null {
    return this.#deps.feed.position;
  }

  /**
   * Sends the events since the channel's `lastId`, then live events, until the stream ends.
   * @param isAllowed called after the stream was registered, so that nothing that ends it goes unnoticed
   */
  async run(channel: Channel, isAllowed: () => Promise<boolean>): Promise<void> {
    const { lastId } = channel;
    this.#add(channel);
    try {
      if (!(await isAllowed())) channel.end();
      if (lastId !== null && channel.from !== null) {
        for await (const events of this.#missed(channel, lastId, channel.from)) await channel.send(events);
      }
      channel.goLive();
      await channel.closed;
    } catch (error) {
      this.#deps.report({ message: 'Failed to read missed events; the client resumes', error });
      channel.drop();
    } finally {
      this.#remove(channel);
    }
  }

  /** Ends with the stream: nothing is read for a client that left. */
  async *#missed(channel: Channel, lastId: EventId, upTo: Position): AsyncGenerator<readonly ChannelEvent[]> {
    const { reader, ended } = channel;
    const read = <Page>(page: () => Promise<Page>) => this.#reads.run(reader.chatbotId, ended, page);
    try {
      yield* missedEvents(reader, { after: lastId, upTo }, this.#deps, read);
    } catch (error) {
      if (!channel.isClosed) throw error;
    }
  }

  close(): void {
    this.#unlisten();
    clearInterval(this.#timer);
    for (const channel of this.#all()) channel.end();
  }

  #add(channel: Channel): void {
    const name = nameOf(channel.reader);
    const others = this.#byScope.get(name) ?? new Set();
    const [oldest] = others;
    if (others.size >= MAX_CHANNELS_A_SCOPE) oldest?.end();
    this.#byScope.set(name, others.add(channel));
    this.#capacity.add(channel);
    this.#size += 1;
  }

  #remove(channel: Channel): void {
    const name = nameOf(channel.reader);
    const others = this.#byScope.get(name);
    this.#capacity.remove(channel);
    if (others?.delete(channel)) this.#size -= 1;
    if (others?.size === 0) this.#byScope.delete(name);
  }

  #all(): readonly Channel[] {
    return [...this.#byScope.values()].flatMap((channels) => [...channels]);
  }

  #take(events: readonly RecordedEvent[]): void {
    if (this.#byScope.size === 0) return;
    for (const { event } of events) this.#endAfter(event);
    const shown = events.filter((recorded) => this.#isWatched(recorded));
    if (shown.length === 0) return;
    this.#waitingFacts += shown.length;
    if (this.#waitingFacts > MAX_WAITING_FACTS) this.#dropAll();
    this.#turn = this.#turn.then(() => this.#show(shown));
  }

  #isWatched({ event, stream }: RecordedEvent): boolean {
    return 'chatbotId' in event.data && (this.#byScope.has(event.data.chatbotId) || this.#byScope.has(stream));
  }

  async #show(events: readonly RecordedEvent[]): Promise<void> {
    for (const recorded of events) {
      try {
        await this.#showOne(recorded);
      } catch (error) {
        this.#deps.report({ message: 'Failed to send an event; clients resume', error });
        this.#dropAll();
      }
      this.#waitingFacts -= 1;
    }
  }

  async #showOne(recorded: RecordedEvent): Promise<void> {
    const fact = await showFact(recorded, this.#deps.queries);
    if (fact === null) return;
    const { chatbotId, stream, forOwner, forVisitor } = fact;
    const audiences = [
      { name: chatbotId, events: forOwner },
      { name: stream, events: forVisitor },
    ];
    for (const { name, events } of audiences) {
      const text = events.map((event) => event.text).join('');
      if (text === '') continue;
      for (const channel of this.#byScope.get(name) ?? []) {
        if (channel.from === null || recorded.position > channel.from) channel.offer(text);
      }
    }
  }

  /** Ends the streams whose session, key or chatbot the event ends. */
  #endAfter(event: RecordedEvent['event']): void {
    if (event.type === 'SessionEnded') this.#endWhere(({ reader }) => reader.credential === event.data.sessionId);
    if (event.type === 'WidgetKeyRevoked') this.#endWhere(({ reader }) => reader.credential === event.data.keyId);
    if (endsChatbot(event)) this.#endWhere(({ reader }) => reader.chatbotId === event.data.chatbotId);
  }

  #endWhere(matches: (channel: Channel) => boolean): void {
    for (const channel of this.#all()) if (matches(channel)) channel.end();
  }

  #dropAll(): void {
    for (const channel of this.#all()) channel.drop();
  }

  #beat(): void {
    for (const channel of this.#all()) channel.beat(MAX_STALLED_BEATS);
    void this.#endExpired();
  }

  /** A session that expires leaves no event. */
  async #endExpired(): Promise<void> {
    const { queries, clock, report } = this.#deps;
    const owners = this.#all().filter(({ reader }) => reader.session === null);
    try {
      for (const sessionId of new Set(owners.map(({ reader }) => reader.credential))) {
        const isOver = (await queries.sessions.accountOf(sessionId, clock.now())) === null;
        if (isOver) this.#endWhere(({ reader }) => reader.credential === sessionId);
      }
    } catch (error) {
      report({ message: 'Failed to check the sessions of open event streams', error });
    }
  }
}
