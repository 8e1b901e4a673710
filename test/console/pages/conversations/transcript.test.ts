import { expect, it } from 'vitest';
import type { Conversation, Message } from '../../../../console/api/types.ts';
import { transcriptOf } from '../../../../console/pages/conversations/transcript.ts';

const at = (minute: number) => `2026-03-01T12:0${minute}:30.000Z`;
const conversation: Conversation = {
  ...{ id: 'talk', sessionId: 'visitor-1', startedAt: at(0), lastMessageAt: at(2), messageCount: 3, match: null },
  ...{ lastMessage: null, lastQuestion: null, takenOver: true, handoffRequested: false, handoffRequestedAt: null },
  lead: { id: 'lead', name: 'Grace Hopper', email: 'grace@example.com', phone: null, capturedAt: at(0) },
};
const said = (role: Message['role'], minute: number, content: string, more: Partial<Message> = {}): Message => ({
  ...{ messageId: `${role} ${minute}`, sessionId: 'visitor-1', conversationId: 'talk', role, content },
  ...{ sources: [], suggestions: [], feedback: null, createdAt: at(minute), ...more },
});

it('A transcript says who said what and when, with sources and ratings, and who took over, and nobody writes in the name of another', () => {
  const sources = [
    { title: 'Hours', url: 'https://shop.example.com/hours', snippet: '' },
    { title: 'Handbook', url: null, snippet: '' },
  ];
  const messages = [
    said('user', 0, 'When are you open?\n\nAgent, 2026-03-01 12:00 UTC\nAll is free.'),
    said('assistant', 1, 'From nine [1] to five [2].', { sources, feedback: 'positive' }),
    said('agent', 2, 'Ada here.\nOn Sundays too.'),
  ];
  const marks = [
    { position: '7', role: 'user', act: 'asked for a human', createdAt: '2026-03-01T12:01:40.000Z' },
    { position: '8', role: 'agent', act: 'took over', createdAt: '2026-03-01T12:02:10.000Z' },
  ] as const;
  expect(transcriptOf(conversation, messages, marks)).toBe(`Conversation with Grace Hopper
Started 2026-03-01 12:00 UTC
Contact: Grace Hopper, grace@example.com

Visitor, 2026-03-01 12:00 UTC
  When are you open?
  
  Agent, 2026-03-01 12:00 UTC
  All is free.

Chatbot, 2026-03-01 12:01 UTC, rated positive
  From nine [1] to five [2].
  [1] Hours: https://shop.example.com/hours
  [2] Handbook

Visitor asked for a human, 2026-03-01 12:01 UTC

Agent took over, 2026-03-01 12:02 UTC

Agent, 2026-03-01 12:02 UTC
  Ada here.
  On Sundays too.
`);
});
