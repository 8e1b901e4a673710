import { describe, expect, it } from 'vitest';
import type { Position } from '../../../src/ports/event-log.ts';
import { type ChatbotFact, chatbotEvents } from '../../../src/projections/chatbot-events/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const order = '0000000000000000001';
const place = { answerId: null, stream: 'test-1', revision: 0, order };
const inTalk = { chatbotId: 'bot', conversationId: 'talk' };
const ofBot = { chatbotId: 'bot', conversationId: null };

describe('The index of the log by chatbot', () => {
  it.each([
    ['message', 'QuestionAsked'],
    ['handoff', 'HandoffRequested'],
    ['lead', 'LeadCaptured'],
    ['rating', 'MessageRated'],
  ] as const)('has a %s for the owner where %s stands', (kind, type) => {
    const entry = { ...inTalk, isForVisitor: false, kind, type, ...place };
    givenEvents(chatbotEvents, fact(type)).thenDocument(order, entry);
  });

  it.each([
    ['message', 'AgentMessageSent'],
    ['takeover', 'SessionTakenOver'],
    ['release', 'SessionReleased'],
    ['deletion', 'ConversationErased'],
  ] as const)('has a %s for owner and visitor where %s stands', (kind, type) => {
    const entry = { ...inTalk, isForVisitor: true, kind, type, ...place };
    givenEvents(chatbotEvents, fact(type)).thenDocument(order, entry);
  });

  it.each([
    'DataSourceAdded',
    'IngestionRequested',
    'IngestionStarted',
    'IngestionCompleted',
    'IngestionFailed',
    'DataSourceDeleted',
  ] as const)('has a source of the chatbot where %s stands', (type) => {
    const entry = { ...ofBot, isForVisitor: false, kind: 'source', type, ...place };
    givenEvents(chatbotEvents, fact(type)).thenDocument(order, entry);
  });

  it.each([
    ['AnswerGiven', 'message'],
    ['AnswerFailed', null],
  ] as const)('finds %s by its message', (type, kind) => {
    const entry = { ...inTalk, isForVisitor: false, kind, type, ...place, answerId: 'answer' };
    givenEvents(chatbotEvents, fact(type, { messageId: 'answer' })).thenDocument(order, entry);
  });

  it.each(['ConversationStarted', 'AnswerRetried', 'LeadDeleted'] as const)(
    'has %s of a conversation, which no channel shows',
    (type) => {
      const entry = { ...inTalk, isForVisitor: false, kind: null, type, ...place };
      givenEvents(chatbotEvents, fact(type)).thenDocument(order, entry);
    },
  );

  it.each([
    'ChatbotSlotTaken',
    'ChatbotCreated',
    'ChatbotConfigured',
    'ImageStored',
    'ImageDropped',
    'ScheduledRefreshRequested',
    'ChatbotDeleted',
    'ChatbotSlotReleased',
    'WidgetKeyGenerated',
    'WidgetKeyRevoked',
    'WidgetKeysAdopted',
    'QuestionWithdrawn',
  ] as const)('has %s of the chatbot as a whole, which no channel shows', (type) => {
    const entry = { ...ofBot, isForVisitor: false, kind: null, type, ...place };
    givenEvents(chatbotEvents, fact(type)).thenDocument(order, entry);
  });

  it('has an entry for each event, also when the chatbot was deleted or its key erased', () => {
    const foreign = fact('QuestionAsked', { chatbotId: 'other' }, null);
    const history = [fact('QuestionAsked', {}, null), foreign, fact('ChatbotDeleted'), fact('ChatbotSlotReleased')];
    const places = ['1', '2', '3', '4'].map((number) => number.padStart(19, '0'));
    givenEvents(chatbotEvents, ...history).thenIds(...places);
  });

  it.each([
    ['a damaged AnswerGiven', 'AnswerGiven', { isForVisitor: false, kind: 'message', answerId: 'answer' }],
    ['of a type that this release does not know', 'AnswerPraised', { isForVisitor: false, kind: null, answerId: null }],
  ])('has an entry for an event that cannot be read: %s', (_, type, shown) => {
    const position = 7n as Position;
    const stored = { id: 'x', type, stream: 'test-1', revision: 0, position, recordedAt: 0, metadata: {} };
    const named = { chatbotId: 'bot', conversationId: 'talk' };
    const entry = { ...named, ...shown, type, stream: 'test-1', revision: 0, order: '0000000000000000007' };
    expect(chatbotEvents.applyUnreadable?.({ ...stored, data: { ...named, messageId: 'answer' } })).toEqual({
      id: entry.order,
      document: entry,
    });
    expect(chatbotEvents.applyUnreadable?.({ ...stored, data: { chatbotId: 1 } })).toBeNull();
  });

  it('passes over events that name no chatbot', () => {
    const others: string[] = ['AccountRegistered', 'SessionStarted', 'MessagesCounted', 'InstallationCreated'];
    expect(chatbotEvents.handles.filter((type: string) => others.includes(type))).toEqual([]);
    expect(chatbotEvents.handles).toContain('ChatbotCreated' satisfies ChatbotFact);
  });
});
