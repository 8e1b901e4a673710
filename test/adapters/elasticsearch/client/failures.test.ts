import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type ElasticsearchIndex,
  type ElasticsearchIndexOptions,
  openElasticsearchIndex,
} from '../../../../src/adapters/elasticsearch/search-index.ts';
import type { IndexedPassage } from '../../../../src/ports/search-index.ts';
import { StoreUnavailable } from '../../../../src/ports/store-unavailable.ts';
import { NO_RANKING } from '../../../../src/text/ranking/ranking.ts';
import { type Fault, type FaultyElasticsearch, openFaultyElasticsearch } from './faulty-elasticsearch.ts';

const identity = { embedderId: 'test/2', dimensions: 2 };

async function faultyEngine(): Promise<FaultyElasticsearch> {
  const engine = await openFaultyElasticsearch(identity);
  onTestFinished(() => engine.close());
  return engine;
}

async function openIndex(
  engine: FaultyElasticsearch,
  options: Partial<ElasticsearchIndexOptions> = {},
): Promise<ElasticsearchIndex> {
  const index = await openElasticsearchIndex({ url: engine.url, ...identity, ...options });
  onTestFinished(() => index.close());
  return index;
}

function passage(id: string, changes: Partial<IndexedPassage> = {}): IndexedPassage {
  const named = { id, chatbotId: 'chatbot', sourceId: 'source', generation: 'generation', ordinal: 0 };
  return {
    ...named,
    title: '',
    url: null,
    headings: [],
    text: '',
    words: 'w',
    vector: Float32Array.of(1, 0),
    ...changes,
  };
}

const byVector = { chatbotId: 'c', generations: ['g'], words: [], vector: Float32Array.of(1, 0), limit: 8 };
const byWords = { ...byVector, words: ['w'], vector: null };
const nothing = { byWords: NO_RANKING, byVector: NO_RANKING, statistics: null };

function requestsTo(engine: FaultyElasticsearch, path: string) {
  return engine.requests.filter(({ what }) => what.endsWith(path));
}

/** Ids of the passages that a bulk request carries. */
function carried(body: string): string[] {
  return [...body.matchAll(/"id":"(\w+)"/g)].map(([, id = '']) => id);
}

/** All that an error tells, in any form that a log might print. */
async function failureOf(call: Promise<unknown>): Promise<{ readonly error: unknown; readonly told: string }> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  return { error, told: inspect(error, { depth: 9, showHidden: true }) };
}

describe('Elasticsearch that fails for a moment', () => {
  const moments: readonly (readonly [string, Fault])[] = [
    ['is overloaded', { status: 429 }],
    ['is away behind its proxy', { status: 503 }],
    ['cuts the connection', 'cut'],
    ['answers with something that is not JSON', { body: '<html>' }],
    ['answers with JSON of another shape', { body: '{"hits": {}}' }],
    ['answers with hits of another shape', { body: '{"hits": {"hits": [{"_score": "high"}]}}' }],
  ];
  test.each(moments)('and %s is asked again', async (_, fault) => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.faultsMeet = /_search/;
    engine.faults.push(fault);
    expect(await index.search(byVector)).toEqual(nothing);
    expect(requestsTo(engine, '/_search')).toHaveLength(2);
  });

  test('receives only the rejected passages again', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.bulkStatuses.push([201, 429, 201, 503], [429]);
    await index.putPassages(['a', 'b', 'c', 'd'].map((id) => passage(id)));
    expect(requestsTo(engine, '/_bulk').map(({ body }) => carried(body))).toEqual([
      ['a', 'b', 'c', 'd'],
      ['b', 'd'],
      ['b'],
    ]);
  });

  test('does not delay the start, and is used once it is back', async () => {
    const engine = await faultyEngine();
    engine.always = { status: 503 };
    const index = await openIndex(engine);
    await expect(index.search(byVector)).rejects.toThrow(StoreUnavailable);
    engine.always = null;
    expect(await index.search(byVector)).toEqual(nothing);
  });
});

const BLOCKED = 'cluster_block_exception: the index is blocked, as by a full disk';

describe('Elasticsearch that goes on failing', () => {
  test('is unavailable after a few attempts', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.always = { status: 503, type: 'search_phase_execution_exception' };
    await expect(index.search(byVector)).rejects.toThrow(
      new StoreUnavailable('search index', 'answered 503 (search_phase_execution_exception)'),
    );
    expect(requestsTo(engine, '/_search')).toHaveLength(3);
    await expect(index.search(byWords)).rejects.toThrow(StoreUnavailable);
    await expect(index.getPassages('c', ['a'])).rejects.toThrow(StoreUnavailable);
    await expect(index.countPassages('c', 'g')).rejects.toThrow(StoreUnavailable);
    await expect(index.ping()).rejects.toThrow(StoreUnavailable);
  });

  test.each<Fault & string>(['hang', 'stall'])('by a %s is away after the deadline, and left alone', async (fault) => {
    const engine = await faultyEngine();
    const index = await openIndex(engine, { readDeadlineMs: 200 });
    engine.always = fault;
    await expect(index.search(byVector)).rejects.toThrow('search index: did not answer within 200 ms');
    const searches = requestsTo(engine, '/_search');
    expect(searches).toHaveLength(1);
    await searches[0]?.abandoned;
  });

  test('without an answer is left alone by the next searches, until it answers one', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine, { readDeadlineMs: 400 });
    engine.always = 'hang';
    await expect(index.search(byVector)).rejects.toThrow(StoreUnavailable);
    expect(requestsTo(engine, '/_search')).toHaveLength(1);
    const searches = Array.from({ length: 5 }, () => index.search(byVector));
    const outcomes = await Promise.allSettled(searches);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(requestsTo(engine, '/_search')).toHaveLength(1);
    engine.always = null;
    await expect.poll(() => index.search(byVector).catch(() => null), { timeout: 10_000 }).toEqual(nothing);
    expect(await Promise.all([index.search(byVector), index.search(byVector)])).toEqual([nothing, nothing]);
  });

  test('to accept connections is left alone by the next search', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.always = 'cut';
    await expect(index.search(byVector)).rejects.toThrow(/search index: cannot be reached/);
    const attempts = requestsTo(engine, '/_search').length;
    await expect(index.search(byVector)).rejects.toThrow('search index: does not answer');
    expect(requestsTo(engine, '/_search')).toHaveLength(attempts);
  });

  test('with answers, even if with errors, is asked again by the next search', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.faultsMeet = /_search/;
    engine.faults.push('cut', { status: 503 }, 'cut');
    await expect(index.search(byVector)).rejects.toThrow(StoreUnavailable);
    expect(await index.search(byVector)).toEqual(nothing);
  });

  test('with malformed responses is unavailable', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.always = { body: '{"docs": [{"found": true, "_source": {"id": 7}}]}' };
    await expect(index.getPassages('c', ['a'])).rejects.toThrow(/search index: gave an unexpected answer/);
    engine.always = { body: '{"docs": []}' };
    await expect(index.getPassages('c', ['a'])).rejects.toThrow(StoreUnavailable);
    engine.always = { body: '{"count": 3, "_shards": {"failed": 1}}' };
    await expect(index.countPassages('c', 'g')).rejects.toThrow(StoreUnavailable);
    engine.always = { body: '[]' };
    await expect(index.search(byWords)).rejects.toThrow(StoreUnavailable);
  });

  test('to refresh a shard has not refreshed', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.faultsMeet = /_refresh/;
    engine.faults.push(...Array<Fault>(4).fill({ body: '{"_shards": {"failed": 1}}' }));
    await index.refresh();
    expect(requestsTo(engine, '/_refresh')).toHaveLength(5);
  });

  test('because it is another product is unavailable at once', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.always = { body: '{}', stranger: true };
    await expect(index.search(byVector)).rejects.toThrow('search index: what answers is not Elasticsearch');
    expect(requestsTo(engine, '/_search')).toHaveLength(1);
  });

  test('because its disk is full says that the index is blocked', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    for (let attempt = 0; attempt < 8; attempt += 1) engine.bulkStatuses.push([429]);
    engine.bulkErrorType = 'cluster_block_exception';
    await expect(index.putPassages([passage('a')])).rejects.toThrow(
      new StoreUnavailable('search index', `answered 429 (${BLOCKED})`),
    );
  });

  const refusals = { security_exception: 401, [BLOCKED]: 403, index_closed_exception: 400 };
  test.each(Object.entries(refusals))('by a %s is unavailable, and asked once', async (reason, status) => {
    const type = reason.replace(/:.*/, '');
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.bulkStatuses.push([201, status]);
    engine.bulkErrorType = type;
    const refused = new StoreUnavailable('search index', `answered ${status} (${reason})`);
    await expect(index.putPassages([passage('a'), passage('b')])).rejects.toThrow(refused);
    engine.always = { status, type };
    await expect(index.countPassages('c', 'g')).rejects.toThrow(refused);
    for (const path of ['/_bulk', '/_count']) expect(requestsTo(engine, path)).toHaveLength(1);
  });

  test('because a shard of the index is unavailable fails a ping', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    await index.ping();
    engine.always = { body: '{"status": "red"}' };
    await expect(index.ping()).rejects.toThrow('search index: a shard of the index is unavailable');
  });
});

describe('A passage that Elasticsearch refuses', () => {
  test('is an error without retries, and its text is not in the message', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.bulkStatuses.push([201, 400]);
    const { error, told } = await failureOf(index.putPassages([passage('a'), passage('b', { text: 'secret text' })]));
    expect(error).not.toBeInstanceOf(StoreUnavailable);
    expect(told).toContain('an_exception');
    expect(told).not.toContain('secret text');
    expect(requestsTo(engine, '/_bulk')).toHaveLength(1);
  });

  test('ends the sending of those behind it, and nothing is sent afterwards', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    engine.bulkStatuses.push([400]);
    const many = Array.from({ length: 20_000 }, (_, place) => passage(`p${place}`));
    await expect(index.putPassages(many)).rejects.toThrow('refused a passage');
    const sent = requestsTo(engine, '/_bulk').length;
    expect(sent).toBeLessThan(20);
    await index.refresh();
    expect(requestsTo(engine, '/_bulk')).toHaveLength(sent);
  });

  test('for its dimension is not sent', async () => {
    const engine = await faultyEngine();
    const index = await openIndex(engine);
    await expect(index.putPassages([passage('a'), passage('b', { vector: new Float32Array(3) })])).rejects.toThrow(
      RangeError,
    );
    expect(requestsTo(engine, '/_bulk')).toEqual([]);
  });
});

describe('An error of Elasticsearch', () => {
  test('never tells the password or the address, whatever fails', async () => {
    const engine = await faultyEngine();
    const url = engine.url.replace('//', '//elastic:hunter2@');
    const [index, another] = [await openIndex(engine, { url }), await openIndex(engine, { url })];
    const basic = Buffer.from('elastic:hunter2').toString('base64');
    const faults: readonly Fault[] = [{ status: 401 }, { status: 503 }, { status: 400 }, { body: 'hunter2' }, 'cut'];
    for (const fault of faults) {
      engine.always = fault;
      const { told } = await failureOf(index.search(byVector));
      for (const secret of ['hunter2', basic, '127.0.0.1']) expect(told).not.toContain(secret);
    }
    await engine.close().catch(() => undefined);
    const { error, told } = await failureOf(another.search(byVector));
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(told).toContain('search index: cannot be reached (ECONNREFUSED)');
    for (const secret of ['hunter2', basic, '127.0.0.1']) expect(told).not.toContain(secret);
  });
});

describe('Opening an index in Elasticsearch', () => {
  test('takes no prefix or dimension that Elasticsearch would not', async () => {
    const engine = await faultyEngine();
    for (const wrong of [{ prefix: 'Bad,*' }, { prefix: '' }, { dimensions: 5_000 }, { dimensions: 0 }]) {
      await expect(openIndex(engine, wrong)).rejects.toThrow(RangeError);
    }
    expect(engine.requests).toEqual([]);
  });

  test('fails when the index there is of another embedder', async () => {
    const engine = await faultyEngine();
    await expect(openIndex(engine, { dimensions: 3 })).rejects.toThrow(
      /belongs to another embedding model than test\/2/,
    );
  });

  test('and closing it aborts pending calls', async () => {
    const engine = await faultyEngine();
    const index = await openElasticsearchIndex({ url: engine.url, ...identity });
    engine.always = 'hang';
    const searching = failureOf(index.search(byVector));
    await expect.poll(() => requestsTo(engine, '/_search').length).toBe(1);
    await index.close();
    expect((await searching).error).toEqual(new StoreUnavailable('search index', 'is closed'));
  });
});
