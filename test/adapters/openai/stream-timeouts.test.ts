import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { StreamTimeouts } from '../../../src/adapters/openai/stream-timeouts.ts';

const STEP_MS = 5;

function timeoutsOfTest(): StreamTimeouts {
  const timeouts = new StreamTimeouts(new AbortController().signal, 60_000);
  onTestFinished(() => timeouts.end());
  return timeouts;
}

test('A step that arrived while the process stood still came in time', async () => {
  const timeouts = timeoutsOfTest();
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const read = new Promise<void>((resolve) => {
    port2.on('message', () => {
      timeouts.pause();
      resolve();
    });
  });
  // From here, the loop comes to its timers before it reads.
  await nextTurn();
  timeouts.expect('The next token', STEP_MS);
  port1.postMessage('token');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * STEP_MS);
  await read;
  await nextTurn();
  await nextTurn();
  expect(timeouts.signal.aborted).toBe(false);
});

test('A step that does not come aborts the call', async () => {
  const timeouts = timeoutsOfTest();
  timeouts.expect('The next token', STEP_MS);
  await expect.poll(() => timeouts.signal.aborted).toBe(true);
  expect(timeouts.signal.reason).toMatchObject({ message: `The next token did not come within ${STEP_MS} ms` });
});
