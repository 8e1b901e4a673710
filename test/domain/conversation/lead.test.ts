import { describe, expect, it } from 'vitest';
import { conversation } from '../../../src/domain/conversation/conversation.ts';
import type { ConversationEvent } from '../../../src/domain/conversation/events.ts';
import { given } from '../../support/events/decider-spec.ts';
import { idOf } from '../../support/fixtures.ts';
import { ask, asked, captured, deleteLead, leadDeleted, leaving, started } from './conversation-facts.ts';

describe('a lead', () => {
  const ada = { name: 'Ada', email: 'ada@example.com' };

  it('is captured with the question it comes with', () => {
    given(conversation)
      .when(ask('q1', leaving('lead', ada)))
      .thenEvents(started, captured('lead', ada), asked('q1'));
  });

  it('that is given later replaces the earlier one field by field, under the same id', () => {
    given(conversation, started, captured('lead', ada))
      .when(ask('q2', leaving('new lead', { email: 'ada@new.example', phone: '+1' })))
      .thenEvents(captured('lead', { email: 'ada@new.example', phone: '+1' }), asked('q2'));
    given(conversation, started, captured('lead', ada), captured('lead', { phone: '+1' }))
      .when(ask('q3', leaving('x', { ...ada, phone: '+2' })))
      .thenEvents(captured('lead', { phone: '+2' }), asked('q3'));
  });

  it('is not captured again when nothing is new, or nothing was given', () => {
    given(conversation, started, captured('lead', ada))
      .when(ask('q2', leaving('x', { name: 'Ada' })))
      .thenEvents(asked('q2'));
    given(conversation, started)
      .when(ask('q2', leaving('x', {})))
      .thenEvents(asked('q2'));
  });

  it('is deleted; the conversation stays', () => {
    given(conversation, started, captured('lead', ada)).when(deleteLead('lead')).thenEvents(leadDeleted('lead'));
    expect(given(conversation, started, asked('q1'), captured('lead', ada), leadDeleted('lead')).state).toMatchObject({
      kind: 'open',
      lead: null,
      messages: { entry: { messageId: idOf('q1') } },
    });
  });

  it('that is not there cannot be deleted, nor one that is gone, nor another than the one that was seen', () => {
    given(conversation).when(deleteLead('lead')).thenRejected('LeadNotFound');
    given(conversation, started).when(deleteLead('lead')).thenRejected('LeadNotFound');
    given(conversation, started, captured('lead', ada), leadDeleted('lead'))
      .when(deleteLead('lead'))
      .thenRejected('LeadNotFound');
    given(conversation, started, captured('lead', ada), leadDeleted('lead'), captured('newer', ada))
      .when(deleteLead('lead'))
      .thenRejected('LeadNotFound');
  });

  it('given after a deletion is a new one, and knows nothing of the old', () => {
    given(conversation, started, captured('lead', ada), leadDeleted('lead'))
      .when(ask('q2', leaving('newer', ada)))
      .thenEvents(captured('newer', ada), asked('q2'));
  });

  it('whose details were erased is still a lead that can be deleted', () => {
    const erased = { ...captured('lead', ada), sealed: null } as ConversationEvent;
    expect(given(conversation, started, erased).state).toMatchObject({ lead: { leadId: idOf('lead'), details: {} } });
    given(conversation, started, erased).when(deleteLead('lead')).thenEvents(leadDeleted('lead'));
  });
});
