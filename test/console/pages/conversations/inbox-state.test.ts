import { describe, expect, it } from 'vitest';
import type { Conversation, Message, OwnerEvent } from '../../../../console/api/types.ts';
import {
  EMPTY_INBOX,
  type Filter,
  type InboxState,
  listed,
  updated,
  waitingIn,
  withConversations,
  withEvent,
  without,
  withoutThoseThatLeft,
  withRead,
} from '../../../../console/pages/conversations/inbox-state.ts';

const minute = (at: number) => `2026-03-01T12:${String(at).padStart(2, '0')}:00.000Z`;

const talk = (id: string, at: number, changes: Partial<Conversation> = {}): Conversation => ({
  ...{ id, sessionId: `session ${id}`, startedAt: minute(0), lastMessageAt: minute(at), messageCount: 1 },
  ...{
    lastMessage: { role: 'user', excerpt: 'Hello' },
    lastQuestion: 'Hello',
    takenOver: false,
    handoffRequested: false,
    handoffRequestedAt: null,
    lead: null,
    match: null,
  },
  ...changes,
});
const said = (conversationId: string, at: number, changes: Partial<Message> = {}): OwnerEvent => ({
  event: 'message',
  data: {
    ...{ messageId: `${conversationId} ${at}`, sessionId: `session ${conversationId}`, conversationId, role: 'user' },
    ...{ content: 'And then?', sources: [], suggestions: [], feedback: null, createdAt: minute(at) },
    ...changes,
  },
});
const inSession = (conversationId: string) => ({ conversationId, sessionId: `session ${conversationId}` });
const handoff = (id: string): OwnerEvent => ({ event: 'handoff', data: { ...inSession(id), requestedAt: minute(9) } });
const ids = (state: InboxState, filter: Filter = 'all') => listed(state, filter).map(({ id }) => id);
const inbox = (...conversations: Conversation[]) => withConversations(EMPTY_INBOX, conversations);
const following = (state: InboxState, ...events: OwnerEvent[]) =>
  events.reduce((known, event) => withEvent(known, event, null), state);

describe('An inbox', () => {
  it('begins with requests for a human, then the newest', () => {
    const state = inbox(talk('a', 1), talk('b', 3), talk('c', 2, { handoffRequested: true }));
    expect(ids(state)).toEqual(['c', 'b', 'a']);
    expect(ids(following(state, said('a', 4)))).toEqual(['c', 'a', 'b']);
    expect(waitingIn(following(state, handoff('a')))).toBe(2);
  });

  it('has those first who have waited longest, whatever they write meanwhile', () => {
    const waiting = (at: number) => ({ handoffRequested: true, handoffRequestedAt: minute(at) });
    const state = inbox(talk('a', 8, waiting(2)), talk('b', 7, waiting(1)), talk('c', 9));
    expect(ids(state)).toEqual(['b', 'a', 'c']);
    expect(ids(following(state, handoff('c'), said('b', 10)))).toEqual(['b', 'a', 'c']);
  });

  it('goes on with conversations that only a human answers, and lets them go with the handover back', () => {
    const state = inbox(talk('a', 1, { takenOver: true }), talk('b', 3), talk('c', 2, { handoffRequested: true }));
    expect(ids(state)).toEqual(['c', 'a', 'b']);
    const release: OwnerEvent = { event: 'release', data: { ...inSession('a'), releasedAt: minute(9) } };
    expect(ids(following(state, release))).toEqual(['c', 'b', 'a']);
  });

  it('counts a message once that the list holds already', () => {
    const state = following(inbox(talk('a', 3)), said('a', 3), said('a', 4, { role: 'assistant', content: 'Yes' }));
    expect(listed(state, 'all')[0]).toMatchObject({
      ...{ messageCount: 2, lastMessageAt: minute(4), lastMessage: { role: 'assistant', excerpt: 'Yes' } },
    });
  });

  it('has what the visitor asked last, also when somebody has answered', () => {
    const answer = said('a', 5, { role: 'assistant', content: 'Yes' });
    const state = following(inbox(talk('a', 3)), said('a', 4, { content: 'And on Sundays?' }), answer);
    expect(listed(state, 'all')[0]?.lastQuestion).toBe('And on Sundays?');
  });

  it('keeps what an event told over an answer that was under way', () => {
    const state = following(inbox(talk('a', 1)), said('a', 4));
    expect(listed(withConversations(state, [talk('a', 1)]), 'all')[0]?.lastMessageAt).toBe(minute(4));
  });

  it('follows takeovers, releases and contact details', () => {
    const taken = following(inbox(talk('a', 1, { handoffRequested: true })), {
      ...{ event: 'takeover', data: { ...inSession('a'), since: minute(2) } },
    });
    expect([ids(taken, 'taken'), ids(taken, 'waiting')]).toEqual([['a'], []]);
    const lead = { id: 'lead', name: 'Grace', email: null, phone: null, capturedAt: minute(3) };
    const known = following(taken, { event: 'lead', data: { ...inSession('a'), ...lead } });
    expect(listed(known, 'all')[0]?.lead).toEqual(lead);
    const released = following(known, { event: 'release', data: { ...inSession('a'), releasedAt: minute(4) } });
    expect(ids(released, 'taken')).toEqual([]);
  });

  it('marks what visitors wrote while nobody looked', () => {
    const state = following(inbox(talk('a', 1), talk('b', 1)), said('a', 2), said('b', 2, { role: 'assistant' }));
    expect([...state.unread]).toEqual(['a']);
    expect([...withRead(state, 'a').unread]).toEqual([]);
    expect([...withEvent(state, said('b', 3), 'b').unread]).toEqual(['a']);
    expect([...following(inbox(), handoff('unknown')).unread]).toEqual(['unknown']);
  });

  it('shows what happened in the conversations that a search found since then', () => {
    const match = { messageId: 'question', role: 'user', excerpt: 'Is it damaged?', createdAt: minute(1) } as const;
    const state = following(inbox(talk('a', 1), talk('b', 1)), handoff('a'));
    const found = [talk('b', 1, { match }), talk('a', 1, { match }), talk('not loaded', 1, { match })];
    const ofSearch = (filter: Filter) => updated(state, filter, found).map(({ id }) => id);
    expect([ofSearch('all'), ofSearch('waiting')]).toEqual([['b', 'a', 'not loaded'], ['a']]);
    expect(updated(state, 'all', found)[1]).toMatchObject({ handoffRequested: true, match });
    expect(updated(without(state, 'a'), 'all', found).map(({ id }) => id)).toEqual(['b', 'not loaded']);
  });

  it('holds no conversation that was deleted, nor its unread mark', () => {
    const deleted = { event: 'conversation_deleted', data: { conversationId: 'a' } } as const;
    expect(following(inbox(talk('a', 1), talk('b', 1)), deleted)).toEqual(
      without(inbox(talk('a', 1), talk('b', 1)), 'a'),
    );
    const state = without(following(inbox(talk('a', 1), talk('b', 1)), said('a', 2)), 'a');
    expect([ids(state), [...state.unread]]).toEqual([['b'], []]);
  });

  it('lets conversations go that a whole list lacks, except those that an event has changed since it was asked for', () => {
    const waits = { handoffRequested: true, handoffRequestedAt: minute(10) };
    const asked = inbox(talk('a', 1, waits), talk('b', 2, { ...waits, takenOver: true }), talk('c', 3, waits));
    const state = following(withConversations(asked, [talk('new', 4)]), handoff('c'), handoff('new'));
    const waiting = withoutThoseThatLeft(state, 'waiting', asked, []);
    expect([ids(waiting, 'waiting'), ids(waiting, 'taken')]).toEqual([['new', 'c'], ['b']]);
    expect(ids(withoutThoseThatLeft(state, 'taken', asked, []), 'taken')).toEqual([]);
    expect(withoutThoseThatLeft(state, 'all', asked, [])).toBe(state);
    expect(ids(withoutThoseThatLeft(state, 'waiting', asked, [talk('a', 1)]), 'waiting')).toEqual(['new', 'c', 'a']);
  });

  it('holds a bounded number of conversations, those that wait before all', () => {
    const many = Array.from({ length: 1_200 }, (_, at) => talk(`talk ${at}`, at % 60));
    const state = inbox(talk('waiting', 0, { handoffRequested: true }), ...many);
    expect(state.conversations.size).toBe(1_000);
    expect(state.conversations.has('waiting')).toBe(true);
  });
});
