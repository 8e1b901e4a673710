/** The service as a program, from its bundle, with the shipped instrumentation and a real SDK. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookiesOf } from '../support/http/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts';
import { type ModelEndpoint, openModelEndpoint } from '../support/servers/model-endpoint.ts';
import { directoryOfFile } from '../support/temporary-directory.ts';
import { type CollectedSpan, type SpanCollector, startSpanCollector } from './support/span-collector.ts';

const directory = directoryOfFile();
const SECRETS = {
  email: 'ada.lovelace@example.com',
  question: 'When does the harbour office open?',
  session: 'visitor-of-today',
};
const STRANGERS_TRACE = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

const MESSAGE = 'POST /api/chat/:chatbotPublicId/message';

let collector: SpanCollector;
let model: ModelEndpoint;
let service: ServiceProcess;

interface Wanted {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const call = (path: string, { method = 'POST', body, headers = {} }: Wanted) =>
  fetch(`${service.address}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

beforeAll(async () => {
  collector = await startSpanCollector();
  model = await openModelEndpoint();
  service = await startServiceProcess({
    DATA_DIR: join(directory, 'data'),
    OPENAI_BASE_URL: model.url,
    EMBEDDING_MODEL: 'small-embeddings',
    EMBEDDING_DIMENSIONS: String(model.dimensions),
    NODE_OPTIONS: '--import ./ops/tracing/instrumentation.mjs',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
});
afterAll(async () => {
  service?.signal('SIGTERM');
  await service?.exited;
  await model?.close();
  await collector?.close();
});

const attributeOf = ({ attributes }: CollectedSpan, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

/** A question with its answer, and the trace of its request. */
async function askedQuestion() {
  const body = { email: SECRETS.email, password: 'correct horse', name: 'Ada' };
  const cookie = cookiesOf(await call('/auth/register', { body }));
  const owner = { cookie };
  const created = (await (await call('/chatbots', { body: { name: 'Harbour' }, headers: owner })).json()) as {
    data: { chatbot: { id: string } };
  };
  const path = `/chatbots/${created.data.chatbot.id}`;
  const text = { type: 'text', title: 'Hours', content: 'The harbour office opens at nine every day.' };
  await call(`${path}/datasources`, { body: text, headers: owner });
  await collector.next((span) => span.name === 'process ingestion' && attributeOf(span, 'chatledger.result') === 'ack');
  const key = (await (
    await call(`${path}/widget-keys`, { body: { label: 'Shop', allowedDomains: ['example.com'] }, headers: owner })
  ).json()) as { data: { key: string } };
  const answer = await call('/chat/any/message', {
    body: { sessionId: SECRETS.session, message: SECRETS.question },
    headers: {
      'x-widget-key': key.data.key,
      origin: 'https://example.com',
      traceparent: `00-${STRANGERS_TRACE}-bbbbbbbbbbbbbbbb-01`,
    },
  });
  expect(await answer.text()).toContain('event: done');
  return collector.next(({ name }) => name === MESSAGE);
}

describe('Traces', () => {
  it('lead from a message to its commands, passages, model call and read models', async () => {
    const { traceId, parentSpanId, links } = await askedQuestion();
    const tells = (type: string) => (span: CollectedSpan) =>
      span.traceId === traceId && span.name === 'project' && JSON.stringify(span.attributes).includes(type);
    const projected = await collector.next(tells('AnswerGiven'));
    const trace = collector.spans.filter((span) => span.traceId === traceId);
    const nameOf = (id: string | undefined) => trace.find(({ spanId }) => spanId === id)?.name;
    const steps = trace.map((span) => `${nameOf(span.parentSpanId) ?? 'nothing'} > ${span.name}`);
    expect(steps).toEqual(
      expect.arrayContaining([
        `nothing > ${MESSAGE}`,
        `${MESSAGE} > command AskQuestion`,
        'command AskQuestion > append conversation',
        'command AskQuestion > project',
        `${MESSAGE} > search passages`,
        `${MESSAGE} > chat gpt-4o-mini`,
        `${MESSAGE} > command GiveAnswer`,
      ]),
    );
    expect(nameOf(projected.parentSpanId)).toBe('command GiveAnswer');
    const call = trace.find(({ name }) => name === 'chat gpt-4o-mini');
    expect(call === undefined ? null : attributeOf(call, 'gen_ai.usage.output_tokens')).toBe(4);
    // A stranger's trace is linked, and does not become the parent.
    expect(traceId).not.toBe(STRANGERS_TRACE);
    expect(parentSpanId ?? '').toBe('');
    expect(links?.map((link) => link.traceId)).toEqual([STRANGERS_TRACE]);
  });

  it('of work in the background are linked to the request that caused it', () => {
    const work = collector.spans.find(({ name }) => name === 'process ingestion');
    const request = collector.spans.find(({ name }) => name === 'POST /api/chatbots/:chatbotId/datasources');
    expect(work?.links?.map(({ traceId }) => traceId)).toEqual([request?.traceId]);
    expect(work?.traceId).not.toBe(request?.traceId);
  });

  it('hold nothing that a person wrote or could be recognised by', () => {
    const told = JSON.stringify(collector.spans);
    for (const secret of Object.values(SECRETS)) expect(told).not.toContain(secret);
    expect(told).not.toMatch(/harbour|Bees|127\.0\.0\.1|@|wk_/i);
  });
});
