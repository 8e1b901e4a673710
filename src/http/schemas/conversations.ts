import { Type } from 'typebox';
import { countOf, Id, NextBefore, named, nullable, Time } from './common.ts';

const AnswerSource = named(
  'AnswerSource',
  {
    title: Type.String({ examples: ['Opening hours'] }),
    url: nullable(
      Type.String({ format: 'uri', description: 'Null for texts and files', examples: ['https://example.com/hours'] }),
    ),
    snippet: Type.String({
      description: 'The beginning of the passage',
      examples: ['Open every day from nine to six.'],
    }),
  },
  'What an answer rests on.',
);

export const AnswerSources = Type.Array(AnswerSource, { maxItems: 5 });

const Suggestions = Type.Array(Type.String({ examples: ['Do you deliver?'] }), {
  description: 'Follow-up questions to offer',
});

export const Feedback = Type.Enum(['positive', 'negative'], {
  title: 'Feedback',
  description: 'How a visitor rated an answer.',
});

const SessionId = Type.String({ description: "The visitor's own name for the session", examples: ['visitor-1'] });

const Message = named(
  'Message',
  {
    messageId: Id,
    sessionId: SessionId,
    conversationId: Id,
    role: Type.Enum(['user', 'assistant', 'agent'], { title: 'MessageRole', description: 'Who said it.' }),
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

const given = (what: string, example: string) =>
  nullable(Type.String({ description: `${what}; null when it was not given`, examples: [example] }));

const Lead = named(
  'Lead',
  {
    id: Id,
    conversationId: Id,
    sessionId: SessionId,
    name: given('Name', 'Grace Hopper'),
    email: given('E-mail address, as the visitor wrote it', 'grace@example.com'),
    phone: given('Phone number, as the visitor wrote it', '+1 555 0100'),
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

export const Satisfaction = named(
  'Satisfaction',
  {
    positive: countOf('Answers rated well', 9),
    negative: countOf('Answers rated badly', 3),
    total: countOf('Answers rated'),
    rate: nullable(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Percentage of rated answers that are positive; null while none is rated',
        examples: [75],
      }),
    ),
  },
  'How visitors rated the answers of a chatbot.',
);

export const TestQuestion = named(
  'TestQuestion',
  { message: Type.String({ minLength: 1, maxLength: 4000, examples: ['What are your opening hours?'] }) },
  'A question of the owner.',
);

export const TestAnswer = named(
  'TestAnswer',
  {
    response: Type.String({ description: 'Markdown', examples: ['We are open every day.'] }),
    sources: AnswerSources,
    suggestions: Suggestions,
  },
  'What the chatbot would tell a visitor.',
);
