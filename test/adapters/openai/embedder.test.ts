import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOpenAiModels } from '../../../src/adapters/openai/models.ts';
import { type Embedder, ModelUnavailable } from '../../../src/ports/models.ts';
import { vectorOf } from '../../support/servers/embeddings.ts';
import { type ModelEndpoint, openModelEndpoint } from '../../support/servers/model-endpoint.ts';

describe('Embeddings of an OpenAI-compatible endpoint', () => {
  let endpoint: ModelEndpoint;
  const never = new AbortController().signal;
  const open = (embeddingDimensions = 8, embeddingModel = 'local-model', embedMs = 20_000): Embedder =>
    openOpenAiModels({
      baseUrl: endpoint.url,
      embeddingModel,
      embeddingDimensions,
      limits: { retryDelayMs: 5, embedMs, maxEmbedRetryWaitMs: 200 },
    }).embedder;
  const unit = (text: string, dimensions = 8) => {
    const vector = vectorOf(text, dimensions);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  const texts = Array.from({ length: 250 }, (_, index) => `text ${index}`);
  const close = (vector: Float32Array | undefined, expected: number[]) =>
    expected.forEach((value, index) => {
      expect(vector?.[index]).toBeCloseTo(value, 5);
    });
  beforeEach(async () => {
    endpoint = await openModelEndpoint();
  });
  afterEach(() => endpoint.close());

  it.each(['as asked', 'numbers'] as const)('are of unit length and in order, written %s', async (written) => {
    endpoint.embeddings = written;
    const vectors = await open().embed(texts, never);
    expect(vectors).toHaveLength(250);
    for (const place of [0, 95, 96, 249]) close(vectors[place], unit(`text ${place}`));
    for (const { body } of endpoint.requests) expect(body.input?.length).toBeLessThanOrEqual(96);
  });

  it('are asked for in requests of bounded length', async () => {
    await open().embed(
      Array.from({ length: 90 }, () => 'many words '.repeat(2_000)),
      never,
    );
    expect(endpoint.requests.length).toBeGreaterThan(1);
  });

  it('are not asked for nothing', async () => {
    expect(await open().embed([], never)).toEqual([]);
    expect(await open().embed(['  '], never)).toHaveLength(1);
    expect(endpoint.requests).toHaveLength(1);
    expect(endpoint.requests[0]?.body.input?.[0]?.trim()).not.toBe('');
  });

  it('are tried again with patience, four times at most', async () => {
    const busy = { kind: 'status', status: 503 } as const;
    endpoint.faults.push(busy, { kind: 'status', status: 429, headers: { 'retry-after': '0.01' } }, busy);
    expect(await open().embed(['a'], never)).toHaveLength(1);
    endpoint.faults.push(busy, busy, busy, busy);
    await expect(open().embed(['a'], never)).rejects.toThrow(ModelUnavailable);
    expect(endpoint.requests).toHaveLength(8);
    endpoint.faults.push({ kind: 'status', status: 401 });
    await expect(open().embed(['a'], never)).rejects.toThrow(ModelUnavailable);
    endpoint.faults.push({ kind: 'status', status: 429, code: 'insufficient_quota' });
    await expect(open().embed(['a'], never)).rejects.toThrow('insufficient_quota');
    expect(endpoint.requests).toHaveLength(10);
  });

  it('are asked for in numbers of a server that refuses Base64', async () => {
    endpoint.embeddings = 'numbers';
    endpoint.refusalOf = ({ encoding_format: format }) => (format === undefined ? null : [400, 'base64 unsupported']);
    const embedder = open();
    const [vector] = await embedder.embed(['a'], never);
    close(vector, unit('a'));
    await embedder.embed(['b'], never);
    expect(endpoint.requests.map(({ body }) => body.encoding_format)).toEqual(['base64', undefined, undefined]);
  });

  it('are asked for in numbers by all calls that learn of the refusal at once', async () => {
    endpoint.embeddings = 'numbers';
    endpoint.refusalOf = ({ encoding_format: format }) => (format === undefined ? null : [422, 'base64 unsupported']);
    const embedder = open();
    const all = await Promise.all(['a', 'b', 'c'].map((text) => embedder.embed([text], never)));
    for (const [place, [vector]] of all.entries()) close(vector, unit(['a', 'b', 'c'][place] ?? ''));
  });

  it.each([
    [400, 10],
    [413, 32],
    [422, 64],
  ])('are asked for in smaller batches of a server that answers %s to more than %s texts', async (status, most) => {
    endpoint.refusalOf = ({ input = [] }) => (input.length > most ? [status, 'batch size'] : null);
    const embedder = open();
    const vectors = await embedder.embed(texts, never);
    for (const place of [0, 95, 96, 249]) close(vectors[place], unit(`text ${place}`));
    endpoint.requests.length = 0;
    await embedder.embed(texts, never);
    expect(endpoint.requests.filter(({ body }) => (body.input?.length ?? 0) > most)).toEqual([]);
  });

  it.each([
    [400, 'the input length exceeds the context length'],
    [413, 'inputs must have less than 512 tokens. Given: 700'],
    [500, 'input is too large to process. increase the physical batch size'],
  ])('are of the beginning of a text that the model has no room for (%s)', async (status, message) => {
    const most = 1_500;
    endpoint.refusalOf = ({ input = [] }) => (input.some(({ length }) => length > most) ? [status, message] : null);
    const embedder = open();
    const long = 'many words '.repeat(200);
    const vectors = await embedder.embed(texts.toSpliced(50, 1, long), never);
    close(vectors[50], unit(long.slice(0, long.length / 2)));
    close(vectors[51], unit('text 51'));
    expect(endpoint.requests.length).toBeLessThan(25);
    endpoint.requests.length = 0;
    await embedder.embed(texts.slice(0, 96), never);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('are given up of a server that refuses them all', async () => {
    endpoint.refusalOf = () => [400, 'no'];
    await expect(open().embed(texts, never)).rejects.toThrow('The model endpoint answered 400');
    expect(endpoint.requests.length).toBeLessThan(20);
  });

  it('end in time, and at once when nobody waits for them', async () => {
    endpoint.faults.push({ kind: 'hang' }, { kind: 'hang' });
    await expect(open(8, 'local-model', 200).embed(['a'], never)).rejects.toThrow(ModelUnavailable);
    const leaving = new AbortController();
    const embedding = open().embed(['a'], leaving.signal);
    embedding.catch(() => {});
    await expect.poll(() => endpoint.requests.length).toBe(2);
    leaving.abort();
    await endpoint.requests[1]?.abandoned;
    await expect(embedding).rejects.toThrow(/abort/);
  });

  it.each([
    ['too short', (vector: number[]) => vector.slice(1)],
    ['not numbers', () => ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    [
      'infinite',
      (vector: number[]) => Buffer.from(Float32Array.from([...vector.slice(1), 1e39]).buffer).toString('base64'),
    ],
    ['without length', (vector: number[]) => vector.map(() => 0)],
    ['missing', () => null],
  ] as const)('that are %s are refused', async (_what, spoil) => {
    endpoint.embeddings = spoil;
    await expect(open().embed(['a'], never)).rejects.toThrow(ModelUnavailable);
  });

  it.each([2 ** 32 - 2, 2 ** 31, 2, 1, -1, 0.5])('that are numbered wrongly are refused at once: %s', async (first) => {
    endpoint.firstIndex = first;
    await expect(open().embed(['a', 'b'], never)).rejects.toThrow('missing or wrong indexes of embeddings');
  });

  it('that are not numbered count in their order', async () => {
    endpoint.firstIndex = null;
    const [vector] = await open().embed(['a', 'b'], never);
    close(vector, unit('a'));
  });

  it('are asked for in fewer dimensions only of a model that can', async () => {
    await open(256, 'text-embedding-3-small').embed(['a'], never);
    expect(endpoint.requests[0]?.body.dimensions).toBe(256);
    await open(8).embed(['a'], never);
    expect(endpoint.requests[1]?.body.dimensions).toBeUndefined();
  });

  it('are known by model and dimensions before the first call', () => {
    const known = (embeddingModel?: string, embeddingDimensions?: number) =>
      openOpenAiModels({ apiKey: 'k', embeddingModel, embeddingDimensions }).embedder;
    expect(known().id).toBe('text-embedding-3-small/1536');
    expect(known('text-embedding-3-large').dimensions).toBe(3072);
    expect(known('nomic-embed-text', 768).id).toBe('nomic-embed-text/768');
    expect(() => known('nomic-embed-text')).toThrow(/EMBEDDING_DIMENSIONS is required/);
    expect(() => known('text-embedding-3-small', 4096)).toThrow(/at most 1536/);
    expect(() => known('text-embedding-ada-002', 256)).toThrow(/must be 1536/);
  });
});
