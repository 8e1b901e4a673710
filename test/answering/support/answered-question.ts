/** Answers a question about bees, over an index in memory. */
import { type AnswerEvent, answerEvents } from '../../../src/answering/answer-events.ts';
import type { AnsweringDeps } from '../../../src/answering/answer-pipeline.ts';
import type { AnswerGenerator } from '../../../src/answering/generators/answer-generator.ts';
import type { QuestionInContext } from '../../../src/answering/question-in-context.ts';
import type { Embedder } from '../../../src/ports/models.ts';
import { beeRequest } from '../../contracts/answer-generator.ts';
import { tokensOf } from '../../support/servers/model-endpoint.ts';
import { type PassageToFind, tinySearchIndex } from '../../support/stores/tiny-search-index.ts';

/** The suggestions line, at the end of the shown text. */
export const SUGGESTIONS_LINE = /\n\n\[SUGGESTIONS\] [^|\n]+ \| [^|\n]+ \| [^|\n]+$/;
export const UNIT_VECTOR = Float32Array.of(1);
export const embedder: Embedder = {
  id: 'one/1',
  dimensions: 1,
  kind: 'offline',
  embed: async (texts) => texts.map(() => UNIT_VECTOR),
};
export const NEVER_ABORTED = new AbortController().signal;
export const bees: readonly PassageToFind[] = [
  {
    title: 'Bees',
    url: 'https://bees.example/a',
    headings: ['Pollination'],
    text: 'Bees pollinate flowers by carrying pollen on their legs.',
  },
  { title: 'Hives', url: 'https://bees.example/b', headings: ['Hives'], text: 'Bees live in hives of wax.' },
  { title: 'Notes', url: null, headings: ['Feeding'], text: 'Bees eat honey in winter.' },
];

export const beeQuestion: QuestionInContext = {
  chatbotId: 'bot',
  generations: ['g1'],
  question: 'How do bees pollinate flowers?',
  memory: [],
  lastMemoryMessageId: null,
  chatbot: beeRequest.chatbot,
  configurationRevision: 4,
};

export interface Told {
  readonly tokens: readonly string[];
  readonly visible: string;
  readonly last: AnswerEvent | undefined;
}

/** Asks about bees, and takes the answer to its end. */
export async function tell(
  answerGenerator: AnswerGenerator,
  question: Partial<QuestionInContext> = {},
  more: {
    passages?: readonly PassageToFind[];
    signal?: AbortSignal;
    clock?: AnsweringDeps['clock'];
    onToken?: () => void;
  } = {},
): Promise<Told> {
  const { passages = bees, signal = NEVER_ABORTED, clock = { now: () => Date.now() } } = more;
  const searchIndex = tinySearchIndex(passages, () => UNIT_VECTOR);
  const asked: QuestionInContext = { ...beeQuestion, ...question };
  const events: AnswerEvent[] = [];
  for await (const event of answerEvents(asked, { searchIndex, embedder, answerGenerator, clock }, signal)) {
    events.push(event);
    if (event.kind === 'token') more.onToken?.();
  }
  const tokens = events.flatMap((event) => (event.kind === 'token' ? [event.token] : []));
  return { tokens, visible: tokens.join(''), last: events.at(-1) };
}

export function complete({ last }: Told): Extract<AnswerEvent, { kind: 'complete' }> {
  if (last?.kind !== 'complete') throw new Error(`Not complete but ${JSON.stringify(last)}`);
  return last;
}

/** A generator that the test scripts. */
export function scripted(
  text: string | (() => AsyncIterable<string>),
  suggestions: readonly string[] = [],
): AnswerGenerator {
  return {
    nameFor: (model) => model,
    citesAll: false,
    async *answer() {
      for await (const piece of typeof text === 'string' ? tokensOf(text) : text()) yield { kind: 'text', text: piece };
      if (suggestions.length > 0) yield { kind: 'suggestions', questions: suggestions };
    },
    condense: async (question) => question,
  };
}
