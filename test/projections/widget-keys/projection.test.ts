import { describe, it } from 'vitest';
import { widgetKeys } from '../../../src/projections/widget-keys/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { sha256Of } from '../../support/fixtures.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const generated = fact('WidgetKeyGenerated');
const key = {
  id: 'key',
  chatbotId: 'bot',
  ownerId: 'ada',
  secretHash: sha256Of('secret'),
  keyPrefix: 'cwk_12',
  label: 'Shop',
  allowedDomains: ['*'],
  isActive: true,
  createdAt: '2026-03-01T12:00:00.000Z',
};

describe('A widget key in its read model', () => {
  it('has the hash of its secret and its allowed domains', () => {
    givenEvents(widgetKeys, generated).thenDocument('key', key);
  });

  it('stays, inactive, when it is revoked', () => {
    givenEvents(widgetKeys, generated, fact('WidgetKeyRevoked')).thenDocument('key', { ...key, isActive: false });
    givenEvents(widgetKeys, fact('WidgetKeyRevoked')).thenIds();
  });

  it('allows no domain when its key was erased', () => {
    givenEvents(widgetKeys, fact('WidgetKeyGenerated', {}, null)).thenDocument('key', {
      ...key,
      label: '',
      allowedDomains: [],
    });
  });

  it('is deleted with its chatbot', () => {
    const foreign = fact('WidgetKeyGenerated', { keyId: 'foreign', chatbotId: 'other' });
    givenEvents(widgetKeys, generated, foreign, fact('ChatbotDeleted')).thenIds('foreign');
    givenEvents(widgetKeys, generated, foreign, fact('ChatbotSlotReleased')).thenIds('foreign');
  });
});
