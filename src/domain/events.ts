import { EMAIL_CLAIM_EVENTS, type EmailClaimEvent } from './account/email-claim.ts';
import { ACCOUNT_EVENTS, type AccountEvent } from './account/events.ts';
import { CHATBOT_EVENTS, type ChatbotEvent } from './chatbot/events.ts';
import { CONVERSATION_EVENTS, type ConversationEvent } from './conversation/events.ts';
import { DATA_SOURCE_EVENTS, type DataSourceEvent } from './data-source/events.ts';
import type { EventDefinition } from './event.ts';
import { INSTALLATION_EVENTS, type InstallationEvent } from './installation/events.ts';
import { MESSAGE_QUOTA_EVENTS, type MessageQuotaEvent } from './message-quota/events.ts';
import { SESSION_EVENTS, type SessionEvent } from './session/events.ts';
import { TREE_HEAD_EVENTS, type TreeHeadEvent } from './tree-head/events.ts';
import { WIDGET_KEY_EVENTS, type WidgetKeyEvent } from './widget-key/events.ts';

export type DomainEvent =
  | AccountEvent
  | EmailClaimEvent
  | MessageQuotaEvent
  | SessionEvent
  | ChatbotEvent
  | DataSourceEvent
  | WidgetKeyEvent
  | ConversationEvent
  | InstallationEvent
  | TreeHeadEvent;

export type EventType = DomainEvent['type'];

export const EVENT_DEFINITIONS: ReadonlyMap<string, EventDefinition> = new Map(
  [
    ...ACCOUNT_EVENTS,
    ...EMAIL_CLAIM_EVENTS,
    ...MESSAGE_QUOTA_EVENTS,
    ...SESSION_EVENTS,
    ...CHATBOT_EVENTS,
    ...DATA_SOURCE_EVENTS,
    ...WIDGET_KEY_EVENTS,
    ...CONVERSATION_EVENTS,
    ...INSTALLATION_EVENTS,
    ...TREE_HEAD_EVENTS,
  ].map((definition) => [definition.type, definition as unknown as EventDefinition]),
);

/** Categories of all streams: see `Aggregate.category`. */
export const STREAM_CATEGORIES: readonly string[] = [
  ...['account', 'allowance', 'chatbot', 'conversation', 'email', 'installation', 'session', 'source', 'treehead'],
  'widgetkeys',
];
