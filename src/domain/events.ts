/** Every event there is, in one list: the codec, the projections and the documentation all read it here. */
import { type EmailClaimEvent, emailClaimEvents } from './account/email-claim.ts';
import { type AccountEvent, accountEvents } from './account/events.ts';
import { type AllowanceEvent, allowanceEvents } from './allowance/events.ts';
import { type ChatbotEvent, chatbotEvents } from './chatbot/events.ts';
import { type ConversationEvent, conversationEvents } from './conversation/events.ts';
import { type DataSourceEvent, dataSourceEvents } from './data-source/events.ts';
import type { EventDefinition } from './event.ts';
import { type SessionEvent, sessionEvents } from './session/events.ts';
import { type WidgetKeyEvent, widgetKeyEvents } from './widget-key/events.ts';

export type DomainEvent =
  | AccountEvent
  | EmailClaimEvent
  | AllowanceEvent
  | SessionEvent
  | ChatbotEvent
  | DataSourceEvent
  | WidgetKeyEvent
  | ConversationEvent;

export type EventType = DomainEvent['type'];

export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(
  [
    ...accountEvents,
    ...emailClaimEvents,
    ...allowanceEvents,
    ...sessionEvents,
    ...chatbotEvents,
    ...dataSourceEvents,
    ...widgetKeyEvents,
    ...conversationEvents,
  ].map((definition) => [definition.type, definition as unknown as EventDefinition]),
);
