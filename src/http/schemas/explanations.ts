import { type TSchema, Type } from 'typebox';
import { PromptConfiguration } from './chatbots.ts';
import { countOf, EXAMPLE_ID, Id, named, nullable, Time, textOf } from './common.ts';
import { AnswerSources, Feedback, SessionId } from './conversations.ts';

const Erased = named('Erased', { erased: Type.Literal(true) }, 'Stands in place of what was erased.');
const orErased = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Erased]);
/** A value that answers of early releases did not record is null. */
const recorded = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Erased, Type.Null()]);
const milliseconds = (description: string, example: number) =>
  nullable(countOf(`${description}, milliseconds`, example));
const score = (description: string) => Type.Number({ description, examples: [0.82] });
const Sha256 = (description: string) =>
  Type.String({
    description,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  });

const RankedPlace = nullable(
  named(
    'RankedPlace',
    { rank: countOf('From 1', 1), score: score('In this ranking') },
    'A place in a ranking; null outside it.',
  ),
);
const Role = Type.Enum(['user', 'assistant', 'agent'], { title: 'TurnRole', description: 'Author of the turn.' });
const Turn = named(
  'MemoryTurn',
  { role: Role, content: textOf('Its words', 'Hello') },
  'An earlier turn of the conversation.',
);

const Prompt = named(
  'ExplainedPrompt',
  {
    version: textOf('Version of the prompt', 'answer-4'),
    hash: Sha256('SHA-256 of the messages that were sent, as JSON'),
    exact: Type.Boolean({ description: 'Whether the messages below have that hash', examples: [true] }),
    messages: Type.Array(
      named(
        'PromptMessage',
        {
          role: Type.Enum(['system', 'user'], { title: 'PromptRole', description: 'As sent to the model.' }),
          content: textOf('Its text', 'You are the assistant …'),
        },
        'A message of the prompt.',
      ),
    ),
  },
  'What the model was sent, rebuilt from its recorded parts.',
);

const placed = { byWords: RankedPlace, byVector: RankedPlace };
const ContentHash = Sha256('SHA-256 of the text');
const PassageId = textOf('Source, run and number', '01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e.1.4');

const Passage = named(
  'ExplainedPassage',
  {
    passageId: PassageId,
    sourceId: Id,
    contentHash: ContentHash,
    score: score('Both rankings together; 0 when it only adds context to another passage'),
    ...placed,
    number: nullable(countOf('Number of the text in the prompt that holds it', 1)),
    title: recorded(textOf('Title of the document', 'Opening hours')),
    url: recorded(textOf('Null for texts and files', 'https://example.com/hours')),
    headings: recorded(Type.Array(textOf('Heading above it', 'Opening hours'))),
    text: recorded(
      textOf('As it read then; null when the stored text does not have the hash', 'Open every day from nine to six.'),
    ),
  },
  'A passage that the answer generator got.',
);

const Filtered = named(
  'FilteredText',
  {
    filter: Type.Enum(['prompt-leak', 'link', 'citation', 'suggestions-line'], {
      title: 'OutputFilter',
      description: 'The filter that changed it.',
    }),
    text: textOf("The model's words, at most 200 characters", '[here](https://example.org)'),
    replacement: textOf('What the visitor got instead', 'here'),
  },
  'Words of the model that did not reach the visitor as they were.',
);

const Today = named(
  'RetrievalToday',
  {
    embedder: textOf("Embedder of the question's vector", 'text-embedding-3-small/1536'),
    passages: Type.Array(
      named(
        'PassageToday',
        {
          passageId: PassageId,
          sourceId: Id,
          title: textOf('Title', 'Opening hours'),
          url: nullable(textOf('Null for texts and files', 'https://example.com/hours')),
          contentHash: ContentHash,
          score: score('Both rankings together'),
          ...placed,
        },
        'A passage that the question finds today.',
      ),
      { description: 'Best first' },
    ),
    changes: Type.Array(
      named(
        'PassageChange',
        {
          sourceId: Id,
          contentHash: ContentHash,
          change: Type.Enum(['same', 'moved', 'gone', 'new'], {
            title: 'ChangeKind',
            description: 'Change since the answer.',
          }),
          rankThen: nullable(countOf('From 1', 1)),
          rankNow: nullable(countOf('From 1', 2)),
          reason: nullable(
            Type.Enum(['source_deleted', 'content_changed', 'ranked_lower'], {
              title: 'GoneReason',
              description:
                'Why the passage is gone: its source was deleted or no longer has the text, or other passages rank higher.',
            }),
          ),
        },
        'A passage, compared.',
      ),
    ),
  },
  "The same question, searched in today's content.",
);

const reasons = {
  outcome: Type.Enum(['complete', 'partial', 'failed'], {
    title: 'AnswerOutcome',
    description: '`partial` when the visitor left before the end.',
  }),
  question: recorded(textOf('As the visitor asked it', 'When do you open?')),
  condensedQuestion: recorded(textOf('As it was searched for', 'When do you open?')),
  answer: recorded(textOf('Markdown', 'We open at nine [1].')),
  sources: orErased(AnswerSources),
  suggestions: orErased(Type.Array(textOf('A suggested question', 'Do you deliver?'))),
  filtered: orErased(Type.Array(Filtered)),
  filteredCount: nullable(countOf('All that the filters changed', 0)),
  configuration: recorded(PromptConfiguration),
  memory: recorded(Type.Array(Turn)),
  prompt: recorded(Prompt),
  passages: Type.Array(Passage),
  citations: Type.Array(
    named(
      'Citation',
      {
        number: countOf('Number of the text in the prompt', 1),
        source: countOf('Number of the source in the answer', 1),
        uncited: Type.Boolean({
          description: 'The answer contains words of the text without citing it',
          examples: [false],
        }),
      },
      'What the answer rests on.',
    ),
  ),
  model: textOf('As configured, or `extractive`', 'gpt-4o-mini'),
  servedModel: nullable(textOf('As the endpoint named it', 'gpt-4o-mini-2024-07-18')),
  parameters: named(
    'ModelParameters',
    {
      temperature: nullable(Type.Number({ examples: [0.2] })),
      maxTokens: nullable(countOf('Limit of the answer', 1500)),
    },
    'As sent to the model; null when it takes none.',
  ),
  finishReason: nullable(textOf('As the endpoint named it', 'stop')),
  embedder: nullable(textOf("Embedder of the question's vector", 'text-embedding-3-small/1536')),
  tokens: named(
    'TokenCounts',
    { prompt: nullable(countOf('Tokens sent', 2100)), completion: nullable(countOf('Tokens received', 80)) },
    'As the endpoint counted them.',
  ),
  timing: named(
    'AnswerTiming',
    {
      condenseMs: milliseconds('Rewriting the question', 300),
      retrievalMs: milliseconds('Retrieval', 40),
      firstTokenMs: milliseconds('Until the first token', 700),
      totalMs: milliseconds('Altogether', 2400),
    },
    'How long the answer took.',
  ),
};

export const AnswerExplanation = named(
  'AnswerExplanation',
  {
    messageId: Id,
    questionId: Id,
    conversationId: Id,
    chatbotId: Id,
    position: textOf('Position in the log', '1042'),
    recordedAt: Time,
    requestId: nullable(textOf('Request that asked', EXAMPLE_ID)),
    sessionId: recorded(SessionId),
    ...reasons,
    ratings: Type.Array(
      named('RatingThen', { feedback: nullable(Feedback), ratedAt: Time }, 'A rating; null took it back.'),
      { description: 'Oldest first' },
    ),
    today: nullable(Today),
  },
  'Why an answer is what it is: what it rested on then, and what would differ today.',
);

export const TestExplanation = named(
  'TestExplanation',
  reasons,
  'Why an answer of the test chat is what it is: an answer explanation without what only a recorded answer has.',
);
