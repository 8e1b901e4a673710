import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOpenAiModels } from '../../src/adapters/openai/models.ts';
import { answerEvents } from '../../src/answering/answer-events.ts';
import type { AnsweringDeps } from '../../src/answering/answer-pipeline.ts';
import { extractiveAnswers } from '../../src/answering/extractive/extractive-answers.ts';
import type { AnswerGenerator, AnswerRequest } from '../../src/answering/generators/answer-generator.ts';
import { modelAnswers } from '../../src/answering/model-answers.ts';
import { PROMPT_VERSION, promptHash } from '../../src/answering/prompt/prompt.ts';
import { ModelUnavailable, type PromptMessage } from '../../src/ports/models.ts';
import { type ModelEndpoint, openModelEndpoint, tokensOf } from '../support/servers/model-endpoint.ts';
import { tinySearchIndex } from '../support/stores/tiny-search-index.ts';
import {
  beeQuestion,
  bees,
  complete,
  embedder,
  NEVER_ABORTED,
  SUGGESTIONS_LINE,
  scripted,
  tell,
  UNIT_VECTOR,
} from './support/answered-question.ts';

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
      temperature: 0.2,
      maxTokens: 1500,
      servedModel: 'gpt-4o-mini-2026-01-01',
      finishReason: 'stop',
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
    const searchIndex = tinySearchIndex(bees, () => UNIT_VECTOR);
    const watched: AnsweringDeps['searchIndex'] = {
      ...searchIndex,
      search: (query) => {
        searched.resolve();
        return searchIndex.search(query);
      },
    };
    const deps = { searchIndex: watched, embedder, answerGenerator: model, clock: { now: () => 0 } };
    const asked = { ...beeQuestion, question: 'bees?' };
    const events = answerEvents(asked, deps, NEVER_ABORTED);
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
    expect(complete(await tell(model)).suggestions.join()).toMatch(/hives|feeding/i);
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
    expect(told.visible).toMatch(SUGGESTIONS_LINE);
    expect(endpoint.requests[0]?.body.messages?.at(-1)?.content).toContain('Nothing was found.');
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
    expect(told.visible).toMatch(SUGGESTIONS_LINE);
    expect(complete(told).suggestions.join()).toMatch(/pollination|hives|feeding/i);
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
      expect(told.visible).toMatch(SUGGESTIONS_LINE);
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
