/** Valid events, short enough to be read as sentences: a test names only the fields that it is about. */
import type { DomainEvent } from '../../../src/domain/events.ts';
import type { Actor, RecordedEvent } from '../../../src/event-log/recorded-event.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { idOf, MINUTE_MS, NOON, sha256Of } from '../fixtures.ts';
import { EVIDENCE } from './evidence.ts';

type EventOf<Type> = Extract<DomainEvent, { type: Type }>;
type SealedOf<Type> = EventOf<Type> extends { readonly sealed: infer Sealed } ? Sealed : never;

const InTalk = { conversationId: 'talk', chatbotId: 'bot' };
const Run = { sourceId: 'source', chatbotId: 'bot', generation: 1 };
const CRAWL = { attempted: 3, succeeded: 2, failed: 1, skipped: 0 };

/** One of each event that a read model handles. */
const EXAMPLES = {
  AccountRegistered: {
    data: { accountId: 'ada', plan: 'free' },
    sealed: { email: 'ada@example.com', name: 'Ada', passwordHash: 'hash' },
  },
  AccountRenamed: { data: { accountId: 'ada' }, sealed: { name: 'Ada Lovelace' } },
  AccountDeleted: { data: { accountId: 'ada', chatbotIds: ['bot'], emailClaimId: sha256Of('ada@example.com') } },
  SessionStarted: { data: { sessionId: 'sign-in', accountId: 'ada', startedAt: NOON, expiresAt: NOON + 60_000 } },
  SessionRefreshed: {
    data: { sessionId: 'sign-in', accountId: 'ada', rotation: 1, refreshedAt: NOON, expiresAt: NOON + 120_000 },
  },
  SessionEnded: { data: { sessionId: 'sign-in', accountId: 'ada', reason: 'logout' } },
  ChatbotCreated: { data: { chatbotId: 'bot', publicId: 'bot-public', ownerId: 'ada' }, sealed: { name: 'Helpdesk' } },
  ChatbotConfigured: { data: { chatbotId: 'bot' }, sealed: {} },
  ImageStored: { data: { chatbotId: 'bot', imageId: 'logo', contentHash: sha256Of('logo'), size: 10 } },
  ImageDropped: { data: { chatbotId: 'bot', imageId: 'logo' } },
  ScheduledRefreshRequested: { data: { chatbotId: 'bot', schedule: 'daily', dueAt: NOON } },
  ChatbotDeleted: { data: { chatbotId: 'bot', ownerId: 'ada' } },
  ChatbotSlotTaken: {
    data: { accountId: 'ada', chatbotId: 'bot', publicId: 'bot-public' },
    sealed: { name: 'Helpdesk' },
  },
  ChatbotSlotReleased: { data: { chatbotId: 'bot', accountId: 'ada' } },
  DataSourceAdded: {
    data: {
      sourceId: 'source',
      chatbotId: 'bot',
      ownerId: 'ada',
      sourceType: 'text',
      isRecursive: false,
      contentHash: sha256Of('text'),
      contentType: 'text/plain',
    },
    sealed: { sourceUrl: null, title: 'Hours', fileName: null },
  },
  IngestionRequested: { data: { ...Run, cause: 'refresh' } },
  IngestionStarted: { data: Run },
  IngestionCompleted: {
    data: {
      ...Run,
      replaces: null,
      pageCount: 2,
      chunkCount: 3,
      siteType: null,
      sparseContent: false,
      crawl: null,
      manifestHash: sha256Of('passages'),
    },
    sealed: { sitemapUrl: null, skippedUrls: [] },
  },
  IngestionFailed: {
    data: { ...Run, crawl: CRAWL, siteType: 'static' },
    sealed: { reason: 'The site did not answer', sitemapUrl: null, skippedUrls: [] },
  },
  DataSourceDeleted: { data: { sourceId: 'source', chatbotId: 'bot' } },
  WidgetKeyGenerated: {
    data: { keyId: 'key', chatbotId: 'bot', ownerId: 'ada', secretHash: sha256Of('secret'), keyPrefix: 'cwk_12' },
    sealed: { label: 'Shop', allowedDomains: ['*'] },
  },
  WidgetKeysAdopted: { data: { chatbotId: 'bot', keyIds: ['key'] } },
  WidgetKeyRevoked: { data: { keyId: 'key', chatbotId: 'bot' } },
  ConversationStarted: { data: { ...InTalk, keyId: 'key' }, sealed: { sessionId: 'visitor' } },
  QuestionAsked: {
    data: { ...InTalk, messageId: 'question' },
    sealed: { sessionId: 'visitor', content: 'When do you open?' },
  },
  AnswerGiven: {
    data: {
      ...InTalk,
      messageId: 'answer',
      questionId: 'question',
      partial: false,
      evidence: EVIDENCE,
    },
    sealed: {
      sessionId: 'visitor',
      content: 'At nine.',
      condensedQuestion: 'opening hours',
      sources: [{ title: 'Hours', url: null, snippet: 'From nine to five' }],
      suggestions: ['And on Sundays?'],
    },
  },
  QuestionWithdrawn: { data: { chatbotId: 'bot', messageId: 'question' } },
  AnswerFailed: { data: { ...InTalk, messageId: 'answer', questionId: 'question', model: 'offline' } },
  AnswerRetried: { data: { ...InTalk, questionId: 'question' } },
  MessageRated: { data: { ...InTalk, messageId: 'answer', feedback: 'positive' } },
  LeadCaptured: { data: { ...InTalk, leadId: 'lead' }, sealed: { name: 'Vera', email: 'vera@example.com' } },
  LeadDeleted: { data: { ...InTalk, leadId: 'lead' } },
  SessionTakenOver: { data: { ...InTalk, accountId: 'ada', since: NOON }, sealed: { sessionId: 'visitor' } },
  SessionReleased: { data: { ...InTalk, accountId: 'ada' }, sealed: { sessionId: 'visitor' } },
  AgentMessageSent: {
    data: { ...InTalk, messageId: 'reply', accountId: 'ada' },
    sealed: { sessionId: 'visitor', content: 'Ada here.' },
  },
  ConversationErased: { data: { ...InTalk, leadId: 'lead', reason: 'retention' } },
  HandoffRequested: { data: { ...InTalk, handoffId: 'handoff', keyId: 'key' }, sealed: { sessionId: 'visitor' } },
} as const satisfies { readonly [Type in DomainEvent['type']]?: Omit<EventOf<Type>, 'type'> };

/** The example of that type, with other values. @param sealed null: its key was erased */
export function fact<Type extends keyof typeof EXAMPLES>(
  type: Type,
  data: Partial<EventOf<Type>['data']> = {},
  sealed?: Partial<SealedOf<Type>> | null,
): EventOf<Type> {
  const example: { readonly data: object; readonly sealed?: object } = EXAMPLES[type];
  const sealedPart =
    example.sealed === undefined ? {} : { sealed: sealed === null ? null : { ...example.sealed, ...sealed } };
  return { type, data: { ...example.data, ...data }, ...sealedPart } as unknown as EventOf<Type>;
}

const ACTOR: Actor = { kind: 'system', part: 'test' };

/**
 * The events as a log holds them that has nothing else: at the positions from `first` on, a minute apart, as revisions of one stream.
 * The event at position 1 is recorded at noon.
 */
export function recordedFrom(first: number, events: readonly DomainEvent[]): readonly RecordedEvent[] {
  return events.map((event, place) => {
    const position = first + place;
    const at = NOON + (position - 1) * MINUTE_MS;
    const metadata = { at, version: 1, commandId: idOf('command'), actor: ACTOR, previous: null };
    const id = idOf(`event ${position}`);
    return {
      event,
      id,
      stream: 'test-1',
      revision: position - 1,
      position: BigInt(position) as Position,
      recordedAt: at,
      metadata,
    };
  });
}
