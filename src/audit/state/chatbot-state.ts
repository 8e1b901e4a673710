/** A chatbot as it stood at a time or position, folded from its events. */
import type { EventDecoder } from '../../event-log/codec.ts';
import type { EventPlace, Position, ReadableLog } from '../../ports/event-log.ts';
import type { ChatbotEventQueries, IndexedEvent } from '../../projections/chatbot-events/queries.ts';
import { chatbots } from '../../projections/chatbots/projection.ts';
import { conversations } from '../../projections/conversations/projection.ts';
import { dataSources } from '../../projections/data-sources/projection.ts';
import { leads } from '../../projections/leads/projection.ts';
import { messages } from '../../projections/messages/projection.ts';
import type { Projection } from '../../projections/projection.ts';
import { isoTime } from '../../projections/projection.ts';
import { ratings } from '../../projections/ratings/projection.ts';
import { widgetKeys } from '../../projections/widget-keys/projection.ts';
import { feedPages, lastBefore } from '../chatbot-feed.ts';
import type { Moment } from '../moment.ts';
import { ConversationWindow } from './conversation-window.ts';
import { StateFold } from './state-fold.ts';
import { type ChatbotState, type LastEvent, MESSAGES_SHOWN, stateView } from './state-view.ts';

/** Read models of a chatbot. */
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
  readonly index: Pick<ChatbotEventQueries, 'indexedTo' | 'placesAfter'>;
}

export interface StateWanted {
  /** Default: now. */
  readonly moment: Moment | null;
  /** Conversation before the page; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Returns null when `after` names no conversation that had begun. @throws the signal's reason */
export async function chatbotState(
  chatbotId: string,
  { moment, after, limit, signal }: StateWanted,
  deps: StateDeps,
): Promise<ChatbotState | null> {
  const window = new ConversationWindow(after, limit);
  const fold = new StateFold(STATE_PROJECTIONS, deps.codec, { messagesKept: MESSAGES_SHOWN });
  const last = await foldChatbot(chatbotId, { moment, window, signal }, fold, deps);
  if (!window.isOpen) return null;
  return stateView(chatbotId, { fold, window, last });
}

interface Range {
  readonly moment: Moment | null;
  /** Conversations that are folded; null for all. */
  readonly window: ConversationWindow | null;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the chatbot's last event in the range; null when there is none. */
export async function foldChatbot(
  chatbotId: string,
  { moment, window, signal }: Range,
  fold: StateFold,
  deps: StateDeps,
): Promise<LastEvent | null> {
  const end = await endOf(chatbotId, moment, deps);
  let place: EventPlace | null = null;
  const isWanted = (event: IndexedEvent) => {
    place = event;
    return isFolded(event, window);
  };
  for await (const { events } of feedPages({ chatbotId }, { after: null, ...end, isWanted }, deps)) {
    signal?.throwIfAborted();
    await fold.add(events);
  }
  const [last] = place === null ? [] : await deps.log.readEvents([place]);
  return last ? { position: String(last.position), recordedAt: isoTime(last.recordedAt) } : null;
}

/** Conversations beyond the page are not read from the log, except for what the totals need. */
function isFolded(
  { type, conversationId }: Pick<IndexedEvent, 'type' | 'conversationId'>,
  window: ConversationWindow | null,
): boolean {
  if (window === null || conversationId === null) return true;
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
