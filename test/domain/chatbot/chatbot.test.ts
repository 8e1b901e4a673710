import { describe, expect, it } from 'vitest';
import { chatbot } from '../../../src/domain/chatbot/chatbot.ts';
import { type ChatbotChanges, DEFAULT_CONFIGURATION } from '../../../src/domain/chatbot/configuration.ts';
import type { ChatbotEvent } from '../../../src/domain/chatbot/events.ts';
import { idOf } from '../../support/fixtures.ts';
import { given } from '../../support/given.ts';

const [chatbotId, publicId, ownerId] = [idOf('bot'), idOf('public bot'), idOf('ada')];

const created: ChatbotEvent = {
  type: 'ChatbotCreated',
  data: { chatbotId, publicId, ownerId },
  sealed: { name: 'Helper' },
};
const configured = (changes: ChatbotChanges): ChatbotEvent => ({
  type: 'ChatbotConfigured',
  data: { chatbotId },
  sealed: changes,
});
const deleted: ChatbotEvent = { type: 'ChatbotDeleted', data: { chatbotId, ownerId } };

const create = { type: 'CreateChatbot', chatbotId, publicId, ownerId, name: 'Helper' } as const;
const configure = (changes: ChatbotChanges, by = ownerId) =>
  ({ type: 'ConfigureChatbot', ownerId: by, changes }) as const;
const deletion = (by = ownerId) => ({ type: 'DeleteChatbot', ownerId: by }) as const;

const configurationAfter = (...facts: ChatbotEvent[]) => {
  const { state } = given(chatbot, ...facts);
  return state.kind === 'live' ? state.configuration : null;
};

describe('a chatbot', () => {
  it('is created with a name and everything else unset', () => {
    given(chatbot).when(create).thenFacts(created);
    expect(configurationAfter(created)).toEqual({ ...DEFAULT_CONFIGURATION, name: 'Helper' });
  });

  it('is created once, also after it was deleted', () => {
    given(chatbot, created).when(create).thenRejected('ChatbotExists');
    given(chatbot, created, deleted).when(create).thenRejected('ChatbotExists');
  });

  it('records only the fields that really change', () => {
    given(chatbot, created)
      .when(configure({ name: 'Helper', tone: 'warm', quickPrompts: [], avatarUrl: null }))
      .thenFacts(configured({ tone: 'warm' }));
  });

  it('records nothing when nothing changes', () => {
    given(chatbot, created).when(configure({})).thenNothing();
    given(chatbot, created, configured({ theme: { bg: '#fff' } }))
      .when(configure({ theme: { bg: '#fff' }, name: 'Helper' }))
      .thenNothing();
  });

  it('changes only the lead fields that are named, and records all three', () => {
    given(chatbot, created)
      .when(configure({ leadCaptureFields: { email: true } }))
      .thenFacts(configured({ leadCaptureFields: { name: false, email: true, phone: false } }));
    expect(
      configurationAfter(
        created,
        configured({ leadCaptureFields: { email: true } }),
        configured({ leadCaptureFields: { phone: true } }),
      )?.leadCaptureFields,
    ).toEqual({ name: false, email: true, phone: true });
    given(chatbot, created)
      .when(configure({ leadCaptureFields: { email: false } }))
      .thenNothing();
  });

  it('takes a theme as a whole', () => {
    expect(
      configurationAfter(created, configured({ theme: { bg: '#000' } }), configured({ theme: { border: '#111' } }))
        ?.theme,
    ).toEqual({ border: '#111' });
  });

  it('that was changed since it was read is not changed by who insists on what they read', () => {
    const insisting = (expectedRevision: number) => ({ ...configure({ tone: 'warm' }), expectedRevision }) as const;
    given(chatbot, created)
      .when(insisting(0))
      .thenFacts(configured({ tone: 'warm' }));
    const changed = given(chatbot, created, configured({ name: 'New' }));
    changed.when(insisting(0)).thenRejected('ChatbotChanged');
    changed.when(insisting(2)).thenRejected('ChatbotChanged');
    changed.when(insisting(1)).thenFacts(configured({ tone: 'warm' }));
    given(chatbot, created, { ...configured({}), sealed: null } as ChatbotEvent)
      .when(insisting(0))
      .thenRejected('ChatbotChanged');
  });

  it('of another owner is not found', () => {
    given(chatbot, created)
      .when(configure({ name: 'Mine' }, idOf('eve')))
      .thenRejected('ChatbotNotFound');
    given(chatbot, created)
      .when(deletion(idOf('eve')))
      .thenRejected('ChatbotNotFound');
  });

  it('is deleted by its owner, for good', () => {
    given(chatbot, created).when(deletion()).thenFacts(deleted);
    given(chatbot, created, deleted).when(deletion()).thenRejected('ChatbotNotFound');
    given(chatbot, created, deleted)
      .when(configure({ name: 'Again' }))
      .thenRejected('ChatbotNotFound');
  });

  it('that does not exist is not found', () => {
    given(chatbot)
      .when(configure({ name: 'Any' }))
      .thenRejected('ChatbotNotFound');
    given(chatbot).when(deletion()).thenRejected('ChatbotNotFound');
  });

  it('whose content was erased keeps its owner and shows no name', () => {
    const erased: ChatbotEvent = { ...created, sealed: null } as ChatbotEvent;
    const unreadable: ChatbotEvent = { ...configured({}), sealed: null } as ChatbotEvent;
    expect(configurationAfter(erased, unreadable)).toEqual(DEFAULT_CONFIGURATION);
    given(chatbot, erased, unreadable).when(deletion()).thenFacts(deleted);
  });

  it('that was deleted is not brought back by a change recorded late', () => {
    expect(given(chatbot, created, deleted, configured({ name: 'Late' })).state).toEqual({ kind: 'deleted', ownerId });
  });
});
