import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { type ChannelFact, isChannelFact } from '../../projections/chatbot-events/projection.ts';
import type { ChannelScope } from '../../projections/chatbot-events/queries.ts';
import type { RecordedOf } from '../../projections/projection.ts';
import type { Queries } from '../../projections/queries.ts';
import { rawMessage } from '../../projections/raw-message.ts';
import { type EventId, formatEvent } from './event-format.ts';

export interface ChannelEvent {
  readonly id: EventId;
  /** On the wire. */
  readonly text: string;
}

/** An event, as each audience sees it. */
export interface ShownFact {
  readonly chatbotId: string;
  /** Log stream: that of a session's conversations names the session. */
  readonly stream: string;
  readonly forOwner: readonly ChannelEvent[];
  readonly forVisitor: readonly ChannelEvent[];
}

interface Named {
  readonly event: string;
  readonly data: object;
}

export type ShowingQueries = Pick<Queries, 'chatbots' | 'conversations' | 'leads'>;

/** Returns null for an event that the channel does not show, or whose content was erased. */
export async function showFact(recorded: RecordedEvent, queries: ShowingQueries): Promise<ShownFact | null> {
  if (!isChannelFact(recorded)) return null;
  const { stream } = recorded;
  const { chatbotId } = recorded.event.data;
  const sessionId = await sessionOf(recorded, queries);
  if (sessionId === undefined) return null;
  const owners = await namedForOwner(recorded, sessionId ?? '', queries);
  const visitors = namedForVisitor(recorded);
  return { chatbotId, stream, forOwner: numbered(recorded, owners), forVisitor: numbered(recorded, visitors) };
}

export function isInScope({ chatbotId, session }: ChannelScope, fact: ShownFact): boolean {
  return fact.chatbotId === chatbotId && (session === null || fact.stream === session.stream);
}

/** The last part has the event's position as its id: a client that got it resumes with the next event. */
function numbered({ position }: RecordedEvent, events: readonly Named[]): readonly ChannelEvent[] {
  return events.map(({ event, data }, index) => {
    const id = { position, part: index === events.length - 1 ? null : index };
    return { id, text: formatEvent(id, event, data) };
  });
}

type Fact = RecordedOf<ChannelFact>;

/** Returns null for an event that tells no session; undefined when the session can no longer be found. */
async function sessionOf({ event }: Fact, { conversations }: ShowingQueries): Promise<string | null | undefined> {
  if (!('conversationId' in event.data) || event.type === 'ConversationErased') return null;
  if ('sealed' in event) {
    if (event.sealed === null) return undefined;
    if ('sessionId' in event.sealed && event.sealed.sessionId !== undefined) return event.sealed.sessionId;
  }
  const { chatbotId, conversationId } = event.data;
  return (await conversations.find(chatbotId, conversationId))?.sessionId;
}

async function namedForOwner(fact: Fact, sessionId: string, queries: ShowingQueries): Promise<readonly Named[]> {
  const { event, metadata } = fact;
  const at = isoTime(metadata.at);
  switch (event.type) {
    case 'QuestionAsked':
    case 'AnswerGiven':
    case 'AgentMessageSent':
      return [{ event: 'message', data: { ...rawMessage(event, at), sessionId } }];
    case 'SessionTakenOver': {
      const { conversationId, since } = event.data;
      return [{ event: 'takeover', data: { conversationId, sessionId, since: isoTime(since) } }];
    }
    case 'SessionReleased':
      return [{ event: 'release', data: { conversationId: event.data.conversationId, sessionId, releasedAt: at } }];
    case 'HandoffRequested':
      return [{ event: 'handoff', data: { conversationId: event.data.conversationId, sessionId, requestedAt: at } }];
    case 'MessageRated': {
      const { conversationId, messageId, feedback } = event.data;
      return [{ event: 'rating', data: { conversationId, sessionId, messageId, feedback } }];
    }
    case 'LeadCaptured': {
      const lead = await queries.leads.find(event.data.leadId);
      return lead === null ? [] : [{ event: 'lead', data: { ...lead, sessionId } }];
    }
    case 'ConversationErased':
      return [{ event: 'conversation_deleted', data: { conversationId: event.data.conversationId, deletedAt: at } }];
    default:
      return [
        { event: 'source', data: sourceOf(event) },
        { event: 'status', data: await queries.chatbots.progressOf(event.data.chatbotId) },
      ];
  }
}

type SourceFact = Extract<Fact['event'], { readonly data: { readonly sourceId: string } }>;

const SOURCE_STATUS = {
  DataSourceAdded: 'pending',
  IngestionRequested: 'pending',
  IngestionStarted: 'processing',
  IngestionCompleted: 'done',
  IngestionFailed: 'error',
  DataSourceDeleted: 'deleted',
} as const satisfies Record<SourceFact['type'], string>;

function sourceOf(event: SourceFact): object {
  const source = { id: event.data.sourceId, status: SOURCE_STATUS[event.type] };
  if (event.type === 'IngestionCompleted') {
    const { pageCount, chunkCount } = event.data;
    return { ...source, pageCount, chunkCount };
  }
  return event.type === 'IngestionFailed' ? { ...source, errorMessage: event.sealed?.reason ?? '' } : source;
}

function namedForVisitor({ event, metadata }: Fact): readonly Named[] {
  const at = isoTime(metadata.at);
  switch (event.type) {
    case 'AgentMessageSent': {
      const { messageId } = event.data;
      return [{ event: 'agent_message', data: { messageId, content: event.sealed?.content ?? '', createdAt: at } }];
    }
    case 'SessionTakenOver':
      return [{ event: 'takeover', data: { takenOver: true, since: isoTime(event.data.since) } }];
    case 'SessionReleased':
      return [{ event: 'release', data: { takenOver: false, releasedAt: at } }];
    case 'ConversationErased':
      return [{ event: 'conversation_deleted', data: { deletedAt: at } }];
    default:
      return [];
  }
}
