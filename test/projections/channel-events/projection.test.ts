import { describe, it } from 'vitest';
import { channelEvents } from '../../../src/projections/channel-events/projection.ts';
import { fact } from '../../support/facts.ts';
import { givenEvents } from '../../support/projection-spec.ts';

const order = '0000000000000000001';
const inTalk = { chatbotId: 'bot', conversationId: 'talk' };
const ofBot = { chatbotId: 'bot', conversationId: null };

describe('The index of the realtime channel', () => {
  it.each([
    ['message', 'QuestionAsked'],
    ['message', 'AnswerGiven'],
    ['handoff', 'HandoffRequested'],
    ['lead', 'LeadCaptured'],
    ['rating', 'MessageRated'],
  ] as const)('has a %s for the owner where %s stands', (kind, type) => {
    givenEvents(channelEvents, fact(type)).thenDocument(order, { ...inTalk, isForVisitor: false, kind, order });
  });

  it.each([
    ['message', 'AgentMessageSent'],
    ['takeover', 'SessionTakenOver'],
    ['release', 'SessionReleased'],
  ] as const)('has a %s for owner and visitor where %s stands', (kind, type) => {
    givenEvents(channelEvents, fact(type)).thenDocument(order, { ...inTalk, isForVisitor: true, kind, order });
  });

  it.each([
    'DataSourceAdded',
    'IngestionRequested',
    'IngestionStarted',
    'IngestionCompleted',
    'IngestionFailed',
    'DataSourceDeleted',
  ] as const)('has a source of the chatbot where %s stands', (type) => {
    givenEvents(channelEvents, fact(type)).thenDocument(order, {
      ...ofBot,
      isForVisitor: false,
      kind: 'source',
      order,
    });
  });

  it('has an entry for each event, and none of a chatbot that was deleted', () => {
    const foreign = fact('QuestionAsked', { chatbotId: 'other' });
    const history = [fact('QuestionAsked'), foreign, fact('AnswerGiven')] as const;
    const [first, second, third] = ['1', '2', '3'].map((place) => place.padStart(19, '0'));
    givenEvents(channelEvents, ...history).thenIds(String(first), String(second), String(third));
    givenEvents(channelEvents, ...history, fact('ChatbotDeleted')).thenIds(String(second));
    givenEvents(channelEvents, ...history, fact('ChatbotSlotReleased')).thenIds(String(second));
  });

  it('has none of a conversation that was erased', () => {
    const foreign = fact('AgentMessageSent', { conversationId: 'other talk' });
    const history = [fact('QuestionAsked'), foreign, fact('SessionTakenOver')] as const;
    givenEvents(channelEvents, ...history, fact('ConversationErased')).thenIds('2'.padStart(19, '0'));
  });
});
