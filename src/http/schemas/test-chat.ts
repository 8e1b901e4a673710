import { Type } from 'typebox';
import { named } from './common.ts';
import { AnswerSources, Suggestions } from './conversations.ts';
import { TestExplanation } from './explanations.ts';
import { AnswerFailure, AnswerToken, EarlierTurn, streamEvent } from './widget-chat.ts';

export const TestQuestion = named(
  'TestQuestion',
  {
    message: Type.String({ minLength: 1, maxLength: 4000, examples: ['What are your opening hours?'] }),
    conversationHistory: Type.Optional(
      Type.Array(EarlierTurn, {
        maxItems: 50,
        description:
          'Earlier turns of this test chat, oldest first. The newest 10 with at most 4,000 characters are used',
      }),
    ),
  },
  'A question of the owner, to test the chatbot.',
);

export const TestAnswer = named(
  'TestAnswer',
  {
    response: Type.String({ description: 'Markdown', examples: ['We are open every day.'] }),
    sources: AnswerSources,
    suggestions: Suggestions,
  },
  'The answer that a visitor would get.',
);

const TestAnswerEvent = Type.Union(
  [
    streamEvent(
      'TestTokenEvent',
      'token',
      AnswerToken,
      'Tokens come in order. Joined, they are the answer in Markdown.',
    ),
    streamEvent(
      'TestExplanationEvent',
      'explanation',
      TestExplanation,
      'Why the answer is what it is. Comes before `done`.',
    ),
    streamEvent(
      'TestDoneEvent',
      'done',
      named(
        'TestAnswerDone',
        { sources: AnswerSources, suggestions: Suggestions },
        'Sources and suggestions of the answer.',
      ),
      'The last event of a complete answer.',
    ),
    streamEvent('TestErrorEvent', 'error', AnswerFailure, 'The last event of an answer that could not be completed.'),
  ],
  { title: 'TestAnswerEvent', description: 'An event of the stream: its name, and the JSON of its `data` line.' },
);

export const TestAnswerStream = Type.String({
  title: 'TestAnswerStream',
  description:
    'Server-sent events: `token` events, one `explanation`, then one `done`; or one `error`. Each has one `data` line of JSON. Lines ' +
    'that begin with a colon are heartbeats, at most 15 seconds apart.',
  contentMediaType: 'text/event-stream',
  contentSchema: Type.Array(TestAnswerEvent),
  examples: [
    'event: token\ndata: {"token":"We are open every day [1]."}\n\n' +
      'event: done\ndata: {"sources":[{"title":"Opening hours","url":"https://example.com/hours","snippet":"Open every day"}],' +
      '"suggestions":["Where are you?","Do you deliver?","Is there parking?"]}\n\n',
  ],
});
