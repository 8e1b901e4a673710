import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../console/api/types.ts';
import {
  byDay,
  EMPTY_THREAD,
  withMessages,
  withThreadEvent,
} from '../../../../console/pages/conversations/thread-state.ts';

const message = (messageId: string, createdAt: string, changes: Partial<Message> = {}): Message => ({
  ...{ messageId, createdAt, sessionId: 'visitor', conversationId: 'talk', role: 'user', content: messageId },
  ...{ sources: [], suggestions: [], feedback: null, ...changes },
});
const ids = ({ messages }: { readonly messages: readonly Message[] }) => messages.map(({ messageId }) => messageId);
const one = message('one', '2026-03-01T12:00:00.000Z');
const two = message('two', '2026-03-01T12:01:00.000Z', { role: 'assistant' });
const three = message('three', '2026-03-03T12:00:00.000Z');

describe('A thread', () => {
  it('has each message once, oldest first, whatever comes when', () => {
    const thread = withMessages(withMessages(EMPTY_THREAD, [two, three]), [one, two]);
    expect(ids(thread)).toEqual(['one', 'two', 'three']);
    expect(ids(withThreadEvent(thread, { event: 'message', data: three }))).toEqual(['one', 'two', 'three']);
  });

  it('shows the newest rating', () => {
    const where = { conversationId: 'talk', sessionId: 'visitor', messageId: 'two' };
    const rated = withThreadEvent(withMessages(EMPTY_THREAD, [one, two]), {
      ...{ event: 'rating', data: { ...where, feedback: 'negative' } },
    });
    expect(rated.messages.map(({ feedback }) => feedback)).toEqual([null, 'negative']);
  });

  it('is cut by day, with what happened between the messages in its place', () => {
    const mark = { act: 'took over', createdAt: '2026-03-01T12:00:30.000Z' };
    const days = byDay<{ readonly createdAt: string }>([one, two, three, mark]);
    expect(days.map(({ entries }) => entries)).toEqual([[one, mark, two], [three]]);
  });
});
