import { Type } from 'typebox';
import { Count, Id, named, nullable, Time } from './common.ts';

const AnswerSource = named('AnswerSource', {
  title: Type.String(),
  url: nullable(Type.String({ description: 'Null for texts and files' })),
  snippet: Type.String(),
});

export const Feedback = Type.Enum(['positive', 'negative']);

const Message = named('Message', {
  messageId: Id,
  sessionId: Type.String(),
  conversationId: Id,
  role: Type.Enum(['user', 'assistant', 'agent']),
  content: Type.String({ description: 'Markdown for answers' }),
  sources: Type.Array(AnswerSource, { maxItems: 5 }),
  suggestions: Type.Array(Type.String()),
  feedback: nullable(Feedback),
  createdAt: Time,
});

const NextBefore = nullable(Type.String({ description: 'Ask for the page before with it; null at the beginning' }));

export const MessagePage = Type.Object({ messages: Type.Array(Message), nextBefore: NextBefore });

const Lead = named('Lead', {
  id: Id,
  conversationId: Id,
  sessionId: Type.String(),
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  capturedAt: Time,
  conversation: Type.Object({
    id: Id,
    sessionId: Type.String(),
    startedAt: Time,
    lastMessageAt: Time,
    messages: Type.Array(Message, { description: 'The newest 200, oldest first' }),
  }),
});

export const LeadPage = Type.Object({ leads: Type.Array(Lead), nextBefore: NextBefore });

export const Satisfaction = named('Satisfaction', {
  positive: Count,
  negative: Count,
  total: Count,
  rate: nullable(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Percentage of rated answers that are positive' }),
  ),
});

export const TestQuestion = named('TestQuestion', {
  message: Type.String({ minLength: 1, maxLength: 4000, examples: ['What are your opening hours?'] }),
});

export const TestAnswer = named('TestAnswer', {
  response: Type.String({ description: 'Markdown' }),
  sources: Type.Array(AnswerSource, { maxItems: 5 }),
  suggestions: Type.Array(Type.String()),
});
