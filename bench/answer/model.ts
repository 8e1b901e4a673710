/**
 * A model in a process of its own: answers of 100 tokens, the last of them three questions, at a pace that it is told, and vectors
 * for texts. It knows nothing and costs next to nothing, so that what stands before it is measured.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Pace, TOKENS_AN_ANSWER } from './messages.ts';

const DIMENSIONS = 1536;
let pace: Pace = { firstTokenMs: 0, betweenTokensMs: 0 };

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'gpt-4o-mini',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })}\n\n`;
const WORDS = ['The ', 'shop ', 'takes ', 'back ', 'what ', 'was ', 'not ', 'worn ', 'within ', 'thirty days [1]. '];
const FIRST = chunk({ role: 'assistant', content: '' });
const LINE = [
  '\n\n',
  '[SUGG',
  'ESTIONS]',
  ' What does delivery cost?',
  ' |',
  ' When is the shop open?',
  ' | How do I',
  ' send it back?',
];
const TOKENS = Array.from({ length: TOKENS_AN_ANSWER }, (_, at) => {
  const left = TOKENS_AN_ANSWER - at;
  return chunk({ content: left > LINE.length ? WORDS[at % WORDS.length] : LINE.at(-left) });
});
const LAST = `${chunk({}, 'stop')}data: [DONE]\n\n`;

const AT_ONCE = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'gpt-4o-mini',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message: {
        role: 'assistant',
        content: 'How do I send it back?',
      },
    },
  ],
});

/** The same for the same text, near to nothing else. */
function vectorOf(text: string): Float32Array {
  let state = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 16_777_619);
  const vector = new Float32Array(DIMENSIONS);
  for (let at = 0; at < DIMENSIONS; at += 1) {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    vector[at] = state / 2 ** 31;
  }
  return vector;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const part of request) chunks.push(part as Buffer);
  return Buffer.concat(chunks).toString();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  if (request.url === '/v1/embeddings') {
    const asked = JSON.parse(body) as { input: string | readonly string[]; encoding_format?: string };
    const data = [asked.input].flat().map((text, index) => {
      const vector = vectorOf(text);
      const embedding =
        asked.encoding_format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector];
      return { object: 'embedding', index, embedding };
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data }));
    return;
  }
  if (!body.includes('"stream":true')) {
    response.setHeader('content-type', 'application/json');
    response.end(AT_ONCE);
    return;
  }
  await stream(response);
}

async function stream(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const { firstTokenMs, betweenTokensMs } = pace;
  if (firstTokenMs > 0) await delay(firstTokenMs);
  response.write(FIRST);
  for (const [at, token] of TOKENS.entries()) {
    if (at > 0 && betweenTokensMs > 0) await delay(betweenTokensMs);
    response.write(token);
  }
  response.end(LAST);
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('message', (told: Pace) => {
  pace = told;
  process.send?.('told');
});
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
// The parent may have been killed.
process.on('disconnect', () => process.exit());
