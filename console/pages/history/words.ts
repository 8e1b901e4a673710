/** Events in plain words. */
import { plain } from '../../ui/answers/plain.ts';
import { count, oneLine, sentence, spaced } from '../../ui/words.ts';
import { explain } from '../content/reasons.ts';
import type { AuditEvent } from './types.ts';

/** A part in braces is filled in. */
const SENTENCES: Readonly<Record<string, string>> = {
  ChatbotCreated: 'Chatbot created: {name}',
  ChatbotSlotTaken: 'Chatbot counted in your plan',
  ChatbotSlotReleased: 'Chatbot no longer counted in your plan',
  ChatbotConfigured: '{fields} changed',
  WidgetKeyGenerated: 'Key {label} created',
  WidgetKeyRevoked: 'Key {keyId} revoked',
  DataSourceAdded: '{sourceId} added',
  DataSourceDeleted: '{sourceId} deleted',
  IngestionRequested: '{sourceId} is to be read again',
  IngestionStarted: 'Reading {sourceId} began',
  IngestionCompleted: '{sourceId} read: {counts}',
  IngestionFailed: '{sourceId} could not be read: {reason}',
  ConversationStarted: '{conversationId} began a conversation',
  QuestionAsked: '{conversationId} asked: {content}',
  AnswerGiven: 'Answer to {conversationId}: {content}',
  AnswerFailed: 'No answer to {conversationId}: the model failed',
  MessageRated: '{conversationId} {rated}',
  LeadCaptured: '{conversationId} left contact details',
  LeadDeleted: 'Contact details of {conversationId} deleted',
  HandoffRequested: '{conversationId} asked for a human',
  SessionTakenOver: 'Conversation with {conversationId} taken over',
  SessionReleased: 'Conversation with {conversationId} handed back',
  AgentMessageSent: 'Message to {conversationId}: {content}',
  ConversationErased: 'Conversation with {conversationId} deleted {age}',
};

/** Settings whose names in the interface are not those of the console. */
const FIELDS: Readonly<Record<string, string>> = {
  avatarUrl: 'Picture',
  primaryColor: 'Main colour',
  theme: 'Colours',
  quickPrompts: 'Suggested questions',
  chatbotModel: 'Model',
  allowLeadCapture: 'Asking for contact details',
  leadCaptureFields: 'Contact details asked for',
  humanHandoffEnabled: 'Requests for a human',
  humanHandoffEmail: 'Address for requests',
  autoRefreshSchedule: 'Reading again',
  embedDomains: 'Allowed websites',
};

/** Words for what has no known name. */
const UNNAMED: Readonly<Record<string, string>> = {
  sourceId: 'a source',
  keyId: 'unknown',
  conversationId: 'a visitor',
};

const MAX_QUOTED = 200;
const MAX_FIELDS = 3;

export const fieldName = (field: string): string => FIELDS[field] ?? spaced(field);

/** Names of the settings that an event changed. */
export const changedFields = ({ data }: AuditEvent): readonly string[] =>
  Object.keys(data ?? {}).filter((name) => name !== 'chatbotId');

const isErased = (value: unknown): boolean => typeof value === 'object' && value !== null && 'erased' in value;

/** True when the key of its data was deleted since. */
export const hasErased = ({ data }: AuditEvent): boolean => Object.values(data ?? {}).some(isErased);

/**
 * A sentence in parts, whose odd places may hold words of others, in any direction.
 * @param names of sources, keys and visitors, by id
 */
export function sentenceOf(event: AuditEvent, names: ReadonlyMap<string, string>): readonly string[] {
  const { type, data } = event;
  if (data === null) return [`${spaced(type)}: this cannot be read`];
  const parts = (SENTENCES[type] ?? spaced(type)).split(/\{(\w+)\}/);
  const begins = parts[0] === '';
  return parts.map((part, place) => {
    if (place % 2 === 0) return part;
    const text = OWN_WORDS[part]?.(event) ?? (part in UNNAMED ? names.get(String(data[part])) : data[part]);
    if (typeof text === 'string') return excerpt(type === 'AnswerGiven' ? plain(text) : text);
    const unnamed = UNNAMED[part] ?? 'erased';
    return begins && place === 1 ? sentence(unnamed) : unnamed;
  });
}

function excerpt(text: string): string {
  const line = oneLine(text);
  return line.length <= MAX_QUOTED ? line : `${line.slice(0, MAX_QUOTED).toWellFormed()}…`;
}

const RATINGS: Readonly<Record<string, string>> = {
  positive: 'rated an answer helpful',
  negative: 'rated an answer not helpful',
};

/** Parts that the console words itself. */
const OWN_WORDS: Readonly<Record<string, (event: AuditEvent) => string>> = {
  fields: (event) => {
    const fields = changedFields(event);
    const named = fields.slice(0, MAX_FIELDS).map((field, index) => {
      return index === 0 ? fieldName(field) : fieldName(field).toLowerCase();
    });
    const others = fields.length - MAX_FIELDS;
    if (others > 0) named.push(count(others, 'other setting', 'other settings'));
    return new Intl.ListFormat('en-GB').format(named);
  },
  counts: ({ data }) =>
    `${count(Number(data?.pageCount), 'page', 'pages')}, ${count(Number(data?.chunkCount), 'passage', 'passages')}`,
  rated: ({ data }) => RATINGS[String(data?.feedback)] ?? 'took a rating back',
  reason: ({ data }) => (typeof data?.reason === 'string' ? explain(data.reason).text : 'erased'),
  age: ({ data }) => (data?.reason === 'retention' ? 'for its age' : ''),
};

/** Events that the request of a visitor caused, and the chatbot made. */
const OF_CHATBOT = new Set(['AnswerGiven', 'AnswerRetried', 'AnswerFailed']);

/** @param ownId the account of the reader */
export function actorOf({ type, actor }: AuditEvent, ownId: string | undefined): string {
  if (OF_CHATBOT.has(type)) return 'Chatbot';
  switch (actor?.kind) {
    case 'account':
      return actor.id === ownId ? 'You' : 'Another account';
    case 'visitor':
      return 'Visitor';
    case 'system':
      return 'Chatledger';
    default:
      return 'Unknown';
  }
}

/** A setting as text. */
export function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueText).join('\n') || 'none';
  if (isErased(value)) return 'erased';
  if (typeof value !== 'object' || value === null) return String(value ?? '') || 'none';
  const entries = Object.entries(value).map(([name, each]) => `${spaced(name)}: ${valueText(each)}`);
  return entries.join('\n') || 'none';
}
