/** The real program, with few files that it may open. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram, startServiceProcess } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const FILES = 600;

test.runIf(process.platform === 'linux')(
  'One client that opens more connections than there are files locks nobody out, and ends nothing',
  async () => {
    const environment = { DATA_DIR: temporaryDirectory() };
    const service = await startServiceProcess(environment, undefined, `ulimit -n ${FILES}`);
    onTestFinished(() => service.signal('SIGKILL'));
    const { hostname, port } = new URL(service.address);
    const flood = Array.from({ length: FILES + 200 }, () =>
      connect(Number(port), hostname).on('error', () => undefined),
    );
    onTestFinished(() => flood.forEach((socket) => void socket.destroy()));
    await Promise.race([Promise.all(flood.map(connected)), service.exited]);
    // Hashing starts a thread, which opens files.
    const body = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
    const registered = await post(`${service.address}/api/auth/register`, body, '127.0.0.2');
    expect(registered).toBe(201);
    service.signal('SIGTERM');
    for (const socket of flood) socket.destroy();
    expect(await service.exited).toMatchObject({ code: 0 });
  },
  120_000,
);

test.runIf(process.platform === 'linux')(
  'A start with too few files says so in a sentence, and creates nothing',
  async () => {
    const directory = join(temporaryDirectory(), 'data');
    const program = runProgram(
      'src/main.ts',
      { PORT: '0', DATA_DIR: directory },
      undefined,
      [],
      undefined,
      'ulimit -n 64',
    );
    onTestFinished(() => program.signal('SIGKILL'));
    const { code, stderr } = await program.exited;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^This process may open only 64 files, .+ ulimit -n, .+\n$/),
    ]);
    expect(existsSync(directory)).toBe(false);
  },
);

/** Or closed: both are an end of the attempt. */
async function connected(socket: Socket): Promise<void> {
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
}

/** Answers the status. @param from the address of the client */
async function post(url: string, body: object, from: string): Promise<number | undefined> {
  const sent = request(url, { method: 'POST', localAddress: from, headers: { 'content-type': 'application/json' } });
  sent.end(JSON.stringify(body));
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}
