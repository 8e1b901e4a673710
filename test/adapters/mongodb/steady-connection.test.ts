import { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';
import { expect, onTestFinished, test } from 'vitest';
import { SteadyConnection } from '../../../src/adapters/mongodb/steady-connection.ts';
import { failureOf } from '../../support/failures.ts';

/** A socket that takes a first piece and never drains. */
class FullSocket extends Duplex {
  constructor() {
    super({ highWaterMark: 1, read: () => undefined, write: () => undefined });
  }
  setTimeout(): this {
    return this;
  }
}

function commanded(Type: typeof Connection) {
  const socket = new FullSocket();
  onTestFinished(() => void socket.destroy());
  const connection = new Type(socket, { id: 1, generation: 0, hostAddress: 'test:27017', monitorCommands: false });
  return { socket, answer: connection.command({ db: 'admin' }, { hello: 1 }, {}) };
}

test('A command under way ends with the connection, though its socket takes no more', async () => {
  const { socket, answer } = commanded(SteadyConnection);
  await wait(1);
  socket.destroy();
  const failure = await failureOf(answer);
  expect(failure).toBeInstanceOf(MongoNetworkError);
  expect(String(failure)).toContain('closed');
});

test('A command whose socket fails under it fails as the driver’s own calls do', async () => {
  const { socket, answer } = commanded(SteadyConnection);
  await wait(1);
  socket.destroy(Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }));
  expect(await failureOf(answer)).toBeInstanceOf(MongoNetworkError);
});

// When this fails the driver has been mended, and `SteadyConnection` is not needed any more.
test('The driver’s own connection leaves the command waiting', async () => {
  const { socket, answer } = commanded(Connection);
  await wait(1);
  socket.destroy();
  expect(await Promise.race([failureOf(answer), wait(200, 'waiting')])).toBe('waiting');
});
