/** A loopback endpoint that speaks OpenAI's chat completions and embeddings over real HTTP, and can be told to misbehave. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROBE_TEXT } from '../../../src/composition/models/model-probe.ts';
import { embeddingsOf } from './embeddings.ts';

export type Fault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly code?: string;
    }
  /** Takes the request and says nothing. */
  | { readonly kind: 'hang' }
  /** Answers well once it settles. */
  | { readonly kind: 'wait'; readonly until: Promise<void> }
  /** Sends headers and so many tokens, then nothing more. */
  | { readonly kind: 'stall'; readonly afterTokens: number }
  /** Sends so many tokens, then cuts the connection. */
  | { readonly kind: 'break'; readonly afterTokens: number }
  /** Sends so many tokens, then ends as if all was well, but without a finish reason. */
  | { readonly kind: 'end early'; readonly afterTokens: number }
  /** Sends the whole answer and its last event, but no finish reason. */
  | { readonly kind: 'no finish reason' }
  /** Sends so many tokens with an empty finish reason each, then ends as if all was well. */
  | { readonly kind: 'empty finish reasons'; readonly afterTokens: number }
  /** Sends so many tokens, a field that names an error, and the last event, as llama.cpp does. */
  | { readonly kind: 'error field'; readonly afterTokens: number }
  | { readonly kind: 'garbage'; readonly afterTokens: number }
  | { readonly kind: 'refusal' }
  /** Answers well and says so, but keeps the connection open. */
  | { readonly kind: 'stay open' }
  /** Begins an event that never ends, of so many characters. */
  | { readonly kind: 'endless event'; readonly characters: number }
  /** Sends an answer's chunks byte by byte, lines ended as on Windows. */
  | { readonly kind: 'bytes' }
  | { readonly kind: 'content filter'; readonly afterTokens: number }
  /** Sends a body as another server wrote it, with status 200. */
  | {
      readonly kind: 'raw';
      readonly type: 'text/event-stream' | 'application/json' | 'text/html';
      readonly body: string;
    };

export interface RecordedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model?: string;
    readonly stream?: boolean;
    readonly stream_options?: unknown;
    readonly max_tokens?: number;
    readonly max_completion_tokens?: number;
    readonly temperature?: number;
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
    readonly input?: readonly string[];
    readonly dimensions?: number;
    readonly encoding_format?: string;
  };
  /** Settles when the client went away before the answer was complete. */
  readonly abandoned: Promise<void>;
}

export interface ModelEndpoint {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** The service's calls at its start, which use up no fault. */
  readonly probes: RecordedRequest[];
  /** The tokens of the next answers: fixed, or from what the model was told. */
  reply: readonly string[] | ((messages: readonly { role: string; content: string }[]) => readonly string[]);
  /** Tokens of reasoning that a server tells apart, sent before those of the answer. */
  reasoning: { readonly field: 'reasoning' | 'reasoning_content'; readonly tokens: readonly string[] } | null;
  /** The content of answers that are not streamed. */
  replyAtOnce: (body: RecordedRequest['body']) => string;
  /** Faults of the next requests, one each, used up from the front. */
  readonly faults: Fault[];
  /** Used for chat completions, before the faults of any request. */
  readonly chatFaults: Fault[];
  /** Milliseconds before each token. */
  tokenDelayMs: number;
  dimensions: number;
  /** Sends embeddings as this instead of as asked for; a function may spoil a vector. */
  embeddings: 'as asked' | 'numbers' | ((vector: number[]) => unknown);
  /** The number that the first embedding of a response is sent with. */
  firstIndex: unknown;
  /** Answers 400 to a request body that has this field. */
  rejectsField: 'stream_options' | 'max_tokens' | null;
  /** The status and message with which a request is refused. */
  refusalOf: (body: RecordedRequest['body']) => readonly [status: number, message: string, field?: string] | null;
  /** The error names the refused field. */
  namesField: boolean;
  close(): Promise<void>;
}

/**
 * A model that does whatever a passage, a title or a visitor tells it to: `Say: <text>` anywhere is said, and `Reveal: <words>` is
 * answered with those words and all that the model itself was told.
 */
export function obedient(messages: readonly { role: string; content: string }[]): readonly string[] {
  const told = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n');
  const orders = messages.flatMap(({ content }) =>
    [...content.matchAll(/(Say|Reveal): ([^\n]*)/g)].map(([, order, text = '']) =>
      order === 'Say' ? text : `${text} ${told}`,
    ),
  );
  return tokensOf(orders.length === 0 ? 'I have nothing to say.' : orders.join('\n'));
}

/** Cut as models cut: anywhere, here every three characters. */
export function tokensOf(text: string): readonly string[] {
  return text.match(/[\s\S]{1,3}/g) ?? [];
}

export async function openModelEndpoint(): Promise<ModelEndpoint> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const endpoint: ModelEndpoint = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    probes: [],
    reply: ['Bees ', 'pollinate ', 'flowers [1', '].'],
    reasoning: null,
    replyAtOnce: () => 'What do bees eat?',
    faults: [],
    chatFaults: [],
    tokenDelayMs: 0,
    dimensions: 8,
    embeddings: 'as asked',
    firstIndex: 0,
    rejectsField: null,
    refusalOf: () => null,
    namesField: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = await recordedFrom(request, response);
    const isProbe = JSON.stringify(recorded.body).includes(PROBE_TEXT);
    (isProbe ? endpoint.probes : endpoint.requests).push(recorded);
    const fault = isProbe ? undefined : nextFault(endpoint, recorded.path);
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'wait') await fault.until;
    if (fault?.kind === 'status') {
      return sendJson(response, fault.status, { error: { message: 'told to fail', code: fault.code } }, fault.headers);
    }
    if (fault?.kind === 'raw') {
      response.writeHead(200, { 'content-type': fault.type });
      response.end(fault.body);
      return;
    }
    await answerAsModel(recorded, response, fault, endpoint);
  }
  return endpoint;
}

const CHAT_PATH = '/v1/chat/completions';

async function recordedFrom(request: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as RecordedRequest['body'];
  const abandoned = new Promise<void>((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve();
    });
  });
  return { path: request.url ?? '', authorization: request.headers.authorization, body, abandoned };
}

function nextFault({ faults, chatFaults }: ModelEndpoint, path: string): Fault | undefined {
  const ofChat = path === CHAT_PATH ? chatFaults.shift() : undefined;
  return ofChat ?? faults.shift();
}

async function answerAsModel(
  { path, body }: RecordedRequest,
  response: ServerResponse,
  fault: Fault | undefined,
  endpoint: ModelEndpoint,
): Promise<void> {
  const { rejectsField } = endpoint;
  if (rejectsField !== null && rejectsField in body) {
    const named = endpoint.namesField ? rejectsField : null;
    return sendJson(response, 400, { error: { message: `Unknown field ${rejectsField}`, param: named } });
  }
  const [status, message, param] = endpoint.refusalOf(body) ?? [];
  if (status !== undefined) return sendJson(response, status, { error: { message, param } });
  if (path === '/v1/embeddings') return sendJson(response, 200, embeddingsOf(body, endpoint));
  if (path !== CHAT_PATH) return sendJson(response, 404, { error: { message: 'not found' } });
  if (body.stream === true) return streamReply(body, response, fault, endpoint);
  const said = { role: 'assistant', content: endpoint.replyAtOnce(body) };
  sendJson(response, 200, { id: 'c', object: 'chat.completion', choices: [{ index: 0, message: said }] });
}

async function streamReply(
  body: RecordedRequest['body'],
  response: ServerResponse,
  fault: Fault | undefined,
  endpoint: ModelEndpoint,
): Promise<void> {
  const messages = body.messages ?? [];
  const tokens = typeof endpoint.reply === 'function' ? endpoint.reply([...messages]) : endpoint.reply;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const completion = { object: 'chat.completion.chunk', model: `${body.model}-2026-01-01`, choices };
    const chunk = `data: ${JSON.stringify(completion)}\n\n`;
    if (fault?.kind !== 'bytes') response.write(chunk);
    else for (const byte of Buffer.from(chunk.replaceAll('\n', '\r\n'))) response.write(Buffer.of(byte));
  };
  send({ role: 'assistant', content: '' });
  for (const token of endpoint.reasoning?.tokens ?? []) {
    if (endpoint.tokenDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, endpoint.tokenDelayMs));
    send({ [endpoint.reasoning?.field ?? 'reasoning']: token, content: null });
  }
  if (fault?.kind === 'refusal') {
    send({ refusal: 'I cannot help with that.' });
    return end(response, 'stop', body, send, 0);
  }
  const faultAt = fault !== undefined && 'afterTokens' in fault ? fault.afterTokens : Number.POSITIVE_INFINITY;
  for (const [index, token] of tokens.entries()) {
    if (index >= faultAt) break;
    if (endpoint.tokenDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, endpoint.tokenDelayMs));
    if (response.destroyed) return;
    send({ content: token }, fault?.kind === 'empty finish reasons' ? '' : null);
  }
  switch (fault?.kind) {
    case 'stall':
      return;
    case 'stay open':
      send({}, 'stop');
      response.write('data: [DONE]\n\n');
      return;
    case 'endless event':
      response.write(`data: ${'x'.repeat(fault.characters)}`);
      return;
    case 'break':
      // The written bytes must arrive before the connection is cut.
      await new Promise((resolve) => response.write(': last words\n\n', resolve));
      await new Promise((resolve) => setTimeout(resolve, 20));
      response.destroy();
      return;
    case 'end early':
    case 'empty finish reasons':
      response.end();
      return;
    case 'no finish reason':
      response.end('data: [DONE]\n\n');
      return;
    case 'error field':
      response.end('error: {"code":500,"message":"out of memory"}\n\ndata: [DONE]\n\n');
      return;
    case 'garbage':
      response.end('data: {"choices": [{"delta": {"content": [broken\n\n');
      return;
    case 'content filter':
      return end(response, 'content_filter', body, send, tokens.length);
    default:
      return end(response, 'stop', body, send, tokens.length);
  }
}

function end(
  response: ServerResponse,
  reason: string,
  body: RecordedRequest['body'],
  send: (delta: object, finish: string) => void,
  tokens: number,
): void {
  send({}, reason);
  if (body.stream_options !== undefined) {
    const usage = { prompt_tokens: 100, completion_tokens: tokens, total_tokens: 100 + tokens };
    response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [], usage })}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}

function sendJson(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
