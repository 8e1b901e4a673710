import { describe, it } from 'vitest';
import { conversations } from '../../../src/projections/conversations/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { MINUTE_MS, NOON } from '../../support/fixtures.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const started = fact('ConversationStarted');
const noon = '2026-03-01T12:00:00.000Z';
const byChatbot = {
  takenOver: false,
  takenOverSince: null,
  handoffRequested: false,
  handoffRequestedAt: null,
  leadId: null,
};

describe('A conversation in its read model', () => {
  it('begins without messages', () => {
    givenEvents(conversations, started).thenDocument('talk', {
      id: 'talk',
      chatbotId: 'bot',
      sessionId: 'visitor',
      messageCount: 0,
      startedAt: noon,
      lastMessageAt: noon,
      lastMessage: null,
      lastQuestion: null,
      lastActivity: '0000000000000000001',
      lastActiveAt: NOON,
      ...byChatbot,
    });
  });

  it('counts questions and answers, and has the time of the last one', () => {
    givenEvents(conversations, started, fact('QuestionAsked'), fact('AnswerGiven')).thenDocument('talk', {
      id: 'talk',
      chatbotId: 'bot',
      sessionId: 'visitor',
      messageCount: 2,
      startedAt: noon,
      lastMessageAt: '2026-03-01T12:02:00.000Z',
      lastMessage: { role: 'assistant', excerpt: 'At nine.' },
      lastQuestion: 'When do you open?',
      lastActivity: '0000000000000000003',
      lastActiveAt: NOON + 2 * MINUTE_MS,
      ...byChatbot,
    });
  });

  it('counts the messages of agents', () => {
    givenEvents(conversations, started, fact('AgentMessageSent')).thenFields('talk', {
      messageCount: 1,
      lastMessageAt: '2026-03-01T12:01:00.000Z',
      lastActivity: '0000000000000000002',
    });
  });

  it('has the beginning of its newest message, and nothing of one that was erased', () => {
    const long = fact('QuestionAsked', {}, { content: `${'x'.repeat(199)}🗝 and so on` });
    givenEvents(conversations, started, long).thenFields('talk', {
      lastMessage: { role: 'user', excerpt: 'x'.repeat(199) },
      lastQuestion: 'x'.repeat(199),
    });
    const erased = fact('AgentMessageSent', {}, null);
    givenEvents(conversations, started, long, erased).thenFields('talk', {
      lastMessage: { role: 'agent', excerpt: '' },
      lastQuestion: 'x'.repeat(199),
    });
  });

  it('is taken over until it is released, which is no activity', () => {
    const taken = [started, fact('SessionTakenOver')] as const;
    const since = { takenOverSince: noon, lastActivity: '0000000000000000001' };
    givenEvents(conversations, ...taken).thenFields('talk', { takenOver: true, ...since });
    givenEvents(conversations, ...taken, fact('SessionReleased')).thenFields('talk', {
      takenOver: false,
      takenOverSince: null,
      lastActivity: '0000000000000000001',
    });
  });

  it('waits for a human until somebody takes it over', () => {
    const waiting = [started, fact('HandoffRequested')] as const;
    const requested = { handoffRequested: true, handoffRequestedAt: '2026-03-01T12:01:00.000Z' };
    const activity = { ...requested, messageCount: 0, lastActivity: '0000000000000000002' };
    givenEvents(conversations, ...waiting).thenFields('talk', activity);
    givenEvents(conversations, ...waiting, fact('SessionTakenOver')).thenFields('talk', {
      handoffRequested: false,
      handoffRequestedAt: null,
    });
  });

  it('names its lead until that is deleted', () => {
    const captured = [started, fact('LeadCaptured')] as const;
    givenEvents(conversations, ...captured).thenFields('talk', { leadId: 'lead' });
    givenEvents(conversations, ...captured, fact('LeadDeleted')).thenFields('talk', { leadId: null });
    const older = fact('LeadDeleted', { leadId: 'older' });
    givenEvents(conversations, ...captured, older).thenFields('talk', { leadId: 'lead' });
  });

  it('has no session when its key was erased', () => {
    givenEvents(conversations, fact('ConversationStarted', {}, null)).thenFields('talk', { sessionId: '' });
  });

  it('is not created by a message alone', () => {
    givenEvents(conversations, fact('QuestionAsked'), fact('AnswerGiven')).thenIds();
  });

  it('is active whenever visitor, chatbot or agent does something, not when its lead is deleted', () => {
    for (const type of ['QuestionAsked', 'AnswerGiven', 'AgentMessageSent', 'HandoffRequested'] as const) {
      givenEvents(conversations, started, fact(type)).thenFields('talk', { lastActiveAt: NOON + MINUTE_MS });
    }
    for (const type of ['SessionTakenOver', 'SessionReleased', 'LeadCaptured'] as const) {
      givenEvents(conversations, started, fact(type)).thenFields('talk', { lastActiveAt: NOON + MINUTE_MS });
    }
    givenEvents(conversations, started, fact('LeadDeleted')).thenFields('talk', { lastActiveAt: NOON });
  });

  it('is absent once it was erased', () => {
    const foreign = fact('ConversationStarted', { conversationId: 'foreign' });
    givenEvents(conversations, started, foreign, fact('ConversationErased')).thenIds('foreign');
  });

  it('is deleted with its chatbot', () => {
    const foreign = fact('ConversationStarted', { conversationId: 'foreign', chatbotId: 'other' });
    givenEvents(conversations, started, foreign, fact('ChatbotDeleted')).thenIds('foreign');
    givenEvents(conversations, started, foreign, fact('ChatbotSlotReleased')).thenIds('foreign');
  });
});
