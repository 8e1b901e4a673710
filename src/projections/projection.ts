/** A read model: which events it folds, into which documents, and how. Pure, so that a rebuild gives what live folding gave. */
import type { DomainEvent, EventType } from '../domain/events.ts';
import type { Recorded } from '../log/recorded.ts';
import type { CollectionDefinition, Where } from '../ports/documents.ts';
import type { JsonObject, Position } from '../ports/event-log.ts';

export type RecordedOf<Type extends EventType> = Recorded<Extract<DomainEvent, { type: Type }>>;

/** A document that an event changes. */
export interface Touched {
  readonly id: string;
  /** False when `apply` does not look at the document before: it is not fetched then, and arrives as null. */
  readonly reads: boolean;
}

export interface Projection<Document = JsonObject, Type extends EventType = EventType> {
  /** Where its documents are. A changed `version` builds them anew beside the old ones. */
  readonly collection: CollectionDefinition;
  readonly handles: readonly Type[];
  touches(recorded: RecordedOf<Type>): readonly Touched[];
  /** The document after the event; null removes it. Uses nothing but its arguments: no clock, no randomness. */
  apply(document: Document | null, recorded: RecordedOf<Type>, id: string): Document | null;
  /** Documents that end all at once with the event, besides those touched. */
  removes?(recorded: RecordedOf<Type>): Where | null;
}

/** Keeps the handled types in the callbacks' parameters, then forgets them, so that all projections fit one list. */
export function defineProjection<Document, const Type extends EventType>(
  projection: Projection<Document, Type>,
): Projection {
  return projection as unknown as Projection;
}

/**
 * What ends everything of a chatbot: its deletion and, once its key is gone, the return of its place in the plan. The second ends
 * what was still recorded between the two, which would be readable here for ever.
 */
export const CHATBOT_ENDS = ['ChatbotDeleted', 'ChatbotSlotReleased'] as const;
export type ChatbotEnd = (typeof CHATBOT_ENDS)[number];

export const endsChatbot = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { type: ChatbotEnd }> => (CHATBOT_ENDS as readonly string[]).includes(event.type);

/** How a projection's progress is named. */
export const projectionKey = ({ collection }: Projection): string => `${collection.name}@${collection.version}`;

export const reading = (...ids: readonly string[]): readonly Touched[] => ids.map((id) => ({ id, reads: true }));
export const writing = (...ids: readonly string[]): readonly Touched[] => ids.map((id) => ({ id, reads: false }));

/** A position as text that sorts as positions do: they are decimals of up to 19 digits. */
export const sortable = (position: Position): string => String(position).padStart(19, '0');

/** Epoch milliseconds as the API shows times. */
export const isoTime = (at: number): string => new Date(at).toISOString();
