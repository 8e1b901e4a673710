import { describe, it } from 'vitest';
import { conversation } from '../../../src/domain/conversation/conversation.ts';
import { given } from '../../support/events/decider-spec.ts';
import { fact } from '../../support/events/facts.ts';
import { idOf } from '../../support/fixtures.ts';

const history = [fact('ConversationStarted'), fact('LeadCaptured'), fact('QuestionAsked'), fact('AnswerGiven')];
const erased = fact('ConversationErased');
const eraseConversation = { type: 'EraseConversation', conversationId: 'talk' } as const;
const erase = (messageCount: number, handoffRequested = false) =>
  ({ ...eraseConversation, reason: 'retention', seen: { messageCount, handoffRequested } }) as const;

describe('A conversation that is erased', () => {
  it('goes with its lead, when it has one', () => {
    given(conversation, ...history)
      .when(erase(2))
      .thenEvents(erased);
    const withoutLead = fact('ConversationErased', { leadId: null });
    given(conversation, ...history, fact('LeadDeleted'))
      .when(erase(2))
      .thenEvents(withoutLead);
  });

  it('stays when it went on since the caller read it', () => {
    given(conversation, ...history)
      .when(erase(1))
      .thenRejected('ConversationWentOn');
    given(conversation, ...history, fact('HandoffRequested'))
      .when(erase(2))
      .thenRejected('ConversationWentOn');
    given(conversation, ...history, fact('HandoffRequested'))
      .when(erase(2, true))
      .thenEvents(erased);
  });

  it('goes whatever was said, when its owner asks for it', () => {
    given(conversation, ...history, fact('HandoffRequested'))
      .when({ ...eraseConversation, reason: 'owner', seen: null })
      .thenEvents(fact('ConversationErased', { reason: 'owner' }));
  });

  it('is over: it can be erased once, and a later question of its session starts another one', () => {
    const over = given(conversation, ...history, erased);
    over.when(erase(2)).thenRejected('ConversationNotFound');
    over.when({ type: 'RateMessage', messageId: 'answer', feedback: 'positive' }).thenRejected('ConversationNotFound');
    const [conversationId, messageId] = [idOf('next'), idOf('later')];
    const said = { sessionId: 'visitor', content: 'Again?' };
    over
      .when({ type: 'AskQuestion', conversationId, messageId, chatbotId: 'bot', keyId: 'key', lead: null, ...said })
      .thenEvents(
        fact('ConversationStarted', { conversationId }),
        fact('QuestionAsked', { conversationId, messageId }, said),
      );
    given(conversation, ...history, erased, fact('ConversationStarted', { conversationId }))
      .when(erase(0))
      .thenRejected('ConversationNotFound');
  });
});
