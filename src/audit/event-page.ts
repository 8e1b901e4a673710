/** A page of a chatbot's events, as JSON of bounded size. */
import type { EventDecoder } from '../event-log/event-decoder.ts';
import { EventLoopBudget } from '../lib/event-loop-budget.ts';
import type { RawJson } from '../lib/raw-json.ts';
import { laterPosition, type Position, type ReadableLog, type StoredEvent } from '../ports/event-log.ts';
import type { FeedScope } from '../projections/chatbot-events/queries.ts';
import {
  type BackwardFeedStores,
  beyond,
  type FeedPage,
  feedPages,
  feedPagesBackward,
  lastBefore,
} from './chatbot-feed.ts';
import { type AuditEvent, auditEvent } from './event-view.ts';

/** `nextAfter` is null at the end. A page may hold fewer events than asked for and go on. */
export type AuditEventPage = { events: AuditEvent[]; nextAfter: string | null };

export interface EventsWanted {
  readonly types?: readonly string[] | undefined;
  /** Epoch milliseconds, both inclusive. */
  readonly from: number | null;
  readonly to: number | null;
  /** `desc`: the newest event first. Default `asc`. */
  readonly order?: 'asc' | 'desc';
  /** Exclusive, in this order. */
  readonly after: Position | null;
  readonly limit: number;
}

export interface EventPageDeps extends BackwardFeedStores {
  readonly log: BackwardFeedStores['log'] & Pick<ReadableLog, 'head'>;
  readonly codec: Pick<EventDecoder, 'decode'>;
}

/** Characters of JSON at which a page ends early. It always holds one event. */
const MAX_PAGE_SIZE = 1_000_000;
/** Bounds the work of a request when few events are wanted. */
const MAX_FEED_PAGES = 20;
/** Decrypted together. At 64 KB an event, a few milliseconds. */
const DECODED_TOGETHER = 16;

export async function eventPage(
  scope: FeedScope,
  wanted: EventsWanted,
  deps: EventPageDeps,
): Promise<RawJson<AuditEventPage>> {
  const head = await deps.log.head();
  const page = new PageOfJson(wanted.limit, deps.codec);
  if (head === null) return page.json(null);
  const ended = async (next: Position | null) => page.json((await page.settle()) ? next : page.readTo);
  let pagesRead = 0;
  const pages = wanted.order === 'desc' ? newestFirst : oldestFirst;
  for await (const { events, readTo } of pages(scope, wanted, head, deps)) {
    const { recorded, isOver } = recordedBetween(wanted, events);
    for (const event of recorded) if (!(await page.add(event))) return page.json(page.readTo);
    if (isOver) return ended(null);
    pagesRead += 1;
    if (pagesRead === MAX_FEED_PAGES) return ended(readTo);
  }
  return ended(null);
}

async function* oldestFirst(
  scope: FeedScope,
  wanted: EventsWanted,
  head: Position,
  deps: EventPageDeps,
): AsyncGenerator<FeedPage> {
  const { from, after } = wanted;
  const start = from === null ? after : laterPosition(after, await lastBefore(scope, from, deps));
  yield* feedPages(narrowed(scope, wanted), { after: start, upTo: head, ...howToRead(wanted) }, deps);
}

async function* newestFirst(
  scope: FeedScope,
  wanted: EventsWanted,
  head: Position,
  deps: EventPageDeps,
): AsyncGenerator<FeedPage> {
  const { to, after } = wanted;
  const end = beyond(head);
  const before = after === null || after > end ? end : after;
  const last = to === null ? head : await lastBefore(scope, to + 1, deps);
  const indexedBefore = last === null ? (0n as Position) : beyond(last);
  yield* feedPagesBackward(narrowed(scope, wanted), { before, indexedBefore, ...howToRead(wanted) }, deps);
}

const howToRead = ({ types, limit }: EventsWanted) => ({
  isWanted: ({ type }: { readonly type: string }) => types?.includes(type) ?? true,
  // One more tells whether the page is the last.
  firstPage: limit + 1,
});

/** `isOver`: an event beyond the range is among them. The clock may step back, so the time of each counts. */
function recordedBetween({ from, to, order }: EventsWanted, events: readonly StoredEvent[]) {
  const isLate = ({ recordedAt }: StoredEvent) => to !== null && recordedAt > to;
  const isEarly = ({ recordedAt }: StoredEvent) => from !== null && recordedAt < from;
  const [isBeyond, isAhead] = order === 'desc' ? [isEarly, isLate] : [isLate, isEarly];
  const end = events.findIndex(isBeyond);
  const upToEnd = end < 0 ? events : events.slice(0, end);
  return { recorded: upToEnd.filter((event) => !isAhead(event)), isOver: end >= 0 };
}

/** The index by type holds all conversations; within one of them, types are picked from all its events. */
const narrowed = (scope: FeedScope, { types }: EventsWanted): FeedScope =>
  scope.conversationId === undefined ? { ...scope, types } : scope;

class PageOfJson {
  readonly #limit: number;
  readonly #codec: EventPageDeps['codec'];
  readonly #budget = new EventLoopBudget();
  readonly #texts: string[] = [];
  #waiting: StoredEvent[] = [];
  #size = 0;
  #readTo: Position | null = null;

  constructor(limit: number, codec: EventPageDeps['codec']) {
    this.#limit = limit;
    this.#codec = codec;
  }

  get readTo(): Position | null {
    return this.#readTo;
  }

  /** Returns false when the page is full. */
  async add(event: StoredEvent): Promise<boolean> {
    if (this.#texts.length + this.#waiting.length >= this.#limit) {
      await this.settle();
      return false;
    }
    this.#waiting.push(event);
    return this.#waiting.length < DECODED_TOGETHER || (await this.settle());
  }

  /** Returns false when not all events fitted. */
  async settle(): Promise<boolean> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const decoded = await this.#codec.decode(waiting);
    for (const [index, stored] of waiting.entries()) {
      const each = decoded[index];
      if (each === undefined) continue;
      const text = JSON.stringify(auditEvent(stored, each));
      if (this.#texts.length > 0 && this.#size + text.length > MAX_PAGE_SIZE) return false;
      this.#texts.push(text);
      this.#size += text.length;
      this.#readTo = stored.position;
    }
    await this.#budget.yieldIfUsedUp();
    return true;
  }

  json(nextAfter: Position | null): RawJson<AuditEventPage> {
    const next = nextAfter === null ? 'null' : `"${nextAfter}"`;
    return [Buffer.from(`{"events":[${this.#texts.join()}],"nextAfter":${next}}`)];
  }
}
