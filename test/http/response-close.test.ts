import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { sharedService } from '../support/http/shared-service.ts';

const service = sharedService();

function warnings(): readonly string[] {
  const seen: string[] = [];
  const note = ({ name, message }: Error) => seen.push(`${name}: ${message}`);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  return seen;
}

it('A refused event stream whose client still writes makes Node warn of no leaked listener', async () => {
  const { cookie } = await service().owner();
  const seen = warnings();
  const { hostname, port } = new URL(service().running.address);
  const socket = connect(Number(port), hostname);
  const lines = [
    'GET /api/chatbots/none/events HTTP/1.1',
    `Host: ${hostname}`,
    `Cookie: ${cookie}`,
    'Connection: close',
  ];
  socket.write([...lines, 'Content-Length: 1', '', ''].join('\r\n'));
  const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
  expect(answer).toMatch(/^HTTP\/1.1 404 /);
  socket.end('x').resume();
  await once(socket, 'close');
  expect(seen).toEqual([]);
});
