import { describe, it } from 'vitest';
import { messages } from '../../../src/projections/messages/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const asked = fact('QuestionAsked');
const answered = fact('AnswerGiven');
const inTalk = { chatbotId: 'bot', conversationId: 'talk' };
const shared = { sessionId: 'visitor', conversationId: 'talk' };
const answer = {
  ...inTalk,
  order: '0000000000000000002',
  shown: {
    messageId: 'answer',
    ...shared,
    role: 'assistant',
    content: 'At nine.',
    sources: [{ title: 'Hours', url: null, snippet: 'From nine to five' }],
    suggestions: ['And on Sundays?'],
    feedback: null,
    createdAt: '2026-03-01T12:01:00.000Z',
  },
};

describe('A message in its read model', () => {
  it('of a visitor has no sources, suggestions or feedback', () => {
    givenEvents(messages, asked).thenDocument('question', {
      ...inTalk,
      order: '0000000000000000001',
      shown: {
        messageId: 'question',
        ...shared,
        role: 'user',
        content: 'When do you open?',
        sources: [],
        suggestions: [],
        feedback: null,
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    });
  });

  it('of the chatbot has what the answer rests on, without the evidence', () => {
    givenEvents(messages, asked, answered).thenDocument('answer', answer);
  });

  it('of an agent is what they wrote', () => {
    givenEvents(messages, fact('AgentMessageSent')).thenDocument('reply', {
      ...inTalk,
      order: '0000000000000000001',
      shown: {
        messageId: 'reply',
        ...shared,
        role: 'agent',
        content: 'Ada here.',
        sources: [],
        suggestions: [],
        feedback: null,
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    });
  });

  it('has the newest rating', () => {
    const rated = (feedback: 'positive' | 'negative' | null) => fact('MessageRated', { feedback });
    givenEvents(messages, asked, answered, rated('positive'), rated('negative')).thenDocument('answer', {
      ...answer,
      shown: { ...answer.shown, feedback: 'negative' },
    });
    givenEvents(messages, asked, answered, rated('positive'), rated(null)).thenDocument('answer', answer);
  });

  it('is not created by a rating alone', () => {
    givenEvents(messages, fact('MessageRated')).thenIds();
  });

  it('is empty when its key was erased', () => {
    givenEvents(messages, fact('QuestionAsked', {}, null), fact('AnswerGiven', {}, null)).thenDocument('answer', {
      ...answer,
      shown: { ...answer.shown, sessionId: '', content: '', sources: [], suggestions: [] },
    });
    givenEvents(messages, fact('QuestionAsked', {}, null)).thenFields('question', {
      shown: { sessionId: '', content: '' },
    });
  });

  it('is deleted with its conversation', () => {
    const foreign = fact('QuestionAsked', { messageId: 'foreign', conversationId: 'other talk' });
    givenEvents(messages, asked, foreign, answered, fact('ConversationErased')).thenIds('foreign');
  });

  it('is deleted with its chatbot', () => {
    const foreign = fact('QuestionAsked', { messageId: 'foreign', chatbotId: 'other' });
    givenEvents(messages, asked, foreign, answered, fact('ChatbotDeleted')).thenIds('foreign');
    givenEvents(messages, asked, foreign, answered, fact('ChatbotSlotReleased')).thenIds('foreign');
  });
});
