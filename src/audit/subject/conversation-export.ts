/** All that is held about one conversation: its messages, ratings, contact details, takeovers and requests for a human. */
import type { DomainEvent } from '../../domain/events.ts';
import type { EventDecoder } from '../../event-log/event-decoder.ts';
import { streamPages } from '../../event-log/log-pages.ts';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import { isoTime } from '../../lib/iso-time.ts';
import type { ReadableDocuments } from '../../ports/documents.ts';
import { parsePosition, type ReadableLog } from '../../ports/event-log.ts';
import { type ConversationDocument, conversations } from '../../projections/conversations/projection.ts';
import { type MessageDocument, messages } from '../../projections/messages/projection.ts';
import { type RawMessage, rawMessage } from '../../projections/raw-message.ts';

export interface SubjectDeps {
  readonly log: Pick<ReadableLog, 'readStream' | 'eventAt'>;
  readonly codec: Pick<EventDecoder, 'decode'>;
  readonly documents: Pick<ReadableDocuments, 'get' | 'find'>;
}

/** Details as they were given at a time. Fields that were not given are absent. */
export type CapturedDetails = { at: string; leadId: string; name?: string; email?: string; phone?: string };

export type ConversationExport = {
  conversationId: string;
  chatbotId: string;
  sessionId: string;
  startedAt: string;
  /** Oldest first, with the present rating. */
  messages: Omit<RawMessage, 'sessionId' | 'conversationId'>[];
  /** Every rating; null took one back. */
  ratings: { messageId: string; feedback: 'positive' | 'negative' | null; at: string }[];
  /** Every time that details were left, deleted ones left out. */
  captured: CapturedDetails[];
  handoffRequests: { at: string }[];
  takeovers: { at: string; kind: 'taken_over' | 'released' }[];
};

const PAGE = 500;

/** Returns null when the conversation is unknown or erased. @throws UnreadableEvent, StoreUnavailable */
export async function exportConversation(
  chatbotId: string,
  conversationId: string,
  { log, codec, documents }: SubjectDeps,
): Promise<ConversationExport | null> {
  const document = await documents.get<ConversationDocument>(conversations.collection, conversationId);
  if (document?.chatbotId !== chatbotId) return null;
  const { sessionId, startedAt } = document;
  const exported: ConversationExport = {
    conversationId,
    chatbotId,
    sessionId,
    startedAt,
    messages: [],
    ratings: [],
    captured: [],
    handoffRequests: [],
    takeovers: [],
  };
  const stream = await streamOf(conversationId, { log, documents });
  if (stream === null) return exported;
  for await (const page of streamPages(log, stream, PAGE)) {
    for (const each of await codec.decode(page)) {
      if (!each.ok) throw each.error;
      add(each.recorded, exported);
    }
  }
  return exported;
}

/** The name of the stream hides the session; the event of any message tells it. */
async function streamOf(
  conversationId: string,
  { log, documents }: Pick<SubjectDeps, 'log' | 'documents'>,
): Promise<string | null> {
  const orderBy = { field: 'order', direction: 'asc' } as const;
  const [first] = await documents.find<MessageDocument>(messages.collection, {
    where: { conversationId },
    orderBy,
    limit: 1,
  });
  const event = first === undefined ? null : await log.eventAt(parsePosition(first.document.order));
  return event?.stream ?? null;
}

/** A session may have had an earlier conversation, which is erased. */
function add({ event, metadata }: RecordedEvent<DomainEvent>, exported: ConversationExport): void {
  if (!('conversationId' in event.data) || event.data.conversationId !== exported.conversationId) return;
  const at = isoTime(metadata.at);
  switch (event.type) {
    case 'QuestionAsked':
    case 'AnswerGiven':
    case 'AgentMessageSent': {
      const { sessionId: _session, conversationId: _conversation, ...message } = rawMessage(event, at);
      exported.messages.push(message);
      return;
    }
    case 'MessageRated': {
      const { messageId, feedback } = event.data;
      exported.ratings.push({ messageId, feedback, at });
      const rated = exported.messages.findIndex((message) => message.messageId === messageId);
      const message = exported.messages[rated];
      if (message !== undefined) exported.messages[rated] = { ...message, feedback };
      return;
    }
    case 'LeadCaptured':
      if (event.sealed !== null) exported.captured.push({ at, leadId: event.data.leadId, ...event.sealed });
      return;
    case 'HandoffRequested':
      exported.handoffRequests.push({ at });
      return;
    case 'SessionTakenOver':
      exported.takeovers.push({ at, kind: 'taken_over' });
      return;
    case 'SessionReleased':
      exported.takeovers.push({ at, kind: 'released' });
      return;
    default:
      return;
  }
}
