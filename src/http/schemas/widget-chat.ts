import { Type } from 'typebox';
import { EXAMPLE_ID, idOf, named, nullable } from './common.ts';
import { AnswerSources, Feedback } from './conversations.ts';

const SessionId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Chosen by the visitor's page, hard to guess: a caller who knows it can read the conversation",
  examples: ['visitor-1'],
});

/** The widget key determines the chatbot, not the path. */
export const WidgetParams = Type.Object({
  chatbotPublicId: Type.String({
    description: 'Ignored: the key determines the chatbot',
    examples: [EXAMPLE_ID],
  }),
});

const LeadData = named(
  'LeadData',
  {
    name: Type.Optional(Type.String({ maxLength: 500, examples: ['Grace Hopper'] })),
    email: Type.Optional(Type.String({ maxLength: 500, examples: ['grace@example.com'] })),
    phone: Type.Optional(Type.String({ maxLength: 500, examples: ['+1 555 0100'] })),
  },
  'Contact details. Only those that the chatbot asks for are stored. Later values replace earlier ones field by field.',
);

export const EarlierTurn = named(
  'EarlierTurn',
  {
    role: Type.String({
      maxLength: 50,
      description: '`user` or `assistant`; turns of other roles are ignored',
      examples: ['user'],
    }),
    content: Type.String({ maxLength: 20_000, examples: ['Hello'] }),
  },
  'An earlier turn of the conversation.',
);

export const VisitorMessage = Type.Object(
  {
    sessionId: SessionId,
    message: Type.String({ minLength: 1, maxLength: 4000, examples: ['What are your opening hours?'] }),
    conversationHistory: Type.Optional(
      Type.Array(EarlierTurn, { maxItems: 50, description: 'Used only for a session that is new to the server' }),
    ),
    leadData: Type.Optional(LeadData),
  },
  {
    title: 'VisitorMessage',
    description: 'A question of a visitor.',
    examples: [{ sessionId: 'visitor-1', message: 'What are your opening hours?' }],
  },
);

export const SessionQuery = Type.Object({ sessionId: SessionId });

export const Rating = named(
  'Rating',
  {
    sessionId: SessionId,
    messageId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'From the `done` event, or from history',
      examples: [EXAMPLE_ID],
    }),
    feedback: Feedback,
  },
  'A rating of an answer.',
);

export const Rated = named(
  'Rated',
  { feedback: nullable(Feedback) },
  'The current rating of the answer; null after it was removed.',
);

export const streamEvent = <Name extends string, Data extends ReturnType<typeof named>>(
  title: string,
  name: Name,
  data: Data,
  description: string,
) => named(title, { event: Type.Literal(name), data }, description);

export const AnswerToken = named(
  'Token',
  { token: Type.String({ examples: ['We are open '] }) },
  'The next piece of an answer.',
);

export const AnswerFailure = named(
  'AnswerFailure',
  { message: Type.String({ examples: ['Something went wrong. Please try again.'] }) },
  'An error message for people.',
);

const AnswerEvent = Type.Union(
  [
    streamEvent(
      'TokenEvent',
      'token',
      AnswerToken,
      'Tokens come in order. Joined, they are the answer in Markdown; its last line is `[SUGGESTIONS] q1 | q2 | q3`.',
    ),
    streamEvent(
      'DoneEvent',
      'done',
      named(
        'AnswerDone',
        {
          sources: AnswerSources,
          sessionId: SessionId,
          messageId: idOf('Message id, for a rating'),
          takenOver: Type.Optional(
            Type.Literal(true, {
              description: 'A human answers the session: no answer was generated, and `messageId` is the question',
            }),
          ),
        },
        'Sources and id of a complete answer.',
      ),
      'The last event of an answer that is complete and recorded.',
    ),
    streamEvent('ErrorEvent', 'error', AnswerFailure, 'The last event of an answer that could not be completed.'),
  ],
  { title: 'AnswerEvent', description: 'An event of the stream: its name, and the JSON of its `data` line.' },
);

/** The stream as a string. JSON Schema's `contentSchema` describes its events. */
export const AnswerStream = Type.String({
  title: 'AnswerStream',
  description:
    'Server-sent events: `token` events, then one `done` or one `error`. Each has one `data` line of JSON. Lines that begin with a ' +
    'colon are heartbeats, at most 15 seconds apart.',
  contentMediaType: 'text/event-stream',
  contentSchema: Type.Array(AnswerEvent),
  examples: [
    'event: token\ndata: {"token":"We are open "}\n\nevent: token\ndata: {"token":"every day."}\n\n' +
      'event: token\ndata: {"token":"\\n\\n[SUGGESTIONS] Where are you? | Do you deliver? | Is there parking?"}\n\n' +
      'event: done\ndata: {"sources":[{"title":"Opening hours","url":"https://example.com/hours","snippet":"Open every day"}],' +
      '"sessionId":"visitor-1","messageId":"01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e"}\n\n',
  ],
});
