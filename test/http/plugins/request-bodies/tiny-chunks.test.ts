import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatherTinyChunks } from '../../../../src/http/plugins/request-bodies/tiny-chunks.ts';

async function startServer() {
  const server = createServer();
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>;
  gatherTinyChunks(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const [request] = await arrived;
  return { socket, request };
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

async function read(request: IncomingMessage): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return pieces;
}

describe('A body in tiny chunks', () => {
  it('is read in few pieces, and whole', async () => {
    const { socket, request } = await startServer();
    const texts = Array.from({ length: 10_000 }, (_, index) => `${index % 10}`);
    texts.splice(5_000, 0, 'x'.repeat(20_000));
    socket.write(`${texts.map(chunk).join('')}0\r\n\r\n`);
    const pieces = await read(request);
    expect(Buffer.concat(pieces).toString()).toBe(texts.join(''));
    expect(pieces.length).toBeLessThan(100);
  });

  it('is read as it comes when its client pauses', async () => {
    const { socket, request } = await startServer();
    const data = request[Symbol.asyncIterator]();
    for (let index = 0; index < 20; index += 1) {
      socket.write(chunk(`${index}`));
      expect(String((await data.next()).value)).toBe(`${index}`);
    }
    socket.destroy();
    await expect(data.next()).rejects.toThrow('aborted');
  });

  it('of one byte each disconnects its client beyond twenty thousand', async () => {
    const { socket, request } = await startServer();
    socket.write(chunk('x').repeat(30_000));
    socket.resume();
    await expect(read(request)).rejects.toThrow('aborted');
    await new Promise((resolve) => (socket.closed ? resolve(null) : socket.once('close', resolve)));
  });
});
