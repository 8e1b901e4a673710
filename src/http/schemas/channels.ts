import { type TObject, Type } from 'typebox';
import { EVENT_ID_PATTERN } from '../channels/event-format.ts';
import { ChatbotProgress } from './chatbots.ts';
import { countOf, EXAMPLE_ID, Id, idOf, named, nullable, patternString, Time } from './common.ts';
import { Feedback, leadDetail, Message, SessionId } from './conversations.ts';
import { SessionQuery } from './widget-chat.ts';

const EVENT_ID = '7041';
const OPENING_ID = '7012';

export const ResumeQuery = Type.Object({
  lastEventId: Type.Optional(
    patternString(EVENT_ID_PATTERN, 'must be the id of an event', {
      description: '`id` of the last event that was received, for clients that cannot send `Last-Event-ID`',
      examples: [EVENT_ID],
    }),
  ),
});
export const VisitorChannelQuery = Type.Object({ ...SessionQuery.properties, ...ResumeQuery.properties });

export const ResumeHeaders = Type.Object({
  'Last-Event-ID': Type.Optional(
    Type.String({
      description: '`id` of the last event that was received: all later ones are sent first, in order, none twice',
      examples: [EVENT_ID],
    }),
  ),
});

const event = (title: string, name: string, data: TObject, description: string) =>
  named(title, { id: Type.String({ examples: [EVENT_ID] }), event: Type.Literal(name), data }, description);

const Where = { conversationId: Id, sessionId: SessionId };

const OwnerEvent = Type.Union(
  [
    event('MessageEvent', 'message', Message, 'Somebody said something: the visitor, the chatbot or an agent.'),
    event(
      'TakeoverEvent',
      'takeover',
      named('TakeoverData', { ...Where, since: Time }, 'Which session, since when.'),
      'A human took a session over.',
    ),
    event(
      'ReleaseEvent',
      'release',
      named('ReleaseData', { ...Where, releasedAt: Time }, 'Which session.'),
      'The chatbot answers a session again.',
    ),
    event(
      'HandoffEvent',
      'handoff',
      named('HandoffData', { ...Where, requestedAt: Time }, 'Which session.'),
      'A visitor asks for a human.',
    ),
    event(
      'LeadEvent',
      'lead',
      named(
        'LeadEventData',
        {
          id: Id,
          ...Where,
          name: leadDetail('Name', 'Grace Hopper'),
          email: leadDetail('Email address, as the visitor wrote it', 'grace@example.com'),
          phone: leadDetail('Phone number, as the visitor wrote it', '+1 555 0100'),
          capturedAt: Time,
        },
        'Contact details as they are now.',
      ),
      'A visitor left contact details, or changed them.',
    ),
    event(
      'RatingEvent',
      'rating',
      named('RatingData', { ...Where, messageId: Id, feedback: nullable(Feedback) }, 'Null when it was taken back.'),
      'A visitor rated an answer.',
    ),
    event(
      'ConversationDeletedEvent',
      'conversation_deleted',
      named('ConversationDeletedData', { conversationId: Id, deletedAt: Time }, 'Which conversation.'),
      'A conversation was deleted, by an owner or by its age.',
    ),
    event(
      'SourceEvent',
      'source',
      named(
        'SourceData',
        {
          id: idOf('Data source'),
          status: Type.Enum(['pending', 'processing', 'done', 'error', 'deleted'], {
            title: 'SourceEventStatus',
            description: 'Status of the source.',
          }),
          pageCount: Type.Optional(countOf('Documents read, with `done`')),
          chunkCount: Type.Optional(countOf('Searchable pieces, with `done`')),
          errorMessage: Type.Optional(
            Type.String({ description: 'Present when the status is `error`', examples: ['The page is empty'] }),
          ),
        },
        'Status of a source, after it changed.',
      ),
      'A data source changed its status.',
    ),
    event('StatusEvent', 'status', ChatbotProgress, 'The chatbot as it stands now, after a source changed.'),
  ],
  { title: 'OwnerEvent', description: 'An event of the stream: its id, its name, and the JSON of its `data` line.' },
);

const VisitorEvent = Type.Union(
  [
    event(
      'AgentMessageEvent',
      'agent_message',
      named(
        'AgentMessageData',
        { messageId: Id, content: Type.String({ examples: ['Hello, this is Ada.'] }), createdAt: Time },
        'What a human wrote.',
      ),
      'A human wrote to the visitor.',
    ),
    event(
      'VisitorTakeoverEvent',
      'takeover',
      named('VisitorTakeover', { takenOver: Type.Literal(true), since: Time }, 'Since when a human answers.'),
      'A human answers from now on.',
    ),
    event(
      'VisitorReleaseEvent',
      'release',
      named('VisitorRelease', { takenOver: Type.Literal(false), releasedAt: Time }, 'Since when the chatbot answers.'),
      'The chatbot answers from now on.',
    ),
    event(
      'VisitorConversationDeletedEvent',
      'conversation_deleted',
      named('VisitorConversationDeleted', { deletedAt: Time }, 'Since when the session has no messages.'),
      'The conversation was deleted; a later question begins a new one.',
    ),
  ],
  { title: 'VisitorEvent', description: 'An event of the stream: its id, its name, and the JSON of its `data` line.' },
);

const streamOf = (title: string, events: ReturnType<typeof Type.Union>, example: string) =>
  Type.String({
    title,
    description:
      'Server-sent events without an end. Each has an `id`, by which a client resumes, and one `data` line of JSON. The opening has the `id` of a client that ' +
      'has received no event yet. Lines that begin with a colon are heartbeats, at most 15 seconds apart.',
    contentMediaType: 'text/event-stream',
    contentSchema: Type.Array(events),
    examples: [example],
  });

const TIME = '2026-03-14T09:26:53.589Z';

export const OwnerEvents = streamOf(
  'OwnerEvents',
  OwnerEvent,
  `retry: 3000\nid: ${OPENING_ID}\n\nid: ${EVENT_ID}\nevent: handoff\ndata: {"conversationId":"${EXAMPLE_ID}","sessionId":"visitor-1","requestedAt":"${TIME}"}\n\n`,
);
export const VisitorEvents = streamOf(
  'VisitorEvents',
  VisitorEvent,
  `retry: 3000\nid: ${OPENING_ID}\n\nid: ${EVENT_ID}\nevent: agent_message\ndata: {"messageId":"${EXAMPLE_ID}","content":"Hello, this is Ada.","createdAt":"${TIME}"}\n\n`,
);
