import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOpenAiModels } from '../../../src/adapters/openai/models.ts';
import type { ModelLimits } from '../../../src/adapters/openai/options.ts';
import { answerPrompt } from '../../../src/answering/prompt/prompt.ts';
import { type LanguageModel, ModelUnavailable } from '../../../src/ports/models.ts';
import { beeRequest, collect } from '../../contracts/answer-generator.ts';
import { type Fault, type ModelEndpoint, openModelEndpoint } from '../../support/servers/model-endpoint.ts';

const messages = answerPrompt(beeRequest);
const ask = (model: LanguageModel, signal: AbortSignal = new AbortController().signal) =>
  model.stream(messages, { model: 'gpt-4o-mini', signal });

describe('Completions of an OpenAI-compatible endpoint', () => {
  let endpoint: ModelEndpoint;
  const never = new AbortController().signal;
  const open = (limits: Partial<ModelLimits> = {}, apiKey?: string): LanguageModel =>
    openOpenAiModels({ baseUrl: endpoint.url, apiKey, limits: { retryDelayMs: 5, ...limits } }).languageModel;
  beforeEach(async () => {
    endpoint = await openModelEndpoint();
  });
  afterEach(() => endpoint.close());

  it('carry the key when there is one, and no key of any kind when there is none', async () => {
    await collect(ask(open({}, 'secret')));
    await collect(ask(open()));
    expect(endpoint.requests.map(({ authorization }) => authorization)).toEqual(['Bearer secret', undefined]);
  });

  it('come with what they cost', async () => {
    const parts = await Array.fromAsync(ask(open()));
    expect(parts.at(-1)).toEqual({ kind: 'usage', usage: { promptTokens: 100, completionTokens: 4 } });
  });

  it('come also from a server that refuses to count', async () => {
    endpoint.rejectsField = 'stream_options';
    const model = open();
    expect(await collect(ask(model))).toContain('pollinate');
    await collect(ask(model));
    expect(endpoint.requests.map(({ body }) => body.stream_options !== undefined)).toEqual([true, false, false]);
  });

  it.each([true, false])(
    'come also from a model that takes no limit of tokens and no temperature',
    async (namesField) => {
      endpoint.rejectsField = 'max_tokens';
      endpoint.namesField = namesField;
      const model = open();
      expect(await collect(ask(model))).toContain('pollinate');
      expect(await collect(ask(model))).toContain('pollinate');
      const whole = { model: 'gpt-4o-mini', maxTokens: 100, timeoutMs: 5_000, signal: never };
      expect(await model.complete(messages, whole)).toContain('What do bees eat?');
      expect(endpoint.requests.map(({ body }) => 'max_tokens' in body)).toEqual([true, false, false, false]);
      // Fields that the endpoint did not refuse are sent again.
      expect(endpoint.requests.at(-2)?.body.stream_options !== undefined).toBe(namesField);
    },
  );

  it('remember nothing of a refusal that had another reason', async () => {
    endpoint.faults.push({ kind: 'status', status: 400 }, { kind: 'status', status: 400 });
    const model = open();
    await expect(collect(ask(model))).rejects.toThrow(ModelUnavailable);
    await collect(ask(model));
    expect(endpoint.requests.map(({ body }) => body.stream_options !== undefined)).toEqual([true, false, true]);
  });

  it.each(['context_length_exceeded', 'content_filter'])('are not asked for otherwise after %s', async (code) => {
    endpoint.faults.push({ kind: 'status', status: 400, code });
    await expect(collect(ask(open()))).rejects.toThrow(code);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('are whole however they are cut on the way', async () => {
    endpoint.reply = ['Пчёлы ', '蜜蜂 ', '🐝 [1].'];
    endpoint.faults.push({ kind: 'bytes' });
    expect(await collect(ask(open()))).toBe('Пчёлы 蜜蜂 🐝 [1].');
  });

  it('come token by token, and together what arrived together', async () => {
    endpoint.reply = Array.from({ length: 10 }, () => 'word ');
    endpoint.tokenDelayMs = 15;
    const slow = await Array.fromAsync(ask(open()));
    endpoint.tokenDelayMs = 0;
    const fast = await Array.fromAsync(ask(open()));
    const texts = (parts: typeof slow) => parts.filter(({ kind }) => kind === 'text').length;
    expect(texts(slow)).toBeGreaterThan(5);
    expect(texts(fast)).toBeLessThan(texts(slow));
  });

  it.each(['reasoning', 'reasoning_content'] as const)('come without the reasoning in %s', async (field) => {
    endpoint.reasoning = { field, tokens: ['The visitor ', 'asks of bees.'] };
    expect(await collect(ask(open()))).toBe('Bees pollinate flowers [1].');
  });

  it('come without reasoning in tags, and with what the model is called', async () => {
    endpoint.reply = ['<think>', 'The visitor asks of bees.', '</think>', '\n\n', 'Bees ', 'fly [1].'];
    const parts = await Array.fromAsync(ask(open()));
    expect(parts.map(({ kind }) => kind)).toEqual(['call', 'text', 'finish', 'usage']);
    expect(parts[1]).toEqual({ kind: 'text', text: 'Bees fly [1].' });
  });

  it('may take longer than a first token while the model reasons', async () => {
    endpoint.tokenDelayMs = 20;
    const limits = { firstTokenMs: 450, betweenTokensMs: 450 };
    endpoint.reasoning = { field: 'reasoning', tokens: Array.from({ length: 30 }, () => 'Hm. ') };
    expect(await collect(ask(open(limits)))).toBe('Bees pollinate flowers [1].');
    endpoint.reasoning = null;
    endpoint.reply = ['<think>', ...Array.from({ length: 30 }, () => 'Hm. '), '</think>', 'Bees fly [1].'];
    expect(await collect(ask(open(limits)))).toBe('Bees fly [1].');
    expect(endpoint.requests).toHaveLength(2);
  });

  it('come without reasoning that has no opening tag, for which the model has as much time', async () => {
    endpoint.tokenDelayMs = 20;
    const model = open({ firstTokenMs: 450, betweenTokensMs: 450 });
    endpoint.reply = ['Okay', ', ', ...Array.from({ length: 30 }, () => 'hm. '), '</think>', '\n', 'Bees fly [1].'];
    expect(await collect(ask(model))).toBe('Bees fly [1].');
    endpoint.reply = ['So ', 'bees', '</think>', 'Bees ', 'hum [1].'];
    expect(await collect(ask(model))).toBe('Bees hum [1].');
    expect(endpoint.requests.map(({ body }) => body.max_tokens)).toEqual([1500, 6000]);
  });

  it('are given more tokens once the model has used them up in reasoning', async () => {
    endpoint.reply = ['<think>', 'The visitor asks '];
    const model = open();
    await expect(collect(ask(model))).rejects.toThrow('The model gave an empty answer');
    expect(endpoint.requests.map(({ body }) => body.max_tokens)).toEqual([1500, 6000]);
  });

  it('at once come without reasoning as well', async () => {
    endpoint.replyAtOnce = () => '<think>They mean bees.</think>\nWhat do bees eat?';
    const model = open();
    const whole = { model: 'gpt-4o-mini', maxTokens: 100, timeoutMs: 5_000, signal: never };
    expect(await model.complete(messages, whole)).toBe('What do bees eat?');
    endpoint.replyAtOnce = () => 'They mean bees.</think>\nWhat do bees eat?';
    expect(await model.complete(messages, whole)).toBe('What do bees eat?');
    endpoint.replyAtOnce = () => '<think>They mean';
    expect(await model.complete(messages, whole)).toBe('');
  });

  it('at once are not asked for a third time of a model that was late twice', async () => {
    endpoint.faults.push({ kind: 'hang' }, { kind: 'hang' });
    const model = open();
    const whole = { model: 'gpt-4o-mini', maxTokens: 100, timeoutMs: 50, signal: never };
    for (let asked = 0; asked < 3; asked += 1)
      await expect(model.complete(messages, whole)).rejects.toThrow('too long');
    expect(endpoint.requests).toHaveLength(2);
    expect(await model.complete(messages, { ...whole, timeoutMs: 5_000 })).toBe('What do bees eat?');
  });

  it('at once are asked for again when their caller gave them up', async () => {
    endpoint.faults.push({ kind: 'hang' }, { kind: 'hang' });
    const model = open();
    const whole = { model: 'gpt-4o-mini', maxTokens: 100, timeoutMs: 5_000 };
    for (let asked = 0; asked < 2; asked += 1) {
      await expect(model.complete(messages, { ...whole, signal: AbortSignal.timeout(50) })).rejects.toThrow();
    }
    expect(await model.complete(messages, { ...whole, signal: never })).toBe('What do bees eat?');
  });

  it('are asked of the model by the endpoint’s name of it', async () => {
    const modelNames = new Map([['gpt-4o-mini', 'llama3.2:3b']]);
    const { languageModel } = openOpenAiModels({ baseUrl: endpoint.url, modelNames });
    await collect(ask(languageModel));
    await languageModel.complete(messages, { model: 'gpt-4o-mini', maxTokens: 9, timeoutMs: 5_000, signal: never });
    await languageModel.complete(messages, { model: 'other', maxTokens: 9, timeoutMs: 5_000, signal: never });
    expect(endpoint.requests.map(({ body }) => body.model)).toEqual(['llama3.2:3b', 'llama3.2:3b', 'other']);
  });

  it('end with the endpoint’s last word, though it leaves the connection open, and let go of it', async () => {
    endpoint.faults.push({ kind: 'stay open' });
    const started = performance.now();
    expect(await collect(ask(open()))).toBe('Bees pollinate flowers [1].');
    expect(performance.now() - started).toBeLessThan(2_000);
    await endpoint.requests[0]?.abandoned;
  });

  it('are whole at the endpoint’s last word, though it gives no reason for their end', async () => {
    endpoint.faults.push({ kind: 'no finish reason' });
    expect(await collect(ask(open()))).toBe('Bees pollinate flowers [1].');
    expect(endpoint.requests).toHaveLength(1);
  });

  it('are given up when an event does not come to an end', async () => {
    endpoint.faults.push({ kind: 'endless event', characters: 3 * 1024 * 1024 });
    await expect(collect(ask(open()))).rejects.toThrow(ModelUnavailable);
    await endpoint.requests[0]?.abandoned;
  });

  const passing: readonly Fault[] = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 429, headers: { 'retry-after': '0.02' } },
    { kind: 'status', status: 429, headers: { 'retry-after-ms': '20' } },
    { kind: 'break', afterTokens: 0 },
    { kind: 'end early', afterTokens: 0 },
    { kind: 'error field', afterTokens: 0 },
    { kind: 'garbage', afterTokens: 0 },
  ];
  it.each(passing)('are asked for once more before the first token: %o', async (fault) => {
    endpoint.faults.push(fault);
    expect(await collect(ask(open()))).toBe('Bees pollinate flowers [1].');
    expect(endpoint.requests).toHaveLength(2);
  });

  it.each(passing)('are not asked for a third time: %o', async (fault) => {
    endpoint.faults.push(fault, fault);
    await expect(collect(ask(open()))).rejects.toThrow(ModelUnavailable);
    expect(endpoint.requests).toHaveLength(2);
  });

  it('are not waited for when the endpoint asks for more patience than a visitor has', async () => {
    endpoint.faults.push({ kind: 'status', status: 429, headers: { 'retry-after': '60' } });
    await expect(collect(ask(open()))).rejects.toThrow('The model endpoint answered 429');
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([
    { kind: 'break', afterTokens: 2 },
    { kind: 'end early', afterTokens: 2 },
    { kind: 'empty finish reasons', afterTokens: 2 },
    { kind: 'error field', afterTokens: 2 },
    { kind: 'garbage', afterTokens: 2 },
    { kind: 'content filter', afterTokens: 2 },
    { kind: 'stall', afterTokens: 2 },
  ] as const)('that fail after the first token are never asked for again: %o', async (fault) => {
    endpoint.faults.push(fault);
    let shown = '';
    const answering = (async () => {
      for await (const part of ask(open({ betweenTokensMs: 400 }))) {
        if (part.kind === 'text') shown += part.text;
      }
    })();
    await expect(answering).rejects.toThrow(ModelUnavailable);
    expect(shown).toBe('Bees pollinate ');
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([{ kind: 'refusal' }, { kind: 'status', status: 401 }, { kind: 'status', status: 404 }] as const)(
    'that are refused are not asked for again: %o',
    async (fault) => {
      endpoint.faults.push(fault);
      await expect(collect(ask(open()))).rejects.toThrow(ModelUnavailable);
      expect(endpoint.requests).toHaveLength(1);
    },
  );

  it('that are empty are failures', async () => {
    endpoint.reply = [];
    await expect(collect(ask(open()))).rejects.toThrow('empty answer');
  });

  it.each([
    ['begins no answer', { kind: 'hang' }, { responseMs: 300 }],
    ['gives no first token', { kind: 'stall', afterTokens: 0 }, { firstTokenMs: 300 }],
    ['takes too long as a whole', { kind: 'stall', afterTokens: 3 }, { wholeMs: 500 }],
  ] as const)('end in time when the endpoint %s', async (_what, fault, limits) => {
    endpoint.faults.push(fault);
    const started = performance.now();
    await expect(collect(ask(open(limits)))).rejects.toThrow(ModelUnavailable);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('are failures when nobody listens there', async () => {
    await endpoint.close();
    await expect(collect(ask(open()))).rejects.toThrow(/ECONNREFUSED/);
    endpoint = await openModelEndpoint();
  });

  it('say nothing of the endpoint’s own words when they fail', async () => {
    endpoint.faults.push({ kind: 'status', status: 401, code: 'invalid_api_key' });
    await expect(collect(ask(open({}, 'sk-secret')))).rejects.toThrow(
      /^The model endpoint answered 401 \(invalid_api_key\): check OPENAI_API_KEY$/,
    );
  });

  it.each(['by the signal', 'by ending the iteration'])(
    'stop the upstream call within a second when left %s',
    async (how) => {
      endpoint.reply = Array.from({ length: 1000 }, () => 'word ');
      endpoint.tokenDelayMs = 5;
      const leaving = new AbortController();
      const answering = (async () => {
        for await (const part of ask(open(), leaving.signal)) {
          if (part.kind !== 'text') continue;
          if (how === 'by the signal') leaving.abort();
          else break;
        }
      })();
      if (how === 'by the signal') await expect(answering).rejects.toThrow();
      else await answering;
      const started = performance.now();
      await endpoint.requests[0]?.abandoned;
      expect(performance.now() - started).toBeLessThan(1_000);
    },
  );

  it('stop the upstream call also before the first token', async () => {
    endpoint.faults.push({ kind: 'hang' });
    const leaving = new AbortController();
    const answering = collect(ask(open(), leaving.signal));
    answering.catch(() => {});
    await expect.poll(() => endpoint.requests.length).toBe(1);
    leaving.abort();
    await endpoint.requests[0]?.abandoned;
    await expect(answering).rejects.toThrow(/abort/);
  });
});
