/**
 * A bare Fastify in a process of its own that asks the same model and passes its tokens on as they come: no content, no record, no
 * check of anything.
 */
import Fastify from 'fastify';

const model = process.argv[2] ?? '';
const app = Fastify();

interface Question {
  readonly message: string;
}

const asked = ({ message }: Question) => ({
  model: 'gpt-4o-mini',
  stream: true as const,
  temperature: 0.2,
  messages: [{ role: 'user' as const, content: message }],
});

app.post<{ Body: Question }>('/message', async ({ body }, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (event: string, data: unknown) => reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
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
      if (token !== '') send('token', { token });
    }
  }
  send('done', {});
  reply.raw.end();
});

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
// The parent may have been killed.
process.on('disconnect', () => process.exit());
