/** Folds events into the documents of a read model. Pure, so that a rebuild gives the same documents. */
import type { DomainEvent, EventType } from '../domain/events.ts';
import type { RecordedEvent } from '../event-log/recorded-event.ts';
import type { CollectionDefinition, FoundDocument, Where } from '../ports/documents.ts';
import type { JsonObject, Position, StoredEvent } from '../ports/event-log.ts';

export type RecordedOf<Type extends EventType> = RecordedEvent<Extract<DomainEvent, { type: Type }>>;

export interface TouchedDocument {
  readonly id: string;
  /** False when `apply` ignores the document before the event: it is not fetched then and is null. */
  readonly reads: boolean;
}

export interface Projection<Document = JsonObject, Type extends EventType = EventType> {
  /** A new `version` rebuilds the documents beside the old ones. */
  readonly collection: CollectionDefinition;
  readonly handles: readonly Type[];
  touches(recorded: RecordedOf<Type>): readonly TouchedDocument[];
  /** `null` deletes the document. Depends on its arguments only: no clock, no randomness. */
  apply(document: Document | null, recorded: RecordedOf<Type>, id: string): Document | null;
  /** Matches documents that the event deletes besides those touched. */
  removes?(recorded: RecordedOf<Type>): Where | null;
  /**
   * Makes the document of an event that cannot be decoded, of any type, from its clear part. Without it, such an event is a
   * poison event if it is handled.
   */
  applyUnreadable?(stored: StoredEvent): FoundDocument<Document> | null;
}

/** Types the callbacks by the handled events, then erases that type so that all projections fit one list. */
export function defineProjection<Document, const Type extends EventType>(
  projection: Projection<Document, Type>,
): Projection {
  return projection as unknown as Projection;
}

/**
 * A chatbot's deletion, and the release of its slot once its key was erased. The second deletes what was recorded between the
 * two.
 */
export const CHATBOT_ENDS = ['ChatbotDeleted', 'ChatbotSlotReleased'] as const;
export type ChatbotEnd = (typeof CHATBOT_ENDS)[number];

export const endsChatbot = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { type: ChatbotEnd }> => (CHATBOT_ENDS as readonly string[]).includes(event.type);

/** Matches the documents of a chatbot or conversation that ends, in models whose documents name both. */
export function removedWith({ event }: { readonly event: DomainEvent }): Where | null {
  if (endsChatbot(event)) return { chatbotId: event.data.chatbotId };
  return event.type === 'ConversationErased' ? { conversationId: event.data.conversationId } : null;
}

export const projectionKey = ({ collection }: Projection): string => `${collection.name}@${collection.version}`;

/** Names the checkpoint of the generation that this projection writes. */
export function checkpointKey(projection: Projection): string {
  const { generation } = projection.collection;
  return generation === undefined ? projectionKey(projection) : `${projectionKey(projection)}#${generation}`;
}

export const reading = (...ids: readonly string[]): readonly TouchedDocument[] =>
  ids.map((id) => ({ id, reads: true }));
export const writing = (...ids: readonly string[]): readonly TouchedDocument[] =>
  ids.map((id) => ({ id, reads: false }));

/** Text that sorts in log order (19 digits). */
export const sortablePosition = (position: Position): string => String(position).padStart(19, '0');
