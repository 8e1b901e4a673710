import { Type } from 'typebox';
import { Id, named, nullable, Time } from './common.ts';
import { AnswerSources, Feedback, given, SessionId } from './conversations.ts';

const details = {
  name: given('Name', 'Grace Hopper'),
  email: given('Email address, as the visitor wrote it', 'grace@example.com'),
  phone: given('Phone number, as the visitor wrote it', '+1 555 0100'),
};
const text = (description: string, example: string) => Type.String({ description, examples: [example] });

const ExportedMessage = named(
  'ExportedMessage',
  {
    messageId: Id,
    role: Type.Enum(['user', 'assistant', 'agent'], { title: 'MessageRole', description: 'Author of the message.' }),
    content: text('Markdown for answers', 'When are you open?'),
    sources: AnswerSources,
    suggestions: Type.Array(text('A suggested question', 'Do you deliver?')),
    feedback: nullable(Feedback),
    createdAt: Time,
  },
  'A message of the conversation.',
);

const ExportedConversation = named(
  'ExportedConversation',
  {
    conversationId: Id,
    chatbotId: Id,
    sessionId: SessionId,
    startedAt: Time,
    messages: Type.Array(ExportedMessage, { description: 'All messages, oldest first' }),
    ratings: Type.Array(
      named(
        'ExportedRating',
        { messageId: Id, feedback: nullable(Feedback), at: Time },
        'A rating; `feedback` is null when the visitor removed it.',
      ),
    ),
    captured: Type.Array(
      named(
        'CapturedDetails',
        {
          at: Time,
          leadId: Id,
          name: Type.Optional(text('Name', 'Grace Hopper')),
          email: Type.Optional(text('Email address', 'grace@example.com')),
          phone: Type.Optional(text('Phone number', '+1 555 0100')),
        },
        'Contact details as left at a time. Fields that were not given are absent.',
      ),
    ),
    handoffRequests: Type.Array(named('ExportedHandoff', { at: Time }, 'A request for a human.')),
    takeovers: Type.Array(
      named(
        'ExportedTakeover',
        {
          at: Time,
          kind: Type.Enum(['taken_over', 'released'], {
            title: 'TakeoverKind',
            description: 'A human took the session over, or released it.',
          }),
        },
        'A takeover by a human, or its end.',
      ),
    ),
  },
  'A conversation with all that is held about it.',
);

export const LeadExport = named(
  'LeadExport',
  {
    lead: named('ExportedLead', { id: Id, ...details, capturedAt: Time }, 'The contact details.'),
    conversation: ExportedConversation,
  },
  'Everything stored about a visitor who left contact details.',
);
