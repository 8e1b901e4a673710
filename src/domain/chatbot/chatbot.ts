import { match, P } from 'ts-pattern';
import { type Aggregate, accept, type Decision, reject } from '../aggregate.ts';
import { type ChatbotChanges, type ChatbotConfiguration, configure, DEFAULT_CONFIGURATION } from './configuration.ts';
import type { ChatbotEvent } from './events.ts';
import { imagePath, imageToDrop, type StoredImage } from './images.ts';
import { isRequestedAhead, type RefreshSchedule } from './refresh-schedule.ts';
import { splitChanges } from './split-changes.ts';

export type ChatbotState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'live';
      readonly chatbotId: string;
      readonly ownerId: string;
      readonly configuration: ChatbotConfiguration;
      /** Oldest first. */
      readonly images: readonly StoredImage[];
      /** Newest requested due time, epoch milliseconds. */
      readonly refreshedDue: number | null;
      /** Last configuration event; the expected revision of an update. */
      readonly revision: number;
      /** Events in the stream. */
      readonly events: number;
    }
  | { readonly kind: 'deleted'; readonly ownerId: string };

type LiveChatbot = Extract<ChatbotState, { kind: 'live' }>;

export type ChatbotCommand =
  | {
      readonly type: 'CreateChatbot';
      readonly chatbotId: string;
      readonly publicId: string;
      readonly ownerId: string;
      readonly name: string;
    }
  | {
      readonly type: 'ConfigureChatbot';
      readonly ownerId: string;
      readonly changes: ChatbotChanges;
      /** Optimistic concurrency: rejects the command at any other revision. */
      readonly expectedRevision?: number | undefined;
    }
  | { readonly type: 'StoreImage'; readonly ownerId: string; readonly image: StoredImage }
  | {
      readonly type: 'RequestScheduledRefresh';
      readonly schedule: RefreshSchedule;
      readonly dueAt: number;
      /** Epoch milliseconds. */
      readonly now: number;
      /** Revision at which the schedule was read. */
      readonly expectedRevision: number;
    }
  | { readonly type: 'DeleteChatbot'; readonly ownerId: string }
  /** Deletes the chatbot with its account. A chatbot whose creation is incomplete can then never be created. */
  | { readonly type: 'EraseChatbot'; readonly chatbotId: string; readonly ownerId: string };

/** Another owner's chatbot is not found, the same as one that does not exist. */
export type ChatbotRejection = 'ChatbotExists' | 'ChatbotNotFound' | 'ChatbotChanged' | 'AvatarUnknown';

function evolve(state: ChatbotState, event: ChatbotEvent): ChatbotState {
  switch (event.type) {
    case 'ChatbotCreated':
      return {
        kind: 'live',
        chatbotId: event.data.chatbotId,
        ownerId: event.data.ownerId,
        configuration: { ...DEFAULT_CONFIGURATION, name: event.sealed?.name ?? '' },
        images: [],
        refreshedDue: null,
        revision: 0,
        events: 1,
      };
    case 'ChatbotConfigured':
      if (state.kind !== 'live') return state;
      return {
        ...state,
        configuration: event.sealed === null ? state.configuration : configure(state.configuration, event.sealed),
        revision: state.events,
        events: state.events + 1,
      };
    case 'ImageStored': {
      if (state.kind !== 'live') return state;
      const { imageId, contentHash, size } = event.data;
      return { ...state, images: [...state.images, { imageId, contentHash, size }], events: state.events + 1 };
    }
    case 'ImageDropped': {
      if (state.kind !== 'live') return state;
      const images = state.images.filter(({ imageId }) => imageId !== event.data.imageId);
      return { ...state, images, events: state.events + 1 };
    }
    case 'ScheduledRefreshRequested':
      if (state.kind !== 'live') return state;
      return { ...state, refreshedDue: event.data.dueAt, events: state.events + 1 };
    case 'ChatbotDeleted':
      return { kind: 'deleted', ownerId: event.data.ownerId };
    default:
      event satisfies never;
      return state;
  }
}

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function effectiveChanges(configuration: ChatbotConfiguration, changes: ChatbotChanges): ChatbotChanges {
  const after = configure(configuration, changes);
  const fields = Object.keys(changes) as (keyof ChatbotChanges)[];
  const changed = fields.filter((field) => !sameValue(configuration[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

/** An avatar is null, absent, or the path of an image of this chatbot. */
const isAvatar = (url: string | null | undefined, { chatbotId, images }: LiveChatbot) =>
  url === null || url === undefined || images.some(({ imageId }) => imagePath(chatbotId, imageId) === url);

type CommandOf<Type extends ChatbotCommand['type']> = Extract<ChatbotCommand, { type: Type }>;

function configureChatbot(
  { ownerId, changes, expectedRevision }: CommandOf<'ConfigureChatbot'>,
  chatbot: LiveChatbot,
): Decision<ChatbotEvent, ChatbotRejection> {
  if (ownerId !== chatbot.ownerId) return reject('ChatbotNotFound');
  if ((expectedRevision ?? chatbot.revision) !== chatbot.revision) return reject('ChatbotChanged');
  const effective = effectiveChanges(chatbot.configuration, changes);
  if (!isAvatar(effective.avatarUrl, chatbot)) return reject('AvatarUnknown');
  const data = { chatbotId: chatbot.chatbotId };
  const configured = splitChanges(effective).map((sealed) => ({ type: 'ChatbotConfigured', data, sealed }) as const);
  return accept<ChatbotEvent>(...configured);
}

function storeImage(
  { ownerId, image }: CommandOf<'StoreImage'>,
  chatbot: LiveChatbot,
): Decision<ChatbotEvent, ChatbotRejection> {
  if (ownerId !== chatbot.ownerId) return reject('ChatbotNotFound');
  const { chatbotId, configuration, images } = chatbot;
  // The same command, repeated much later.
  if (images.some(({ imageId }) => imageId === image.imageId)) return accept<ChatbotEvent>();
  const dropped = imageToDrop(chatbotId, images, configuration.avatarUrl);
  const stored: ChatbotEvent = { type: 'ImageStored', data: { chatbotId, ...image } };
  if (dropped === null) return accept<ChatbotEvent>(stored);
  return accept<ChatbotEvent>(stored, { type: 'ImageDropped', data: { chatbotId, imageId: dropped.imageId } });
}

function requestScheduledRefresh(
  { schedule, dueAt, now, expectedRevision }: CommandOf<'RequestScheduledRefresh'>,
  { chatbotId, configuration, revision, refreshedDue }: LiveChatbot,
): Decision<ChatbotEvent, ChatbotRejection> {
  if (expectedRevision !== revision || schedule !== configuration.autoRefreshSchedule) return reject('ChatbotChanged');
  // Another node has requested it already, unless the clock was set back since.
  const isRequested = refreshedDue !== null && dueAt <= refreshedDue;
  if (isRequested && !isRequestedAhead(schedule, refreshedDue, now)) return accept<ChatbotEvent>();
  return accept<ChatbotEvent>({ type: 'ScheduledRefreshRequested', data: { chatbotId, schedule, dueAt } });
}

function decide(command: ChatbotCommand, state: ChatbotState): Decision<ChatbotEvent, ChatbotRejection> {
  return match([command, state] as const)
    .with([{ type: 'CreateChatbot' }, { kind: 'absent' }], ([{ chatbotId, publicId, ownerId, name }]) =>
      accept<ChatbotEvent>({ type: 'ChatbotCreated', data: { chatbotId, publicId, ownerId }, sealed: { name } }),
    )
    .with([{ type: 'CreateChatbot' }, { kind: P.union('live', 'deleted') }], () => reject('ChatbotExists'))
    .with([{ type: 'ConfigureChatbot' }, { kind: 'live' }], ([command, chatbot]) => configureChatbot(command, chatbot))
    .with([{ type: 'StoreImage' }, { kind: 'live' }], ([command, chatbot]) => storeImage(command, chatbot))
    .with([{ type: 'RequestScheduledRefresh' }, { kind: 'live' }], ([command, chatbot]) =>
      requestScheduledRefresh(command, chatbot),
    )
    .with([{ type: 'DeleteChatbot' }, { kind: 'live' }], ([{ ownerId }, chatbot]) =>
      ownerId === chatbot.ownerId
        ? accept<ChatbotEvent>({ type: 'ChatbotDeleted', data: { chatbotId: chatbot.chatbotId, ownerId } })
        : reject('ChatbotNotFound'),
    )
    .with([{ type: 'EraseChatbot' }, { kind: P.union('absent', 'live') }], ([{ chatbotId, ownerId }]) =>
      accept<ChatbotEvent>({ type: 'ChatbotDeleted', data: { chatbotId, ownerId } }),
    )
    .with([{ type: 'EraseChatbot' }, { kind: 'deleted' }], () => accept<ChatbotEvent>())
    .with(
      [
        { type: P.union('ConfigureChatbot', 'StoreImage', 'RequestScheduledRefresh', 'DeleteChatbot') },
        { kind: P.union('absent', 'deleted') },
      ],
      () => reject('ChatbotNotFound'),
    )
    .exhaustive();
}

export const chatbot: Aggregate<ChatbotState, ChatbotCommand, ChatbotEvent, ChatbotRejection> = {
  category: 'chatbot',
  initial: { kind: 'absent' },
  evolve,
  decide,
};
