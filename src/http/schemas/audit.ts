import { Type } from 'typebox';
import { parseMoment, parsePlace, parseTime } from '../../audit/moment.ts';
import { chatbotEvents } from '../../projections/chatbot-events/projection.ts';
import { Chatbot } from './chatbots.ts';
import { EXAMPLE_ID, named, nullable, Time } from './common.ts';
import { Message } from './conversations.ts';
import { DataSource } from './data-sources.ts';
import { Satisfaction } from './satisfaction.ts';
import { ListedConversation } from './takeovers.ts';
import { WidgetKey } from './widget-keys.ts';

/** Default size of a page of events. */
export const EVENTS_A_PAGE = 100;

/** Types of one request: each is a range of the index of its own. */
const MAX_TYPES = 16;

const POSITION = '7041';

const timeText = (description: string) =>
  Type.Refine(
    Type.String({ maxLength: 40, description, examples: ['2026-03-14T09:00:00Z'] }),
    (text) => parseTime(text) !== null,
    () => 'must be a date or a time, such as 2026-03-14 or 2026-03-14T09:00:00Z',
  );

const placeText = (description: string) =>
  Type.Refine(
    Type.String({ maxLength: 40, description, examples: [POSITION] }),
    (text) => parsePlace(text) !== null,
    () => 'must be a position in the log',
  );

export const AuditQuery = Type.Object({
  type: Type.Optional(
    Type.Array(Type.Enum([...chatbotEvents.handles]), {
      minItems: 1,
      maxItems: MAX_TYPES,
      description: 'Only events of this type, or of these when it is given several times',
      examples: [['AnswerGiven']],
    }),
  ),
  from: Type.Optional(timeText('Only events recorded at this time or later')),
  to: Type.Optional(timeText('Only events recorded at this time or earlier')),
  sessionId: Type.Optional(
    Type.String({ maxLength: 128, description: 'Only events of this session', examples: ['visitor-1'] }),
  ),
  order: Type.Optional(
    Type.Enum(['asc', 'desc'], { default: 'asc', description: '`desc`: the newest event first', examples: ['desc'] }),
  ),
  after: Type.Optional(
    placeText('`nextAfter` of the previous page, or any position: events that follow it in the requested order'),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      default: EVENTS_A_PAGE,
      description: 'Maximum size of the page',
      examples: [50],
    }),
  ),
});

const Position = Type.String({ description: 'Place in the log, as a decimal', examples: [POSITION] });

const Actor = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  title: 'AuditActor',
  description:
    'Who caused it: an `account` (`id`), a `visitor` through a widget key (`keyId`), somebody `anonymous`, or a part of the `system` (`part`).',
  required: ['kind'],
  properties: {
    kind: { type: 'string', enum: ['account', 'visitor', 'anonymous', 'system'] },
    id: { type: 'string' },
    keyId: { type: 'string' },
    part: { type: 'string' },
  },
  examples: [{ kind: 'visitor', keyId: EXAMPLE_ID }],
});

const EventData = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
  description:
    'Fields of the event, decrypted, in the newest schema. A field that was erased is `{"erased": true}`, the hash of a secret `{"withheld": true}`.',
  examples: [{ chatbotId: EXAMPLE_ID, content: 'When are you open?' }],
});

const AuditEvent = named(
  'AuditEvent',
  {
    position: Position,
    stream: Type.String({ examples: ['chatbot-01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e'] }),
    revision: Type.Integer({ minimum: 0, description: 'Place in the stream, from 0', examples: [3] }),
    type: Type.String({ examples: ['QuestionAsked'] }),
    schemaVersion: nullable(
      Type.Integer({ description: 'Schema under which it was recorded; null when it cannot be read', examples: [1] }),
    ),
    data: nullable(EventData),
    unreadable: Type.Optional(
      Type.String({ description: 'Why it cannot be read', examples: ['its sealed part is malformed'] }),
    ),
    actor: nullable(Actor),
    requestId: nullable(
      Type.String({ description: '`X-Request-Id` of the request behind it', examples: ['checkout-42'] }),
    ),
    recordedAt: Time,
  },
  'An event of the log.',
);

export const AuditEventPage = named(
  'AuditEventPage',
  {
    events: Type.Array(AuditEvent),
    nextAfter: nullable(
      Type.String({ description: 'Value of `after` for the next page; null at the end', examples: [POSITION] }),
    ),
  },
  'Events in the order of the log, or the newest first.',
);

/** Default size of a page of conversations in a state. */
export const STATE_CONVERSATIONS_A_PAGE = 20;

export const StateQuery = Type.Object({
  at: Type.Optional(
    Type.Refine(
      Type.String({
        maxLength: 40,
        description: 'A time, or a position in the log. The state includes everything up to it. Default: now',
        examples: ['2026-03-14T09:00:00Z'],
      }),
      (text) => parseMoment(text) !== null,
      () => 'must be a time such as 2026-03-14T09:00:00Z, or a position in the log',
    ),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: STATE_CONVERSATIONS_A_PAGE,
      description: 'Maximum number of conversations',
      examples: [20],
    }),
  ),
  after: Type.Optional(
    Type.String({
      maxLength: 100,
      description: '`nextAfter` of the previous page of conversations',
      examples: [EXAMPLE_ID],
    }),
  ),
});

const erased = Type.Optional(
  Type.Literal(true, { description: 'The conversation has been erased: its texts are empty', examples: [true] }),
);

const StateConversation = named(
  'StateConversation',
  {
    ...ListedConversation.properties,
    lead: Type.Union([
      ListedConversation.properties.lead,
      named('ErasedLead', { erased: Type.Literal(true) }, 'Contact details that were erased since.'),
    ]),
    erased,
    messages: Type.Array(Message, { description: 'The newest 50, oldest first' }),
  },
  'A conversation as it stood.',
);

export const ChatbotState = named(
  'ChatbotState',
  {
    at: nullable(
      named(
        'LastEvent',
        { position: Position, recordedAt: Time },
        "The chatbot's last event that counts; null when there was none.",
      ),
    ),
    configuration: nullable(
      named('StateChatbot', { ...Chatbot.properties, erased }, 'The chatbot; null when there was none.'),
    ),
    sources: Type.Array(named('StateSource', { ...DataSource.properties, erased }, 'A source as it stood.')),
    keys: Type.Array(WidgetKey),
    satisfaction: Satisfaction,
    conversations: Type.Array(StateConversation, { description: 'In the order in which they began' }),
    nextAfter: nullable(
      Type.String({
        description: 'Value of `after` for the next page of conversations; null at the end',
        examples: [EXAMPLE_ID],
      }),
    ),
    missing: Type.Array(
      named(
        'MissingEvent',
        {
          position: Position,
          stream: Type.String({ examples: [`chatbot-${EXAMPLE_ID}`] }),
          revision: Type.Integer({ minimum: 0, examples: [3] }),
          type: Type.String({ examples: ['ChatbotConfigured'] }),
          reason: Type.String({ examples: ['its sealed part is malformed'] }),
        },
        'An event that cannot be read.',
      ),
      { description: 'Events that are missing from this state, at most 20' },
    ),
  },
  'A chatbot as it stood.',
);
