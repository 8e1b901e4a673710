/** A chatbot as it stood at a time or position, folded from its events. */
import type { EventDecoder } from '../../event-log/event-decoder.ts';
import { isoTime } from '../../lib/iso-time.ts';
import type { Position, ReadableLog } from '../../ports/event-log.ts';
import type { IndexedEvent } from '../../projections/chatbot-events/queries.ts';
import { chatbots } from '../../projections/chatbots/projection.ts';
import { conversations } from '../../projections/conversations/projection.ts';
import { dataSources } from '../../projections/data-sources/projection.ts';
import { leads } from '../../projections/leads/projection.ts';
import { messages } from '../../projections/messages/projection.ts';
import type { Projection } from '../../projections/projection.ts';
import { ratings } from '../../projections/ratings/projection.ts';
import type { Satisfaction } from '../../projections/ratings/queries.ts';
import { widgetKeys } from '../../projections/widget-keys/projection.ts';
import { lastBefore, scannedPages } from '../chatbot-feed.ts';
import type { Moment } from '../moment.ts';
import { ConversationWindow } from './conversation-window.ts';
import { type CountedRatings, presentSatisfaction } from './present-satisfaction.ts';
import { StateFold } from './state-fold.ts';
import { type StateIndex, statePlaces } from './state-places.ts';
import { type ChatbotStateView, type LastEvent, MESSAGES_SHOWN, stateView } from './state-view.ts';

export const STATE_PROJECTIONS: readonly Projection[] = [
  chatbots,
  dataSources,
  widgetKeys,
  conversations,
  messages,
  ratings,
  leads,
];

export interface StateDeps {
  readonly log: Pick<ReadableLog, 'readAll' | 'readEvents' | 'head'>;
  readonly codec: Pick<EventDecoder, 'decode'>;
  readonly index: StateIndex;
  readonly ratings: CountedRatings;
}

export interface StateWanted {
  /** Default: now. */
  readonly moment: Moment | null;
  /** Conversation before the page; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Events read and folded together. */
const PAGE = 256;

/** Returns null when `after` names no conversation that had begun. @throws the signal's reason */
export async function chatbotState(
  chatbotId: string,
  { moment, after, limit, signal }: StateWanted,
  deps: StateDeps,
): Promise<ChatbotStateView | null> {
  const window = new ConversationWindow(after, limit);
  const fold = new StateFold(STATE_PROJECTIONS, deps.codec, { messagesKept: MESSAGES_SHOWN });
  const { last, satisfaction } = await foldChatbot(chatbotId, { moment, window, signal }, fold, deps);
  if (!window.isOpen) return null;
  return stateView(chatbotId, { fold, window, last, satisfaction });
}

interface Range {
  readonly moment: Moment | null;
  readonly window: ConversationWindow;
  readonly signal: AbortSignal | undefined;
}

interface Folded {
  readonly last: LastEvent | null;
  /** `null` when ratings have to be counted in the folded documents. */
  readonly satisfaction: Satisfaction | null;
}

async function foldChatbot(
  chatbotId: string,
  { moment, window, signal }: Range,
  fold: StateFold,
  deps: StateDeps,
): Promise<Folded> {
  const { log, index } = deps;
  const present = moment === null ? await presentSatisfaction(chatbotId, deps) : null;
  const end = present === null ? await endOf(chatbotId, moment, deps) : { upTo: present.position, recordedBy: null };
  const indexedTo = await index.indexedTo();
  let last = null;
  if (indexedTo !== null) {
    const upTo = end.upTo < indexedTo ? end.upTo : indexedTo;
    const places = await statePlaces(chatbotId, upTo, { window, withRatings: present === null }, index);
    for (let from = 0; from < places.length; from += PAGE) {
      signal?.throwIfAborted();
      const events = await log.readEvents(places.slice(from, from + PAGE));
      await fold.add(events.filter((event) => event !== null));
    }
    last = await index.lastPlace(chatbotId, upTo);
  }
  const isWanted = (event: IndexedEvent) => {
    last = event;
    return isFolded(event, window);
  };
  // An index that lags costs time and never an event.
  for await (const { events } of scannedPages({ chatbotId }, { after: indexedTo, ...end, isWanted }, deps)) {
    signal?.throwIfAborted();
    await fold.add(events);
  }
  const [event] = last === null ? [] : await log.readEvents([last]);
  return {
    last: event ? { position: String(event.position), recordedAt: isoTime(event.recordedAt) } : null,
    satisfaction: present?.satisfaction ?? null,
  };
}

/** Conversations beyond the page are folded as far as the totals need it. */
function isFolded(
  { type, conversationId }: Pick<IndexedEvent, 'type' | 'conversationId'>,
  window: ConversationWindow,
): boolean {
  if (conversationId === null) return true;
  if (type === 'ConversationStarted') window.begin(conversationId);
  return type === 'MessageRated' || window.has(conversationId);
}

/** @returns `recordedBy` is set when the end may lie beyond the index, where only events themselves tell their time */
async function endOf(
  chatbotId: string,
  moment: Moment | null,
  deps: StateDeps,
): Promise<{ upTo: Position; recordedBy: number | null }> {
  const head = (await deps.log.head()) ?? (0n as Position);
  if (moment === null) return { upTo: head, recordedBy: null };
  if (moment.kind === 'position') {
    return { upTo: moment.position < head ? moment.position : head, recordedBy: null };
  }
  const unindexed = { upTo: head, recordedBy: moment.time };
  const indexedTo = await deps.index.indexedTo();
  if (indexedTo === null) return unindexed;
  const last = await lastBefore({ chatbotId }, moment.time + 1, deps);
  const [next] = await deps.index.placesAfter({ chatbotId }, last, 1);
  if (next === undefined || next.position > indexedTo) return unindexed;
  return { upTo: last ?? (0n as Position), recordedBy: null };
}
