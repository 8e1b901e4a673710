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
    await expect(open().complete(messages, whole)).rejects.toThrow('something else than a chat completion');
  });
});
