/** Folds events into read models in memory: the same projections and the same fold as behind the live ones. */
import { EVENT_DEFINITIONS } from '../../domain/events.ts';
import type { Decoded, EventDecoder } from '../../event-log/event-decoder.ts';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { StoredEvent } from '../../ports/event-log.ts';
import { foldBatch } from '../../projections/engine/fold-batch.ts';
import { type MessageDocument, messages } from '../../projections/messages/projection.ts';
import type { Projection } from '../../projections/projection.ts';
import { MemoryDocuments } from './memory-documents.ts';

/** Folded between two checks of the event-loop budget, about a millisecond; their decoding yields by itself. */
const BATCH = 128;
const MAX_UNREADABLE = 20;

/** An event that could not be read or folded, and is missing from the state. */
export type MissingEvent = {
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly reason: string;
};

export class StateFold {
  readonly documents = new MemoryDocuments();
  /** The first `MAX_UNREADABLE`. */
  readonly missing: MissingEvent[] = [];
  /** Subjects of keys that are erased, among those that sealed the folded events. */
  readonly erased = new Set<string>();
  readonly #projections: readonly Projection[];
  readonly #codec: Pick<EventDecoder, 'decode'>;
  readonly #budget = new EventLoopBudget();
  readonly #messagesKept: number;
  readonly #newestMessages = new Map<string, string[]>();

  /** @param options.messagesKept newest messages of each conversation that stay. Default: all */
  constructor(
    projections: readonly Projection[],
    codec: Pick<EventDecoder, 'decode'>,
    options: { readonly messagesKept?: number } = {},
  ) {
    this.#projections = projections;
    this.#codec = codec;
    this.#messagesKept = options.messagesKept ?? Number.POSITIVE_INFINITY;
  }

  /** @param events in log order, each event once */
  async add(events: readonly StoredEvent[]): Promise<void> {
    for (let from = 0; from < events.length; from += BATCH) {
      const batch = await this.#codec.decode(events.slice(from, from + BATCH));
      this.#noteErased(batch);
      const unreadable = await this.#fold(batch);
      for (const event of unreadable.slice(0, MAX_UNREADABLE - this.missing.length)) this.missing.push(event);
      if (Number.isFinite(this.#messagesKept)) await this.#dropOlderMessages(batch);
      await this.#budget.yieldIfUsedUp();
    }
  }

  /** Returns the events that some read model could not fold, each once. */
  async #fold(batch: readonly Decoded[]): Promise<readonly MissingEvent[]> {
    const unreadable = new Map<string, MissingEvent>();
    for (const projection of this.#projections) {
      const { workingSet, poison } = await foldBatch(projection, batch, this.documents, []);
      this.documents.apply({ collection: workingSet.collection, writes: workingSet.writes() });
      if (this.#budget.isUsedUp) await this.#budget.yieldNow();
      for (const { event, reason } of poison) {
        const position = String(event.position);
        unreadable.set(position, { ...event, position, reason });
      }
    }
    return [...unreadable.values()];
  }

  #noteErased(batch: readonly Decoded[]): void {
    for (const decoded of batch) {
      if (!decoded.ok) continue;
      const { event } = decoded.recorded;
      if (!('sealed' in event) || event.sealed !== null) continue;
      const subject = EVENT_DEFINITIONS.get(event.type)?.subject?.(event.data);
      if (subject !== undefined) this.erased.add(subject);
    }
  }

  async #dropOlderMessages(batch: readonly Decoded[]): Promise<void> {
    for (const { conversationId, messageId } of messagesIn(batch)) {
      const ids = this.#newestMessages.get(conversationId) ?? [];
      this.#newestMessages.set(conversationId, ids);
      if (ids.includes(messageId)) continue;
      if ((await this.documents.get<MessageDocument>(messages.collection, messageId)) === null) continue;
      ids.push(messageId);
      const oldest = ids.length > this.#messagesKept ? ids.shift() : undefined;
      if (oldest !== undefined) this.documents.delete(messages.collection, oldest);
    }
  }
}

function* messagesIn(batch: readonly Decoded[]): Generator<{ conversationId: string; messageId: string }> {
  for (const decoded of batch) {
    if (!decoded.ok) continue;
    const { data } = decoded.recorded.event;
    if ('conversationId' in data && 'messageId' in data) yield data;
  }
}
