/** Events and readers that the tests of the codec share. */
import { expect } from 'vitest';
import type { DomainEvent } from '../../src/domain/events.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import type { Decoded } from '../../src/event-log/event-decoder.ts';
import type { EventMetadata } from '../../src/event-log/recorded-event.ts';
import { UnreadableEvent } from '../../src/event-log/unreadable-event.ts';
import type { StoredEvent } from '../../src/ports/event-log.ts';
import { idOf, NOON } from '../support/fixtures.ts';
import { MemoryKeys } from '../support/stores/memory-keys.ts';

export const metadata: Omit<EventMetadata, 'version'> = {
  at: NOON,
  commandId: idOf('command'),
  actor: { kind: 'account', id: idOf('ada') },
  previous: null,
};

export const [chatbotId, conversationId, messageId] = [idOf('bot'), idOf('conversation'), idOf('message')];
export const question = {
  type: 'QuestionAsked',
  data: { conversationId, chatbotId, messageId },
  sealed: { content: 'When do you open?' },
} satisfies DomainEvent;
export const lead = {
  type: 'LeadCaptured',
  data: { conversationId, chatbotId, leadId: idOf('lead') },
  sealed: { email: 'ada@example.com' },
} satisfies DomainEvent;

export const newCodec = () => {
  const keys = new MemoryKeys();
  return { keys, codec: new EventCodec(keys) };
};

export async function decodeOne(codec: EventCodec, event: StoredEvent): Promise<Decoded> {
  const [decoded] = await codec.decode([event]);
  if (decoded === undefined) throw new Error('One event gives one result');
  return decoded;
}

export async function read(codec: EventCodec, event: StoredEvent): Promise<DomainEvent> {
  const decoded = await decodeOne(codec, event);
  if (!decoded.ok) throw decoded.error;
  return decoded.recorded.event;
}

export async function expectUnreadable(codec: EventCodec, event: StoredEvent, why: RegExp): Promise<void> {
  const decoded = await decodeOne(codec, event);
  if (decoded.ok) throw new Error(`It was read: ${JSON.stringify(decoded.recorded.event)}`);
  expect(decoded.error).toBeInstanceOf(UnreadableEvent);
  expect(decoded.error.message).toMatch(why);
  expect(decoded.error.stored).toBe(event);
}
