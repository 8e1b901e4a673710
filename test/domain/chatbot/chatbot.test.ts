import { describe, expect, it } from 'vitest';
import { chatbot } from '../../../src/domain/chatbot/chatbot.ts';
import { type ChatbotChanges, DEFAULT_CONFIGURATION } from '../../../src/domain/chatbot/configuration.ts';
import type { ChatbotEvent } from '../../../src/domain/chatbot/events.ts';
import { imagePath } from '../../../src/domain/chatbot/images.ts';
import { given } from '../../support/events/decider-spec.ts';
import { idOf } from '../../support/fixtures.ts';

const DAY = 24 * 3_600_000;
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
    given(chatbot).when(create).thenEvents(created);
    expect(configurationAfter(created)).toEqual({ ...DEFAULT_CONFIGURATION, name: 'Helper' });
  });

  it('is created once, also after it was deleted', () => {
    given(chatbot, created).when(create).thenRejected('ChatbotExists');
    given(chatbot, created, deleted).when(create).thenRejected('ChatbotExists');
  });

  it('records only the fields that really change', () => {
    given(chatbot, created)
      .when(configure({ name: 'Helper', tone: 'warm', quickPrompts: [], avatarUrl: null }))
      .thenEvents(configured({ tone: 'warm' }));
  });

  it('records in several events what is too long for one, and in one what is not', () => {
    const long = (length: number) => '€'.repeat(length);
    const changes = {
      name: 'Desk',
      systemPrompt: long(8000),
      persona: long(2000),
      welcomeMessage: long(6000),
      tone: 'warm',
    };
    given(chatbot, created)
      .when(configure(changes))
      .thenEvents(
        configured({ name: 'Desk', systemPrompt: long(8000), persona: long(2000) }),
        configured({ welcomeMessage: long(6000), tone: 'warm' }),
      );
    const fits = { systemPrompt: 's'.repeat(8000), persona: long(2000), tone: long(2000) };
    given(chatbot, created).when(configure(fits)).thenEvents(configured(fits));
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
      .thenEvents(configured({ leadCaptureFields: { name: false, email: true, phone: false } }));
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

  it('that was changed since it was read rejects an update at the earlier revision', () => {
    const insisting = (expectedRevision: number) => ({ ...configure({ tone: 'warm' }), expectedRevision }) as const;
    given(chatbot, created)
      .when(insisting(0))
      .thenEvents(configured({ tone: 'warm' }));
    const changed = given(chatbot, created, configured({ name: 'New' }));
    changed.when(insisting(0)).thenRejected('ChatbotChanged');
    changed.when(insisting(2)).thenRejected('ChatbotChanged');
    changed.when(insisting(1)).thenEvents(configured({ tone: 'warm' }));
    given(chatbot, created, { ...configured({}), sealed: null } as ChatbotEvent)
      .when(insisting(0))
      .thenRejected('ChatbotChanged');
  });

  it('takes each due time of its schedule once, and none of a schedule that was changed', () => {
    const daily = configured({ autoRefreshSchedule: 'daily' });
    const request = (dueAt: number, expectedRevision = 1, schedule: 'daily' | 'weekly' = 'daily') =>
      ({ type: 'RequestScheduledRefresh', schedule, dueAt, now: dueAt, expectedRevision }) as const;
    const requested = (dueAt: number): ChatbotEvent => ({
      type: 'ScheduledRefreshRequested',
      data: { chatbotId, schedule: 'daily', dueAt },
    });
    const scheduled = given(chatbot, created, daily);
    scheduled.when(request(5)).thenEvents(requested(5));
    scheduled.when(request(5, 0)).thenRejected('ChatbotChanged');
    scheduled.when(request(5, 1, 'weekly')).thenRejected('ChatbotChanged');
    const refreshed = given(chatbot, created, daily, requested(5));
    refreshed.when(request(5)).thenNothing();
    refreshed.when(request(4)).thenNothing();
    refreshed.when(request(6)).thenEvents(requested(6));
    // The clock was ahead by more than a day when it requested that.
    const ahead = given(chatbot, created, daily, requested(5 + DAY + 1));
    ahead.when(request(5)).thenEvents(requested(5));
    given(chatbot, created, daily, requested(5 + DAY))
      .when(request(5))
      .thenNothing();
    given(chatbot, created, daily, requested(5), configured({ autoRefreshSchedule: 'none' }))
      .when(request(6, 3))
      .thenRejected('ChatbotChanged');
    given(chatbot, created, daily, deleted).when(request(5)).thenRejected('ChatbotNotFound');
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
    given(chatbot, created).when(deletion()).thenEvents(deleted);
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
    given(chatbot, erased, unreadable).when(deletion()).thenEvents(deleted);
  });

  it('that was deleted is not brought back by a change recorded late', () => {
    expect(given(chatbot, created, deleted, configured({ name: 'Late' })).state).toEqual({ kind: 'deleted', ownerId });
  });
});

describe('an image of a chatbot', () => {
  const imageOf = (name: string) => ({ imageId: idOf(name), contentHash: 'ab'.repeat(32), size: 7 });
  const store = (name: string, by = ownerId) => ({ type: 'StoreImage', ownerId: by, image: imageOf(name) }) as const;
  const stored = (name: string): ChatbotEvent => ({ type: 'ImageStored', data: { chatbotId, ...imageOf(name) } });
  const dropped = (name: string): ChatbotEvent => ({ type: 'ImageDropped', data: { chatbotId, imageId: idOf(name) } });
  const pathOf = (name: string) => imagePath(chatbotId, idOf(name));
  const twenty = Array.from({ length: 20 }, (_, n) => `image ${n}`);

  it('can become its avatar', () => {
    given(chatbot, created, stored('face'))
      .when(configure({ avatarUrl: pathOf('face') }))
      .thenEvents(configured({ avatarUrl: pathOf('face') }));
    given(chatbot, created, configured({ avatarUrl: pathOf('face') }))
      .when(configure({ avatarUrl: null }))
      .thenEvents(configured({ avatarUrl: null }));
  });

  it('can not when it was stored for another one, or never, or is gone', () => {
    const chatbotWith = given(chatbot, created, stored('face'), stored('gone'), dropped('gone'));
    const paths = [
      pathOf('gone'),
      pathOf('other'),
      imagePath(idOf('other bot'), idOf('face')),
      `${pathOf('face')}?`,
      '',
    ];
    for (const avatarUrl of paths) chatbotWith.when(configure({ avatarUrl })).thenRejected('AvatarUnknown');
  });

  it('makes the oldest go when there are twenty, but never the avatar', () => {
    const full = [created, ...twenty.map(stored)];
    given(chatbot, ...full)
      .when(store('new'))
      .thenEvents(stored('new'), dropped('image 0'));
    given(chatbot, ...full, configured({ avatarUrl: pathOf('image 0') }))
      .when(store('new'))
      .thenEvents(stored('new'), dropped('image 1'));
    given(chatbot, ...full, stored('new'), dropped('image 0'))
      .when(store('newer'))
      .thenEvents(stored('newer'), dropped('image 1'));
  });

  it('is not stored for a chatbot of somebody else, or none', () => {
    given(chatbot, created)
      .when(store('face', idOf('eve')))
      .thenRejected('ChatbotNotFound');
    given(chatbot).when(store('face')).thenRejected('ChatbotNotFound');
    given(chatbot, created, deleted).when(store('face')).thenRejected('ChatbotNotFound');
  });

  it('is no change of the configuration that somebody may insist on', () => {
    const insisting = { ...configure({ avatarUrl: pathOf('face') }), expectedRevision: 1 } as const;
    const facts = [created, configured({ tone: 'warm' }), stored('face')];
    given(chatbot, ...facts)
      .when(insisting)
      .thenEvents(configured({ avatarUrl: pathOf('face') }));
    // The log counts all events: after the change, the revision is that of the fourth.
    given(chatbot, ...facts, configured({ avatarUrl: pathOf('face') }))
      .when({ ...configure({ avatarUrl: null }), expectedRevision: 3 })
      .thenEvents(configured({ avatarUrl: null }));
  });
});
