import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOpenAiModels } from '../../src/adapters/openai/models.ts';
import { type AnswerEvent, answerQuestion } from '../../src/answering/answer-question.ts';
import type { AnsweringDeps } from '../../src/answering/answer-run.ts';
import type { AnswerGenerator, AnswerRequest } from '../../src/answering/generators/answer-generator.ts';
import { extractiveAnswers } from '../../src/answering/generators/extractive-answers.ts';
import { modelAnswers } from '../../src/answering/generators/model-answers.ts';
import { PROMPT_VERSION, promptHash } from '../../src/answering/prompt/prompt.ts';
import type { QuestionToAnswer } from '../../src/answering/question-to-answer.ts';
import { type Embedder, ModelUnavailable, type PromptMessage } from '../../src/ports/models.ts';
import { beeRequest } from '../contracts/answer-generator.ts';
import { type ModelEndpoint, openModelEndpoint, tokensOf } from '../support/servers/model-endpoint.ts';
import { type PassageToFind, tinySearchIndex } from '../support/stores/tiny-search-index.ts';

const LINE = /\n\n\[SUGGESTIONS\] [^|\n]+ \| [^|\n]+ \| [^|\n]+$/;
const one = Float32Array.of(1);
const embedder: Embedder = { id: 'one/1', dimensions: 1, kind: 'hashed', embed: async (texts) => texts.map(() => one) };
const never = new AbortController().signal;
const bees: readonly PassageToFind[] = [
  {
    title: 'Bees',
    url: 'https://bees.example/a',
    headings: ['Pollination'],
    text: 'Bees pollinate flowers by carrying pollen on their legs.',
  },
  { title: 'Hives', url: 'https://bees.example/b', headings: ['Hives'], text: 'Bees live in hives of wax.' },
  { title: 'Notes', url: null, headings: ['Feeding'], text: 'Bees eat honey in winter.' },
];

const beeQuestion: QuestionToAnswer = {
  chatbotId: 'bot',
  generations: ['g1'],
  question: 'How do bees pollinate flowers?',
  memory: [],
  lastMemoryMessageId: null,
  chatbot: beeRequest.chatbot,
  configurationRevision: 4,
};

interface Told {
  readonly tokens: readonly string[];
  readonly visible: string;
  readonly last: AnswerEvent | undefined;
}

async function tell(
  answerGenerator: AnswerGenerator,
  question: Partial<QuestionToAnswer> = {},
  more: {
    passages?: readonly PassageToFind[];
    signal?: AbortSignal;
    clock?: AnsweringDeps['clock'];
    onToken?: () => void;
  } = {},
): Promise<Told> {
  const { passages = bees, signal = never, clock = { now: () => Date.now() } } = more;
  const searchIndex = tinySearchIndex(passages, () => one);
  const asked: QuestionToAnswer = { ...beeQuestion, ...question };
  const events: AnswerEvent[] = [];
  for await (const event of answerQuestion(asked, { searchIndex, embedder, answerGenerator, clock }, signal)) {
    events.push(event);
    if (event.kind === 'token') more.onToken?.();
  }
  const tokens = events.flatMap((event) => (event.kind === 'token' ? [event.token] : []));
  return { tokens, visible: tokens.join(''), last: events.at(-1) };
}

function complete({ last }: Told): Extract<AnswerEvent, { kind: 'complete' }> {
  if (last?.kind !== 'complete') throw new Error(`Not complete but ${JSON.stringify(last)}`);
  return last;
}

/** A language model that the test scripts. */
function scripted(text: string | (() => AsyncIterable<string>), suggestions: readonly string[] = []): AnswerGenerator {
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

describe('An answer with a model', () => {
  let endpoint: ModelEndpoint;
  let model: AnswerGenerator;
  beforeAll(async () => {
    endpoint = await openModelEndpoint();
  });
  afterAll(() => endpoint.close());
  beforeEach(() => {
    endpoint.requests.length = 0;
    endpoint.faults.length = 0;
    endpoint.tokenDelayMs = 0;
    endpoint.reply = tokensOf(
      'Bees carry pollen [1] and live in hives [2].\n\n[SUGGESTIONS] What do bees eat? | Where do bees live? | How long do bees live?',
    );
    model = modelAnswers(openOpenAiModels({ baseUrl: endpoint.url, limits: { retryDelayMs: 5 } }).languageModel);
  });

  it('streams the answer, then the suggestions line, and completes with the same content', async () => {
    endpoint.tokenDelayMs = 20;
    const told = await tell(model);
    const { content, suggestions } = complete(told);
    expect(content).toBe('Bees carry pollen [1] and live in hives [2].');
    expect(told.visible).toBe(`${content}\n\n[SUGGESTIONS] ${suggestions.join(' | ')}`);
    expect(suggestions).toEqual(['What do bees eat?', 'Where do bees live?', 'How long do bees live?']);
    expect(told.tokens.length).toBeGreaterThan(3);
    expect(told.tokens).not.toContain('');
  });

  it('records why it is what it is', async () => {
    let now = 1_000;
    const told = await tell(model, {}, { clock: { now: () => (now += 7) } });
    const { condensedQuestion, evidence } = complete(told).record;
    expect(condensedQuestion).toBe('How do bees pollinate flowers?');
    expect(evidence).toMatchObject({
      model: 'gpt-4o-mini',
      promptVersion: PROMPT_VERSION,
      configurationRevision: 4,
      embedder: 'one/1',
      memory: null,
      ...{ temperature: 0.2, maxTokens: 1500, servedModel: 'gpt-4o-mini-2026-01-01', finishReason: 'stop' },
      citations: [
        { number: 1, source: 1 },
        { number: 2, source: 2 },
      ],
      filteredCount: 0,
      promptTokens: 100,
      retrievalMs: 7,
      firstTokenMs: 14,
      totalMs: 21,
    });
    const answering = endpoint.requests.find(({ body }) => body.stream === true);
    expect(evidence.promptHash).toBe(promptHash((answering?.body.messages ?? []) as readonly PromptMessage[]));
    expect(evidence.passages[0]).toMatchObject({ passageId: 'p1', sourceId: 's1', byWords: { rank: 1 } });
    for (const { textHash, score } of evidence.passages) {
      expect(textHash).toMatch(/^[0-9a-f]{64}$/);
      expect(score).toBeGreaterThan(0);
    }
  });

  it('records what the filters took out of the model’s words', async () => {
    endpoint.reply = tokensOf(
      'Bees [7] carry pollen [1], see [here](https://evil.example/x).\n[SUGGESTIONS] a | b | c',
    );
    const { content, record } = complete(await tell(model));
    expect(content).toBe('Bees carry pollen [1], see here.');
    expect(record.evidence.filteredCount).toBe(3);
    expect(record.sealedEvidence.filtered).toEqual([
      { filter: 'link', text: '[here](https://evil.example/x)', replacement: 'here' },
      { filter: 'citation', text: ' [7]', replacement: '' },
      { filter: 'suggestions-line', text: '[SUGGESTIONS] a | b | c', replacement: '' },
    ]);
  });

  it('records no more of filtered words than an event has room for', async () => {
    endpoint.reply = Array.from({ length: 40 }, (_, place) => `[a](https://evil.example/${'x'.repeat(500)}${place}) `);
    const { record } = complete(await tell(model));
    expect(record.evidence.filteredCount).toBe(40);
    expect(JSON.stringify(record.sealedEvidence).length).toBeLessThan(3_000);
  });

  it('is told passages that follow on each other as one, cites the better and records both', async () => {
    const place = { title: 'Bees', url: 'https://bees.example/a' };
    const passages = [
      { ...place, id: 'g1.0', ordinal: 0, text: 'Wax is made in summer. It takes long.' },
      { ...place, id: 'g1.1', ordinal: 1, text: 'It takes long. Bees pollinate flowers.' },
    ];
    endpoint.reply = tokensOf('They do [1], and [2].');
    const { content, sources, record } = complete(await tell(model, {}, { passages }));
    const answering = endpoint.requests.find(({ body }) => body.stream === true);
    expect(answering?.body.messages?.at(-1)?.content).toContain(
      '\nWax is made in summer. It takes long. Bees pollinate flowers.\n</passage>\n</passages>',
    );
    expect(content).not.toContain('[2]');
    expect(sources).toEqual([{ ...place, snippet: 'Bees pollinate flowers.' }]);
    expect(record.evidence.passages.map(({ passageId }) => passageId)).toEqual(['g1.1', 'g1.0']);
  });

  it('searches with the condensed question but answers the one that was asked', async () => {
    endpoint.replyAtOnce = () => 'How do bees pollinate?';
    const told = await tell(model, { question: 'And how?', memory: [{ role: 'user', content: 'Bees?' }] });
    expect(complete(told).record.condensedQuestion).toBe('How do bees pollinate?');
    const answering = endpoint.requests.find(({ body }) => body.stream === true);
    expect(answering?.body.messages?.at(-1)?.content).toContain('<question>\nAnd how?\n</question>');
  });

  it('looks for passages at once, and asks the model when it is read', async () => {
    const searched = Promise.withResolvers<void>();
    const searchIndex = tinySearchIndex(bees, () => one);
    const watched: AnsweringDeps['searchIndex'] = {
      ...searchIndex,
      search: (query) => {
        searched.resolve();
        return searchIndex.search(query);
      },
    };
    const deps = { searchIndex: watched, embedder, answerGenerator: model, clock: { now: () => 0 } };
    const asked = { ...beeQuestion, question: 'bees?' };
    const events = answerQuestion(asked, deps, never);
    await searched.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(endpoint.requests).toHaveLength(0);
    expect((await events.next()).value).toMatchObject({ kind: 'token' });
    expect(endpoint.requests).toHaveLength(1);
    await events.return(undefined);
  });

  it('is one call of the model, also when it writes no suggestions', async () => {
    expect(complete(await tell(model)).suggestions).toHaveLength(3);
    expect(endpoint.requests).toHaveLength(1);
    endpoint.reply = tokensOf('Bees carry pollen [1].');
    expect(complete(await tell(model)).suggestions.join()).toMatch(/Hives|Feeding/);
    expect(endpoint.requests).toHaveLength(2);
  });

  it('is interrupted with what was shown when the model breaks off', async () => {
    endpoint.faults.push({ kind: 'break', afterTokens: 4 });
    const { last, visible } = await tell(model);
    expect(last).toMatchObject({ kind: 'interrupted', reason: 'failed', error: expect.any(ModelUnavailable) });
    expect(last?.kind === 'interrupted' && last.content).toBe(visible.trimEnd());
    expect(visible).not.toContain('[SUGGESTIONS]');
  });

  it('is interrupted when the visitor leaves, and so is the model', async () => {
    endpoint.reply = Array.from({ length: 500 }, () => 'word ');
    endpoint.tokenDelayMs = 5;
    const leaving = new AbortController();
    const { last, visible } = await tell(model, {}, { signal: leaving.signal, onToken: () => leaving.abort() });
    expect(last).toMatchObject({ kind: 'interrupted', reason: 'aborted', content: visible.trimEnd() });
    expect(visible).toContain('word');
    await endpoint.requests[0]?.abandoned;
  });

  it('has a model say so when nothing was found', async () => {
    endpoint.reply = tokensOf('I could not find that.');
    const told = await tell(model, { generations: [] });
    expect(complete(told).sources).toEqual([]);
    expect(told.visible).toMatch(LINE);
    expect(endpoint.requests[0]?.body.messages?.at(-1)?.content).toContain('Nothing was found.');
  });
});

describe('Sources of an answer', () => {
  it('are the cited passages, numbered in the order of the text', async () => {
    const { content, sources } = complete(await tell(scripted('Wax [2]. Pollen [1], wax again [2].')));
    expect(content).toBe('Wax [1]. Pollen [2], wax again [1].');
    expect(sources.map(({ title, url }) => [title, url])).toEqual([
      ['Hives', 'https://bees.example/b'],
      ['Bees', 'https://bees.example/a'],
    ]);
    expect(sources[0]?.snippet).toBe('Bees live in hives of wax.');
  });

  it('include no invented passage', async () => {
    const { content, sources } = complete(await tell(scripted('Pollen [1], magic [17][4].')));
    expect(content).toBe('Pollen [1], magic.');
    expect(sources).toHaveLength(1);
  });

  it('count passages of one page as one, and are five at most', async () => {
    const texts = ['dance', 'sleep', 'sing', 'march', 'swim', 'climb', 'dig'];
    const passages = texts.map((verb, index) => ({
      title: `Page ${index}`,
      url: index === 1 ? 'https://bees.example/0' : `https://bees.example/${index}`,
      text: `Bees ${verb} all day in their own very special way.`,
    }));
    const { content, sources } = complete(
      await tell(scripted('A [1] b [2] c [3] d [4] e [5] f [6] g [7].'), {}, { passages }),
    );
    expect(sources.length).toBeLessThanOrEqual(5);
    expect(new Set(sources.map(({ url }) => url)).size).toBe(sources.length);
    expect(content.match(/\[\d+\]/g)?.every((marker) => Number(marker.slice(1, -1)) <= sources.length)).toBe(true);
  });

  it('are found by their words when the model cites nothing', async () => {
    const said = 'Pollination works by bees carrying pollen to flowers on their legs.';
    expect(complete(await tell(scripted(said))).sources.map(({ title }) => title)).toEqual(['Bees']);
    expect(complete(await tell(scripted('Sorry, I do not know anything about airplanes.'))).sources).toEqual([]);
  });
});

describe('The suggestions line', () => {
  it.each([
    ['a marker', ['[SUGGESTIONS] a?', 'b?', 'c?']],
    ['separators and line breaks', ['a | b?', 'c\nd?', 'e\r\n\u2028f?']],
    ['addresses and marks alone', ['http://evil.example?', '???', 'Where do bees live?']],
    ['links', ['See [x](https://evil.example)?', '<https://evil.example>?', 'www.evil.example?']],
    ['nothing', []],
    ['too few', ['Only one?']],
    ['the same three times', ['Same?', 'same?', ' Same? ']],
    ['endless ones', ['x'.repeat(9_000), 'y '.repeat(9_000), 'z?']],
  ])('is well-formed whatever is suggested: %s', async (_what, suggestions) => {
    const told = await tell(scripted('Fine [1].', suggestions));
    expect(told.visible).toMatch(LINE);
    expect(told.visible.match(/\[SUGGESTIONS\]/g)).toHaveLength(1);
    expect(told.visible).not.toContain('://');
    expect(complete(told).suggestions).toHaveLength(3);
    for (const suggestion of complete(told).suggestions) expect(suggestion).toMatch(/\p{L}/u);
  });

  it('holds nothing that recites the owner’s instructions, and the audit tells', async () => {
    const systemPrompt = `Never tell anybody that ${Array.from({ length: 20 }, (_, word) => `secret${word}`).join(' ')}`;
    const suggestions = [`Is it true: ${systemPrompt}?`, 'Where do bees live?', 'Who keeps bees?'];
    const chatbot = { ...beeQuestion.chatbot, systemPrompt };
    const told = await tell(scripted('Fine [1].', suggestions), { chatbot });
    expect(told.visible).not.toContain('secret16');
    expect(complete(told).suggestions.slice(0, 2)).toEqual(suggestions.slice(1));
    const { filtered } = complete(told).record.sealedEvidence;
    expect(filtered).toEqual([{ filter: 'suggestions-line', text: suggestions[0]?.slice(0, 200), replacement: '' }]);
  });

  it('offers nothing that was asked or offered before, but questions from the content instead', async () => {
    const suggestions = ['How do bees pollinate flowers', 'What is wax?', 'where do bees live?'];
    const memory = [
      { role: 'user', content: 'What is wax?' },
      { role: 'assistant', content: 'Made by bees.', suggestions: ['Where do bees live?'] },
    ] as const;
    const { suggestions: offered } = complete(await tell(scripted('Fine [1].', suggestions), { memory }));
    expect(offered).toHaveLength(3);
    expect(offered.filter((one) => suggestions.includes(one))).toEqual([]);
    expect(offered.join()).toMatch(/Hives|Feeding/);
  });

  it('names no mailbox that neither the content nor the owner names', async () => {
    const told = await tell(scripted('Fine [1].', ['Shall I write to help@evil.example?', 'A?', 'B?']));
    expect(told.visible).not.toContain('@evil');
  });

  it('has three questions also when there is no content at all', async () => {
    const told = await tell(scripted('Nothing.', []), {}, { passages: [] });
    expect(told.visible).toMatch(LINE);
  });
});

describe('An answer without a model', () => {
  const offline = extractiveAnswers();

  it('quotes the content with its source', async () => {
    const { content, sources, record } = complete(await tell(offline));
    expect(content).toContain('Bees pollinate flowers by carrying pollen on their legs.');
    expect(content).toContain('[1]');
    expect(sources[0]).toMatchObject({ title: 'Bees', url: 'https://bees.example/a' });
    expect(record.evidence).toMatchObject({ model: 'extractive', promptTokens: null });
  });

  it('refuses in the visitor’s language, names no source and still suggests', async () => {
    const told = await tell(offline, { question: 'Wie hoch ist der Eiffelturm in Paris?' });
    expect(complete(told).content).toContain('nichts gefunden');
    expect(complete(told).sources).toEqual([]);
    expect(told.visible).toMatch(LINE);
    expect(complete(told).suggestions.join()).toMatch(/Pollination|Hives|Feeding/);
  });
});

describe('A model that misbehaves', () => {
  it('that says nothing has failed', async () => {
    for (const text of ['', '   \n']) {
      expect((await tell(scripted(text))).last).toMatchObject({ kind: 'interrupted', reason: 'failed' });
    }
  });

  it('that says nothing which can be shown has found nothing', async () => {
    for (const text of ['[9]', '![](https://evil.example/x)', '[SUGGESTIONS] a | b | c']) {
      const told = await tell(scripted(text));
      expect(complete(told).content).toBe("I couldn't find an answer to that in the content I have.");
      expect(told.visible).toMatch(LINE);
    }
  });

  it('with a fault of our own making is not hidden', async () => {
    const broken: AnswerGenerator = {
      ...scripted(''),
      // biome-ignore lint/correctness/useYield: it fails before it could
      async *answer(_request: AnswerRequest) {
        throw new TypeError('a bug');
      },
    };
    await expect(tell(broken)).rejects.toThrow('a bug');
  });
});
