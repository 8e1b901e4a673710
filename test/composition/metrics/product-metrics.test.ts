/** Operators learn from the metrics and the log what the service does. */
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestService, type Widget } from '../../support/http/service.ts';
import { type ModelEndpoint, openModelEndpoint, tokensOf } from '../../support/servers/model-endpoint.ts';

type Line = Readonly<Record<string, unknown>>;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

let endpoint: ModelEndpoint;
let service: TestService;
let widget: Widget;
let chatbotId: string;
const lines: Line[] = [];
beforeAll(async () => {
  endpoint = await openModelEndpoint();
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const model = { OPENAI_BASE_URL: endpoint.url, EMBEDDING_MODEL: 'tiny', EMBEDDING_DIMENSIONS: '8' };
  service = await TestService.start({ ...model, CHAT_RATE_LIMIT: '1/3600' }, { logger });
  const owner = await service.owner();
  chatbotId = (await owner.chatbot()).id;
  await owner.text(chatbotId, 'Hours', 'We are open from nine to five. Parking is free.');
  widget = await owner.widget(chatbotId);
});
afterAll(async () => {
  await service.stop();
  await endpoint.close();
});
beforeEach(() => {
  lines.length = 0;
  endpoint.chatFaults.length = 0;
  endpoint.tokenDelayMs = 0;
  endpoint.reply = tokensOf('From nine to five [1].');
});

const said = (msg: string) => lines.filter((line) => line.msg === msg);

async function metric(name: string, labels = ''): Promise<number> {
  const { text } = await service.call('GET', '/metrics');
  const found = text.split('\n').find((line) => line.startsWith(`${name}${labels} `));
  return Number(found?.split(' ').at(-1) ?? Number.NaN);
}

const answers = (outcome: string) => metric('chatledger_answers_total', `{outcome="${outcome}"}`);

describe('The metrics of a service', () => {
  it('count answers by what became of them, from the first scrape on', async () => {
    const { text } = await service.call('GET', '/metrics');
    for (const outcome of ['answered', 'not_found', 'failed', 'stopped', 'taken_over']) {
      expect(text).toContain(`chatledger_answers_total{outcome="${outcome}"}`);
    }
    const before = await Promise.all([answers('answered'), answers('not_found'), answers('failed')]);
    await widget.ask('one', 'When are you open?');
    endpoint.reply = tokensOf('That is something that nobody here has ever written about.');
    await widget.ask('two', 'Who was the first emperor of Rome?');
    endpoint.chatFaults.push({ kind: 'refusal' });
    await widget.ask('three', 'Is parking free?');
    const after = await Promise.all([answers('answered'), answers('not_found'), answers('failed')]);
    expect(after).toEqual(before.map((count) => count + 1));
  });

  it('count an answer as stopped when its visitor leaves', async () => {
    const before = await answers('stopped');
    endpoint.tokenDelayMs = 50;
    endpoint.reply = tokensOf('We are open from nine to five. '.repeat(100));
    const leaving = new AbortController();
    const body = { sessionId: 'leaver', message: 'When are you open?' };
    const headers = widget.headers;
    const response = await service.fetch('POST', '/api/chat/any/message', { body, headers }, leaving.signal);
    await response.body?.getReader().read();
    leaving.abort();
    await vi.waitFor(async () => expect(await answers('stopped')).toBe(before + 1), { timeout: 20_000 });
  });

  it('tell the time to the first token, and tokens by model', async () => {
    const first = () => metric('chatledger_answer_first_token_seconds_count');
    const tokens = (model: string, kind: string) =>
      metric('chatledger_model_tokens_total', `{model="${model}",kind="${kind}"}`);
    const [timesBefore, promptBefore] = [await first(), await tokens('gpt-4o-mini', 'prompt')];
    await widget.ask('tokens', 'When are you open?');
    expect(await first()).toBe(timesBefore + 1);
    expect(await tokens('gpt-4o-mini', 'prompt')).toBeGreaterThanOrEqual((promptBefore || 0) + 100);
    expect(await tokens('gpt-4o-mini', 'completion')).toBeGreaterThan(0);
    expect(await tokens('tiny', 'embedding')).toBeGreaterThan(0);
  });

  it('count requests that a rate limit refused, by limit', async () => {
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const statuses: number[] = [];
    for (let asked = 0; asked < 3; asked += 1) {
      const { status } = await owner.call('POST', `/chatbots/${id}/chat`, { body: { message: 'Hello' } });
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 429, 429]);
    expect(await metric('chatledger_rate_limited_requests_total', '{limit="chat"}')).toBe(2);
  });

  it('tell how many sources there are in each status, and which release on which Node', async () => {
    expect(await metric('chatledger_sources', '{status="done"}')).toBe(1);
    expect(await metric('chatledger_sources', '{status="error"}')).toBe(0);
    const build = `{release="${version}",node="${process.version}"}`;
    expect(await metric('chatledger_build_info', build)).toBe(1);
  });
});

describe('The log of a service', () => {
  it('says when it starts, stops and has stopped, with release and version of Node', async () => {
    const own: Line[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void own.push(JSON.parse(line) as Line) });
    const started = await TestService.start({}, { logger });
    await started.stop();
    const build = { release: version, node: process.version };
    expect(own.filter(({ msg }) => String(msg).startsWith('Service '))).toMatchObject([
      { msg: 'Service starting', ...build, roles: expect.any(Array), stores: { log: expect.any(String) } },
      { msg: 'Service stopping' },
      { msg: 'Service stopped', seconds: expect.any(Number) },
    ]);
  });

  it('says what was read of a source, in how many seconds, and what could not be read', async () => {
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const sourceId = await owner.text(id, 'Hours', 'We are open from nine to five.');
    const read = { sourceId, sourceType: 'text', pages: 1, passages: 1, seconds: expect.any(Number) };
    expect(said('Source read')).toMatchObject([read]);
    await owner.call('POST', `/chatbots/${id}/datasources`, { body: { type: 'url', sourceUrl: 'http://127.0.0.1/' } });
    await owner.trained(id);
    await vi.waitFor(() => expect(said('Failed to read source')).toMatchObject([{ sourceType: 'url' }]));
  });

  it('says once that a model is failing, and once that it is back', async () => {
    endpoint.chatFaults.push(...Array.from({ length: 2 }, () => ({ kind: 'refusal' }) as const));
    await widget.ask('failing-1', 'When are you open?');
    await widget.ask('failing-2', 'When are you open?');
    await widget.ask('back', 'When are you open?');
    expect(said('Model is failing')).toMatchObject([{ level: 40, model: 'language model' }]);
    expect(said('Model has recovered')).toMatchObject([
      { level: 30, model: 'language model', seconds: expect.any(Number) },
    ]);
  });

  it('tells decisions when it debugs, and nothing that anybody wrote', async () => {
    const owner = await service.owner();
    await owner.call('PATCH', `/chatbots/${(await owner.chatbot()).id}`, { body: { name: 'Canary' } });
    await widget.ask('canary', 'When are you open, canary?');
    expect(said('Command accepted')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ level: 20, category: 'chatbot', events: ['ChatbotConfigured'] }),
        expect.objectContaining({ category: 'conversation', command: 'GiveAnswer' }),
      ]),
    );
    expect(said('Answer ended')).toMatchObject([{ chatbotId, outcome: 'answered', passages: 1, sources: 1 }]);
    expect(JSON.stringify(lines)).not.toMatch(/canary/i);
  });
});
