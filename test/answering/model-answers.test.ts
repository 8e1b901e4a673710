import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOpenAiModels } from '../../src/adapters/openai/models.ts';
import type { AnswerGenerator } from '../../src/answering/answer-generator.ts';
import { type AuxiliaryLimits, modelAnswers } from '../../src/answering/model-answers.ts';
import { beeRequest, describeAnswerGeneratorContract } from '../contracts/answer-generator.ts';
import { type ModelEndpoint, openModelEndpoint } from '../support/model-endpoint.ts';

describeAnswerGeneratorContract('a language model', async () => {
  const endpoint = await openModelEndpoint();
  const { languageModel } = openOpenAiModels({ baseUrl: endpoint.url, apiKey: 'key' });
  return { generator: modelAnswers(languageModel), close: () => endpoint.close() };
});

describe('Auxiliary completions of a language model', () => {
  let endpoint: ModelEndpoint;
  const never = new AbortController().signal;
  const memory = [{ role: 'user', content: 'Tell me about bees' }] as const;
  const open = (limits: Partial<AuxiliaryLimits> = {}): AnswerGenerator =>
    modelAnswers(openOpenAiModels({ baseUrl: endpoint.url, limits: { retryDelayMs: 5 } }).languageModel, {
      ...{ condenseMs: 3_000, suggestMs: 5_000 },
      ...limits,
    });
  beforeEach(async () => {
    endpoint = await openModelEndpoint();
  });
  afterEach(() => endpoint.close());

  it('ask for suggestions as structured output', async () => {
    expect(await open().suggest(beeRequest, 'x', never)).toEqual([
      'What do bees eat?',
      'Where do bees live?',
      'How long do bees live?',
    ]);
    expect(endpoint.requests[0]?.body.response_format).toMatchObject({ type: 'json_schema' });
  });

  it('ask in plain text where structured output is refused, and remember it', async () => {
    endpoint.rejectsField = 'response_format';
    endpoint.replyAtOnce = () => 'Here are three:\n1. What do | bees eat?\n- Where do bees live?\n* Who keeps bees?';
    const model = open();
    const expected = ['What do bees eat?', 'Where do bees live?', 'Who keeps bees?'];
    expect(await model.suggest(beeRequest, 'x', never)).toEqual(expected);
    expect(await model.suggest(beeRequest, 'x', never)).toEqual(expected);
    expect(endpoint.requests).toHaveLength(3);
  });

  it.each([
    ['nonsense', 'nonsense', null],
    ['broken JSON', '{"questions": ["a?"', null],
    ['a failing endpoint', '', { kind: 'status', status: 500 }],
    ['a hanging endpoint', '', { kind: 'hang' }],
  ] as const)('take suggestions from the content when the model gives %s', async (_what, reply, fault) => {
    endpoint.replyAtOnce = () => reply;
    if (fault !== null) endpoint.faults.push(fault);
    const suggestions = await open({ suggestMs: 100 }).suggest(beeRequest, 'By carrying pollen.', never);
    expect(suggestions).toHaveLength(3);
    expect(suggestions.join()).toContain('How honey is made');
  });

  it('condense a question with the conversation', async () => {
    endpoint.replyAtOnce = () => ' Do wasps\npollinate? ';
    expect(await open().condense('And wasps?', memory, never, 'gpt-4o-mini')).toBe('Do wasps pollinate?');
    expect(endpoint.requests[0]?.body.messages?.at(-1)?.content).toContain('Tell me about bees');
  });

  it('fall back to the question itself when condensing fails or takes too long', async () => {
    endpoint.faults.push({ kind: 'status', status: 500 }, { kind: 'hang' });
    expect(await open().condense('And wasps?', memory, never, 'gpt-4o-mini')).toBe('And wasps?');
    expect(await open({ condenseMs: 50 }).condense('And wasps?', memory, never, 'gpt-4o-mini')).toBe('And wasps?');
  });
});
