import { Type } from 'typebox';
import { idOf, named, nullable } from './common.ts';
import { AnswerSources, Feedback } from './conversations.ts';

const SessionId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "The visitor's own name for the session, hard to guess: who knows it can read the conversation",
  examples: ['visitor-1'],
});

/** The chatbot is the one the key belongs to; what the path says does not matter. */
export const WidgetParams = Type.Object({
  chatbotPublicId: Type.String({
    description: "Not looked at: the chatbot is the key's",
    examples: ['01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e'],
  }),
});

const LeadData = named(
  'LeadData',
  {
    name: Type.Optional(Type.String({ maxLength: 500, examples: ['Grace Hopper'] })),
    email: Type.Optional(Type.String({ maxLength: 500, examples: ['grace@example.com'] })),
    phone: Type.Optional(Type.String({ maxLength: 500, examples: ['+1 555 0100'] })),
  },
  'Contact details. Only those that the chatbot asks for are kept; a later one replaces an earlier field by field.',
);

const EarlierTurn = named(
  'EarlierTurn',
  {
    role: Type.String({
      maxLength: 50,
      description: '`user` or `assistant`; others are passed over',
      examples: ['user'],
    }),
    content: Type.String({ maxLength: 20_000, examples: ['Hello'] }),
  },
  'Something that was said before.',
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
      examples: ['01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e'],
    }),
    feedback: Feedback,
  },
  'How a visitor rates an answer.',
);

export const Rated = named(
  'Rated',
  { feedback: nullable(Feedback) },
  'How the answer is rated now; null when the rating was taken back.',
);

const event = <Name extends string, Data extends ReturnType<typeof named>>(
  title: string,
  name: Name,
  data: Data,
  description: string,
) => named(title, { event: Type.Literal(name), data }, description);

const AnswerEvent = Type.Union(
  [
    event(
      'TokenEvent',
      'token',
      named('Token', { token: Type.String({ examples: ['We are open '] }) }, 'The next piece of an answer.'),
      'Many, in order. All tokens put together are the answer, in Markdown; its last line is `[SUGGESTIONS] q1 | q2 | q3`.',
    ),
    event(
      'DoneEvent',
      'done',
      named(
        'AnswerDone',
        { sources: AnswerSources, sessionId: SessionId, messageId: idOf('What a rating names') },
        'What a complete answer rests on.',
      ),
      'The last event of an answer that is complete and recorded.',
    ),
    event(
      'ErrorEvent',
      'error',
      named(
        'AnswerFailure',
        { message: Type.String({ examples: ['Something went wrong. Please try again.'] }) },
        'For people.',
      ),
      'The last event of an answer that could not be completed.',
    ),
  ],
  { title: 'AnswerEvent', description: 'An event of the stream: its name, and the JSON of its `data` line.' },
);

/** A text, as every stream is; what is in it is said in the words of JSON Schema. */
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
