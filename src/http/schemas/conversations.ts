import { Type } from 'typebox';
import { Id, NextBefore, named, nullable, Time } from './common.ts';

const AnswerSource = named(
  'AnswerSource',
  {
    title: Type.String({ description: 'Plain text: show it as text, never as HTML', examples: ['Opening hours'] }),
    url: nullable(
      Type.String({ format: 'uri', description: 'Null for texts and files', examples: ['https://example.com/hours'] }),
    ),
    snippet: Type.String({
      description: 'Start of the passage, as plain text: show it as text, never as HTML',
      examples: ['Open every day from nine to six.'],
    }),
  },
  'A source of an answer.',
);

export const AnswerSources = Type.Array(AnswerSource, { maxItems: 5 });

export const Suggestions = Type.Array(Type.String({ examples: ['Do you deliver?'] }), {
  description: 'Suggested follow-up questions',
});

export const Feedback = Type.Enum(['positive', 'negative'], {
  title: 'Feedback',
  description: 'How a visitor rated an answer.',
});

export const SessionId = Type.String({ description: "Chosen by the visitor's page", examples: ['visitor-1'] });

export const MessageRole = Type.Enum(['user', 'assistant', 'agent'], {
  title: 'MessageRole',
  description: 'Author of the message.',
});

export const Message = named(
  'Message',
  {
    messageId: Id,
    sessionId: SessionId,
    conversationId: Id,
    role: MessageRole,
    content: Type.String({ description: 'Markdown for answers', examples: ['When are you open?'] }),
    sources: AnswerSources,
    suggestions: Suggestions,
    feedback: nullable(Feedback),
    createdAt: Time,
  },
  "A message of a visitor's conversation.",
);

export const MessagePage = named(
  'MessagePage',
  { messages: Type.Array(Message), nextBefore: NextBefore },
  'Messages, oldest first: the newest ones, or those before `before`.',
);

export const SessionHistory = named(
  'SessionHistory',
  {
    ...MessagePage.properties,
    takenOver: Type.Boolean({ description: 'A human has taken the session over and answers it now' }),
  },
  "Messages of a visitor's session, oldest first, and who answers it.",
);

export const leadDetail = (what: string, example: string) =>
  nullable(Type.String({ description: `${what}; null when it was not given`, examples: [example] }));

const Lead = named(
  'Lead',
  {
    id: Id,
    conversationId: Id,
    sessionId: SessionId,
    name: leadDetail('Name', 'Grace Hopper'),
    email: leadDetail('Email address, as the visitor wrote it', 'grace@example.com'),
    phone: leadDetail('Phone number, as the visitor wrote it', '+1 555 0100'),
    capturedAt: Time,
    conversation: named(
      'LeadConversation',
      {
        id: Id,
        sessionId: SessionId,
        startedAt: Time,
        lastMessageAt: Time,
        messages: Type.Array(Message, { description: 'The newest 200, oldest first' }),
      },
      'The conversation in which contact details were left.',
    ),
  },
  'Contact details that a visitor left.',
);

export const LeadPage = named('LeadPage', { leads: Type.Array(Lead), nextBefore: NextBefore }, 'Leads, newest first.');
