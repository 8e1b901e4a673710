import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOpenAiModels } from '../../../src/adapters/openai/models.ts';
import { answerPrompt } from '../../../src/answering/prompt/prompt.ts';
import { type LanguageModel, ModelUnavailable } from '../../../src/ports/models.ts';
import { beeRequest, collect } from '../../contracts/answer-generator.ts';
import { type ModelEndpoint, openModelEndpoint } from '../../support/servers/model-endpoint.ts';

const messages = answerPrompt(beeRequest);
const never = new AbortController().signal;
const ask = (model: LanguageModel) => model.stream(messages, { model: 'gpt-4o-mini', signal: never });

describe('Completions of servers that differ from OpenAI', () => {
  let endpoint: ModelEndpoint;
  const open = (): LanguageModel =>
    openOpenAiModels({ baseUrl: endpoint.url, limits: { retryDelayMs: 5 } }).languageModel;
  beforeEach(async () => {
    endpoint = await openModelEndpoint();
  });
  afterEach(() => endpoint.close());

  const streamed = (...chunks: readonly object[]) =>
    ({
      kind: 'raw',
      type: 'text/event-stream',
      body: [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data:${data}\n\n`).join(''),
    }) as const;
  const text = (content: unknown, finish: string | null = null) => ({
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  });

  it('may come as parts, with reasoning among them, as Mistral sends them', async () => {
    const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Passage 1 tells.' }] }];
    const parts = [{ type: 'text', text: 'Bees ' }];
    endpoint.faults.push(
      streamed(text(thinking), text(parts), text('hum'), text([{ type: 'text', text: '.' }], 'stop')),
    );
    expect(await collect(ask(open()))).toBe('Bees hum.');
  });

  it('come after what Azure tells of the prompt', async () => {
    const first = { choices: [], model: '', prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] };
    endpoint.faults.push(
      streamed(first, text('Bees.'), { choices: [{ index: 0, delta: null, finish_reason: 'stop' }] }),
    );
    expect(await collect(ask(open()))).toBe('Bees.');
  });

  it('are limited in max_completion_tokens for a model that refuses max_tokens', async () => {
    endpoint.rejectsField = 'max_tokens';
    endpoint.namesField = true;
    await collect(ask(open()));
    expect(
      endpoint.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens, body.temperature]),
    ).toEqual([
      [1500, undefined, 0.2],
      [undefined, 6000, undefined],
    ]);
  });

  it('come from a server that refuses one field after the other', async () => {
    endpoint.refusalOf = (body) => {
      const refused = (['stream_options', 'max_tokens', 'max_completion_tokens'] as const).find(
        (field) => field in body,
      );
      return refused === undefined ? null : [400, `No ${refused}`, refused];
    };
    const model = open();
    expect(await collect(ask(model))).toContain('pollinate');
    await collect(ask(model));
    expect(endpoint.requests).toHaveLength(5);
  });

  it.each([
    'System role not supported',
    'Developer instruction is not enabled for models/gemma-3-27b-it',
    'Conversation roles must alternate user/assistant/user/assistant/...',
  ])('come from a model without a system: %s', async (message) => {
    endpoint.refusalOf = ({ messages: sent = [] }) =>
      sent.some(({ role }) => role === 'system') ? [400, message] : null;
    const model = open();
    expect(await collect(ask(model))).toContain('pollinate');
    await model.complete(messages, { model: 'gpt-4o-mini', maxTokens: 16, timeoutMs: 5_000, signal: never });
    const content = messages.map((one) => one.content).join('\n\n');
    const [, ...accepted] = endpoint.requests.map(({ body }) => body.messages);
    expect(accepted).toEqual([[{ role: 'user', content }], [{ role: 'user', content }]]);
    // Other fields were not refused.
    expect(endpoint.requests.at(-1)?.body.max_tokens).toBe(16);
  });

  it.each([
    [401, 'OPENAI_API_KEY'],
    [404, 'OPENAI_BASE_URL and the name of the model'],
  ])('that are refused with %s name what to check', async (status, named) => {
    endpoint.faults.push({ kind: 'status', status });
    await expect(collect(ask(open()))).rejects.toThrow(`The model endpoint answered ${status}: check ${named}`);
  });

  it('say that a prompt is too long for the model, in one word for all servers', async () => {
    endpoint.refusalOf = () => [400, 'the request exceeds the available context size. try increasing the context size'];
    await expect(collect(ask(open()))).rejects.toThrow('The model endpoint answered 400 (context_length_exceeded)');
  });

  it.each([
    ['beside choices', { error: { code: 502, message: 'Provider disconnected' }, ...text('', 'error') }],
    ['within a choice', { choices: [{ delta: { content: '' }, finish_reason: 'stop', error: { code: 502 } }] }],
    ['as their end', text('', 'error')],
    ['alone', { error: { code: 429, message: 'Rate limit' } }],
  ])('are failures when the endpoint reports an error %s', async (_where, chunk) => {
    endpoint.faults.push(streamed(chunk), streamed(text('Bees '), chunk));
    const parts: string[] = [];
    const asked = async () => {
      for await (const part of ask(open())) if (part.kind === 'text') parts.push(part.text);
    };
    await expect(asked()).rejects.toThrow('The model endpoint reported an error in its answer');
    expect([parts, endpoint.requests.length]).toEqual([['Bees '], 2]);
  });

  it.each([
    ['an error', 'application/json', '{"error":"Unexpected endpoint or method. (POST /chat/completions)"}'],
    ['a page', 'text/html', '<html>Not here</html>'],
  ] as const)('are failures when the endpoint answers with status 200 and %s', async (_what, type, body) => {
    endpoint.faults.push(...Array.from({ length: 3 }, () => ({ kind: 'raw', type, body }) as const));
    await expect(collect(ask(open()))).rejects.toThrow(ModelUnavailable);
    const whole = { model: 'gpt-4o-mini', maxTokens: 16, timeoutMs: 5_000, signal: never };
    await expect(open().complete(messages, whole)).rejects.toThrow(
      'something else than a chat completion: check OPENAI_BASE_URL',
    );
  });
});
