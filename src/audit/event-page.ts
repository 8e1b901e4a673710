/** A page of a chatbot's events, as JSON of bounded size. */
import type { EventDecoder } from '../event-log/event-decoder.ts';
import { EventLoopBudget } from '../lib/event-loop-budget.ts';
import type { RawJson } from '../lib/raw-json.ts';
import { laterPosition, type Position, type ReadableLog, type StoredEvent } from '../ports/event-log.ts';
import type { FeedScope } from '../projections/chatbot-events/queries.ts';
import { type FeedStores, feedPages, lastBefore } from './chatbot-feed.ts';
import { type AuditEvent, auditEvent } from './event-view.ts';

/** `nextAfter` is null at the end. A page may hold fewer events than asked for and go on. */
export type AuditEventPage = { events: AuditEvent[]; nextAfter: string | null };

export interface EventsWanted {
  readonly types?: readonly string[] | undefined;
  /** Epoch milliseconds, both inclusive. */
  readonly from: number | null;
  readonly to: number | null;
  readonly after: Position | null;
  readonly limit: number;
}

export interface EventPageDeps extends FeedStores {
  readonly log: FeedStores['log'] & Pick<ReadableLog, 'head'>;
  readonly codec: Pick<EventDecoder, 'decode'>;
}

/** Characters of JSON at which a page ends early. It always holds one event. */
const MAX_PAGE_SIZE = 1_000_000;
/** Pages of the feed that one request reads at most, when few of its events are wanted. */
const MAX_FEED_PAGES = 20;
/** Decrypted together. At 64 KB an event, a few milliseconds. */
const DECODED_TOGETHER = 16;

export async function eventPage(
  scope: FeedScope,
  { types, from, to, after, limit }: EventsWanted,
  deps: EventPageDeps,
): Promise<RawJson<AuditEventPage>> {
  const head = await deps.log.head();
  const start = from === null ? after : laterPosition(after, await lastBefore(scope, from, deps));
  const page = new PageOfJson(limit, deps.codec);
  if (head === null) return page.json(null);
  const ended = async (next: Position | null) => page.json((await page.settle()) ? next : page.readTo);
  let pagesRead = 0;
  const isWanted = ({ type }: { readonly type: string }) => types?.includes(type) ?? true;
  for await (const { events, readTo } of feedPages(
    narrowed(scope, types),
    // One more tells whether the page is the last.
    { after: start, upTo: head, isWanted, firstPage: limit + 1 },
    deps,
  )) {
    const { recorded, isOver } = recordedBetween(from, to, events);
    for (const event of recorded) if (!(await page.add(event))) return page.json(page.readTo);
    if (isOver) return ended(null);
    pagesRead += 1;
    if (pagesRead === MAX_FEED_PAGES) return ended(readTo);
  }
  return ended(null);
}

/** `isOver`: an event after this time is among them. The clock may step back, so the time of each counts. */
function recordedBetween(from: number | null, to: number | null, events: readonly StoredEvent[]) {
  const end = to === null ? -1 : events.findIndex(({ recordedAt }) => recordedAt > to);
  const upToEnd = end < 0 ? events : events.slice(0, end);
  const recorded = from === null ? upToEnd : upToEnd.filter(({ recordedAt }) => recordedAt >= from);
  return { recorded, isOver: end >= 0 };
}

/** The index by type holds all conversations; within one of them, types are picked from all its events. */
function narrowed(scope: FeedScope, types: readonly string[] | undefined): FeedScope {
  const [type, ...others] = types ?? [];
  return type === undefined || others.length > 0 || scope.conversationId !== undefined ? scope : { ...scope, type };
}

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

  /** Position of its last event. */
  get readTo(): Position | null {
    return this.#readTo;
  }

  /** Returns false when the page was full before the event. */
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
