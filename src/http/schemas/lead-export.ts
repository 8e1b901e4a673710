import { Type } from 'typebox';
import { Id, named, nullable, Time, textOf } from './common.ts';
import { AnswerSources, Feedback, leadDetail, SessionId } from './conversations.ts';

const details = {
  name: leadDetail('Name', 'Grace Hopper'),
  email: leadDetail('Email address, as the visitor wrote it', 'grace@example.com'),
  phone: leadDetail('Phone number, as the visitor wrote it', '+1 555 0100'),
};

const ExportedMessage = named(
  'ExportedMessage',
  {
    messageId: Id,
    role: Type.Enum(['user', 'assistant', 'agent'], { title: 'MessageRole', description: 'Author of the message.' }),
    content: textOf('Markdown for answers', 'When are you open?'),
    sources: AnswerSources,
    suggestions: Type.Array(textOf('A suggested question', 'Do you deliver?')),
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
          name: Type.Optional(textOf('Name', 'Grace Hopper')),
          email: Type.Optional(textOf('Email address', 'grace@example.com')),
          phone: Type.Optional(textOf('Phone number', '+1 555 0100')),
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
