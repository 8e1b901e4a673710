import { Type } from 'typebox';
import {
  ChatbotParams,
  countOf,
  EXAMPLE_ID,
  Id,
  named,
  nullable,
  PAGE_POSITION,
  patternString,
  Time,
} from './common.ts';
import { leadDetail, Message, MessageRole, SessionId } from './conversations.ts';

/** Default page size. */
export const CONVERSATIONS_A_PAGE = 50;

const POSITION = '7041';

const TakenOver = Type.Boolean({ description: 'Whether a human has taken the session over', examples: [false] });
const HandoffRequested = Type.Boolean({
  description: 'Whether the visitor waits for a human. Ends when somebody takes the session over',
  examples: [true],
});

export const ConversationsQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: CONVERSATIONS_A_PAGE,
      description: 'Size of the page',
      examples: [50],
    }),
  ),
  before: Type.Optional(
    patternString('^[0-9]{1,19}$', PAGE_POSITION, {
      description: '`nextBefore` of the previous page',
      examples: [POSITION],
    }),
  ),
  takenOver: Type.Optional(
    Type.Boolean({
      description: 'true: only conversations that a human has taken over; false: only the others',
      examples: [true],
    }),
  ),
  conversationId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only this conversation; other filters are ignored',
      examples: [EXAMPLE_ID],
    }),
  ),
  search: Type.Optional(
    patternString('\\S', 'must have a word', {
      maxLength: 200,
      description:
        'Only conversations with a message that contains all of these words, or parts of words, in any case and without accents. Session id and contact details are searched too. Newest match first. Each request searches the next 2,000 messages, or fewer when they are long, so a page may be short',
      examples: ['damaged parcel'],
    }),
  ),
  handoffRequested: Type.Optional(
    Type.Boolean({
      description: 'true: only conversations whose visitor waits for a human; false: only the others',
      examples: [true],
    }),
  ),
});

export const ListedConversation = named(
  'Conversation',
  {
    id: Id,
    sessionId: SessionId,
    startedAt: Time,
    lastMessageAt: Time,
    lastMessage: nullable(
      named(
        'LastMessage',
        {
          role: MessageRole,
          excerpt: Type.String({ description: 'Its first 200 characters', examples: ['When are you open?'] }),
        },
        'The newest message; null before the first.',
      ),
    ),
    lastQuestion: nullable(
      Type.String({
        description: 'First 200 characters of the newest message of the visitor; null before the first',
        examples: ['When are you open?'],
      }),
    ),
    messageCount: countOf('Messages of the visitor, the chatbot and agents'),
    takenOver: TakenOver,
    handoffRequested: HandoffRequested,
    handoffRequestedAt: nullable(
      Type.String({
        ...Time,
        description: 'Since when the visitor waits for a human, UTC; null for one who does not',
      }),
    ),
    lead: nullable(
      named(
        'ConversationLead',
        {
          id: Id,
          name: leadDetail('Name', 'Grace Hopper'),
          email: leadDetail('Email address, as the visitor wrote it', 'grace@example.com'),
          phone: leadDetail('Phone number, as the visitor wrote it', '+1 555 0100'),
          capturedAt: Time,
        },
        'Contact details that the visitor left.',
      ),
    ),
    match: nullable(
      named(
        'SearchMatch',
        {
          messageId: Id,
          role: MessageRole,
          excerpt: Type.String({
            description: 'Up to 200 characters of the message, around the first word',
            examples: ['The parcel was damaged'],
          }),
          createdAt: Time,
        },
        'The newest message with the words of `search`; null without a search.',
      ),
    ),
  },
  "A visitor's conversation.",
);

export const ConversationPage = named(
  'ConversationPage',
  {
    conversations: Type.Array(ListedConversation),
    nextBefore: nullable(
      Type.String({ description: 'Value of `before` for the next page; null at the end', examples: [POSITION] }),
    ),
  },
  'Conversations, newest first.',
);

export const SessionParams = Type.Object({
  ...ChatbotParams.properties,
  sessionId: Type.String({
    maxLength: 128,
    description: "The visitor's own name for the session",
    examples: ['visitor-1'],
  }),
});

export const Takeover = named(
  'Takeover',
  { takenOver: Type.Literal(true), since: Time },
  'A human answers the session.',
);
export const Release = named('Release', { takenOver: Type.Literal(false) }, 'The chatbot answers the session.');

export const AgentMessage = named(
  'AgentMessage',
  { message: Type.String({ minLength: 1, maxLength: 4000, examples: ['Hello, this is Ada from support.'] }) },
  'A message to the visitor.',
);
export const SentMessage = Type.Object({ message: Message });

export const HandoffRequest = named(
  'HandoffRequest',
  { sessionId: Type.String({ minLength: 1, maxLength: 128, examples: ['visitor-1'] }) },
  'Who asks for a human.',
);
export const Handoff = named(
  'Handoff',
  { handoffRequested: HandoffRequested, takenOver: TakenOver },
  'Whether the visitor waits for a human, or has one.',
);
