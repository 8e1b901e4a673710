import { describe, it } from 'vitest';
import { leads } from '../../../src/projections/leads/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const captured = fact('LeadCaptured');
const lead = {
  id: 'lead',
  chatbotId: 'bot',
  conversationId: 'talk',
  name: 'Vera',
  email: 'vera@example.com',
  phone: null,
  capturedAt: '2026-03-01T12:00:00.000Z',
};

describe('A lead in its read model', () => {
  it('has the details that the visitor gave, and null for the others', () => {
    givenEvents(leads, captured).thenDocument('lead', lead);
  });

  it('takes later details field by field, and keeps the time of the first', () => {
    const again = { ...fact('LeadCaptured'), sealed: { email: 'v@example.com', phone: '123' } };
    givenEvents(leads, captured, again).thenDocument('lead', { ...lead, email: 'v@example.com', phone: '123' });
  });

  it('is absent once its key was erased', () => {
    givenEvents(leads, captured, fact('LeadCaptured', {}, null)).thenIds();
  });

  it('is deleted alone', () => {
    givenEvents(leads, captured, fact('LeadCaptured', { leadId: 'other' }), fact('LeadDeleted')).thenIds('other');
  });

  it('is deleted with its conversation, in which it may have followed another', () => {
    const later = fact('LeadCaptured', { leadId: 'later' });
    const foreign = fact('LeadCaptured', { leadId: 'foreign', conversationId: 'other talk' });
    givenEvents(leads, captured, later, foreign, fact('ConversationErased')).thenIds('foreign');
  });

  it('is deleted with its chatbot', () => {
    const foreign = fact('LeadCaptured', { leadId: 'foreign', chatbotId: 'other' });
    givenEvents(leads, captured, foreign, fact('ChatbotDeleted')).thenIds('foreign');
    givenEvents(leads, captured, foreign, fact('ChatbotSlotReleased')).thenIds('foreign');
  });
});
