import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DrainDelay } from '../../../src/composition/lifecycle/drain-delay.ts';

const QUIET_MS = 500;
let server: EventEmitter;
let notice: DrainDelay;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  server = new EventEmitter();
  notice = new DrainDelay(server as Server, QUIET_MS);
});
afterEach(() => {
  vi.useRealTimers();
});

const asks = (url: string) => server.emit('request', { url });

/** Runs the clock and returns the length of the drain delay in milliseconds. */
async function given(meanwhile: () => void = () => undefined): Promise<number> {
  const begun = performance.now();
  let ended: number | null = null;
  void notice.wait().then(() => {
    ended = performance.now() - begun;
  });
  while (ended === null) {
    await vi.advanceTimersByTimeAsync(100);
    meanwhile();
  }
  return ended;
}

test('Nobody there, nobody to notice: a stop goes on at once', async () => {
  expect(await given()).toBe(0);
  asks('/api/chatbots');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await given()).toBe(0);
});

test('Connections are closed when nobody has asked for anything for a while', async () => {
  asks('/readyz');
  expect(await given(() => asks('/readyz'))).toBe(QUIET_MS);
  let refusals = 3;
  const asking = () => {
    if (refusals-- > 0) asks('/api/chatbots');
  };
  expect(await given(asking)).toBe(300 + QUIET_MS);
});

test('Callers that go on asking do not keep a service from stopping', async () => {
  asks('/api/chatbots');
  expect(await given(() => asks('/api/chatbots'))).toBe(3_000);
});
