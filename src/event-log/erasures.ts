/** Erasure list: the log names every subject that was erased, and when. A restored copy of the key store is compared with it. */
import type { DomainEvent, EventType } from '../domain/events.ts';
import {
  accountSubject,
  chatbotSubject,
  conversationSubject,
  leadSubject,
  sourceSubject,
} from '../domain/key-subjects.ts';
import type { EventLog, Position } from '../ports/event-log.ts';
import type { KeySubject } from '../ports/keys.ts';
import type { EventCodec } from './codec.ts';
import { logPages } from './log-pages.ts';

export const ERASING_EVENTS = [
  'AccountDeleted',
  'ChatbotDeleted',
  'DataSourceDeleted',
  'LeadDeleted',
  'ConversationErased',
] as const satisfies readonly EventType[];

export interface Erasure {
  readonly subject: KeySubject;
  readonly position: Position;
  /** Epoch milliseconds. */
  readonly at: number;
}

const PAGE = 500;

/** Subjects whose keys the event destroys; erasing one erases those below it. */
export function subjectsErasedBy(event: DomainEvent): readonly KeySubject[] {
  switch (event.type) {
    case 'AccountDeleted': {
      const { accountId, chatbotIds } = event.data;
      return [accountSubject(accountId), ...chatbotIds.map(chatbotSubject)];
    }
    case 'ChatbotDeleted':
      return [chatbotSubject(event.data.chatbotId)];
    case 'DataSourceDeleted':
      return [sourceSubject(event.data.chatbotId, event.data.sourceId)];
    case 'LeadDeleted':
      return [leadSubject(event.data.chatbotId, event.data.leadId)];
    case 'ConversationErased': {
      const { chatbotId, conversationId, leadId } = event.data;
      const said = conversationSubject(chatbotId, conversationId);
      return leadId === null ? [said] : [said, leadSubject(chatbotId, leadId)];
    }
    default:
      return [];
  }
}

/**
 * Yields every erasure after a position of the log, in order. A subject may come more than once. Needs no keys.
 * @param after exclusive; null for all
 * @throws UnreadableEvent for an event that was changed or is of a newer release
 */
export async function* erasedSubjectsSince(
  log: Pick<EventLog, 'readAll'>,
  codec: Pick<EventCodec, 'decode'>,
  after: Position | null,
): AsyncGenerator<Erasure> {
  for await (const { events } of logPages(log, { after, limit: PAGE, filter: { types: ERASING_EVENTS } })) {
    for (const decoded of await codec.decode(events)) {
      if (!decoded.ok) throw decoded.error;
      const { event, position, metadata } = decoded.recorded;
      for (const subject of subjectsErasedBy(event)) yield { subject, position, at: metadata.at };
    }
  }
}
