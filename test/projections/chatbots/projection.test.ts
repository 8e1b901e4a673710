import { describe, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '../../../src/domain/chatbot/configuration.ts';
import { chatbots } from '../../../src/projections/chatbots/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { sha256Of } from '../../support/fixtures.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const created = fact('ChatbotCreated');
const ids = { id: 'bot', publicId: 'bot-public', ownerId: 'ada' };
const noon = '2026-03-01T12:00:00.000Z';
const later = '2026-03-01T12:01:00.000Z';

describe('A chatbot in its read model', () => {
  it('begins with its name and the default configuration', () => {
    givenEvents(chatbots, created).thenDocument('bot', {
      ...ids,
      configuration: { ...DEFAULT_CONFIGURATION, name: 'Helpdesk' },
      images: [],
      revision: 0,
      createdAt: noon,
      updatedAt: noon,
    });
  });

  it('takes the fields that an update names, and of the lead fields only those', () => {
    const changes = { tone: 'Short', leadCaptureFields: { email: true } };
    givenEvents(chatbots, created, fact('ChatbotConfigured', {}, changes)).thenDocument('bot', {
      ...ids,
      configuration: {
        ...DEFAULT_CONFIGURATION,
        name: 'Helpdesk',
        tone: 'Short',
        leadCaptureFields: { name: false, email: true, phone: false },
      },
      images: [],
      revision: 1,
      createdAt: noon,
      updatedAt: later,
    });
  });

  it('has its images, oldest first, without those that were dropped; its revision stays', () => {
    const image = (imageId: string) => fact('ImageStored', { imageId });
    const dropped = fact('ImageDropped', { imageId: 'one' });
    const stored = (imageId: string) => ({ imageId, contentHash: sha256Of('logo'), size: 10 });
    givenEvents(chatbots, created, image('one'), image('two'), image('three'), dropped).thenFields('bot', {
      images: [stored('two'), stored('three')],
      revision: 0,
      updatedAt: noon,
    });
  });

  it('has no name when its key was erased, and ignores changes that cannot be read', () => {
    const erased = [fact('ChatbotCreated', {}, null), fact('ChatbotConfigured', {}, null)];
    givenEvents(chatbots, ...erased).thenDocument('bot', {
      ...ids,
      configuration: { ...DEFAULT_CONFIGURATION },
      images: [],
      revision: 0,
      createdAt: noon,
      updatedAt: noon,
    });
  });

  it('is deleted alone, and nothing after it creates it again', () => {
    const other = fact('ChatbotCreated', { chatbotId: 'other' });
    givenEvents(chatbots, created, other, fact('ChatbotDeleted'), fact('ImageStored')).thenIds('other');
  });
});
