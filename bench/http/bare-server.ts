/** Fastify and nothing else, in a process of its own: answers what it was given, as an object to serialise or as a finished string. */
import Fastify from 'fastify';
import type { ToBare } from './messages.ts';

const app = Fastify();
let object: unknown = {};
let text = '';

app.route({ method: ['GET', 'POST'], url: '/object', handler: async () => object });
app.route({
  method: ['GET', 'POST'],
  url: '/string',
  handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(text),
});

process.on('message', (message: ToBare) => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1e6);
    return;
  }
  object = JSON.parse(message.json);
  text = message.json;
  process.send?.('prepared');
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
