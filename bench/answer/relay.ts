/**
 * A bare Fastify in a process of its own that asks the same model and passes its tokens on as they come: no content, no record, no
 * check of anything. `/client` reads the model with the `openai` package, `/fetch` with nothing but `fetch`.
 */
import type { ServerResponse } from 'node:http';
import Fastify from 'fastify';
import { OpenAI } from 'openai';

const model = process.argv[2] ?? '';
const client = new OpenAI({ apiKey: 'none', baseURL: model, maxRetries: 0 });
const app = Fastify();

interface Question {
  readonly message: string;
}

const asked = ({ message }: Question) => ({
  ...{ model: 'gpt-4o-mini', stream: true as const, temperature: 0.2 },
  messages: [{ role: 'user' as const, content: message }],
});

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}

function send(response: ServerResponse, event: string, data: unknown): void {
  response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

app.post<{ Body: Question }>('/client', async ({ body }, reply) => {
  reply.hijack();
  begin(reply.raw);
  for await (const chunk of await client.chat.completions.create(asked(body))) {
    const token = chunk.choices[0]?.delta.content ?? '';
    if (token !== '') send(reply.raw, 'token', { token });
  }
  send(reply.raw, 'done', {});
  reply.raw.end();
});

app.post<{ Body: Question }>('/fetch', async ({ body }, reply) => {
  reply.hijack();
  begin(reply.raw);
  const response = await fetch(`${model}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked(body)),
  });
  let held = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    held += decoder.decode(bytes as Uint8Array, { stream: true });
    const events = held.split('\n\n');
    held = events.pop() ?? '';
    for (const event of events) {
      const data = event.slice('data: '.length);
      if (data === '[DONE]') continue;
      const token = JSON.parse(data).choices[0]?.delta.content ?? '';
      if (token !== '') send(reply.raw, 'token', { token });
    }
  }
  send(reply.raw, 'done', {});
  reply.raw.end();
});

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
// Whoever started it may have been killed.
process.on('disconnect', () => process.exit());
