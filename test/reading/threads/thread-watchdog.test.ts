import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { startWatchdog } from '../../../src/reading/threads/thread-watchdog.ts';

const MEGABYTE = 1024 * 1024;
const LIMITS = { timeoutMs: null, maxCpuMs: null, maxHeapBytes: 48 * MEGABYTE, maxBufferBytes: 64 * MEGABYTE };

/** Answers a thread that has been told nothing but to run this, with room for ten times the limit. */
async function threadOf(script: string): Promise<Worker> {
  const thread = new Worker(`require('node:worker_threads').parentPort.postMessage('began'); ${script}`, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 480, maxYoungGenerationSizeMb: 24 },
  });
  onTestFinished(async () => void (await thread.terminate()));
  await once(thread, 'message');
  return thread;
}

const EACH = '{ name: String(n), list: [n, n + 1, n + 2] }';

test('A thread that makes much garbage and holds little is let be', async () => {
  const thread = await threadOf(`
    let held = [];
    for (let n = 0; n < 6_000_000; n += 1) {
      held.push(${EACH});
      if (held.length === 60_000) held = [];
    }
    require('node:worker_threads').parentPort.postMessage('done');`);
  const exceeded: string[] = [];
  const stop = startWatchdog(thread, LIMITS, (what) => exceeded.push(what));
  await once(thread, 'message');
  stop();
  expect(exceeded).toEqual([]);
});

test.each([
  ['objects', `const held = []; for (let n = 0; n < 3_000_000; n += 1) held.push(${EACH});`],
  ['buffers', 'const held = []; for (let n = 0; n < 200; n += 1) held.push(new Uint8Array(1024 * 1024).fill(1));'],
])('A thread that holds too much in %s is found out while it is busy', async (_what, script) => {
  const thread = await threadOf(`${script} for (;;) held.length;`);
  const { promise, resolve } = Promise.withResolvers<string>();
  startWatchdog(thread, LIMITS, resolve);
  expect(await promise).toBe('memory');
});

test('A thread that works for too long is found out', async () => {
  const thread = await threadOf('for (;;);');
  const { promise, resolve } = Promise.withResolvers<string>();
  startWatchdog(thread, { ...LIMITS, timeoutMs: 100 }, resolve);
  expect(await promise).toBe('time');
});

test('A thread that uses too much of the CPU is found out, and one that waits is let be', async () => {
  const exceeded: string[] = [];
  const busy = await threadOf('for (;;);');
  const waiting = await threadOf('setInterval(() => {}, 1000);');
  const limits = { ...LIMITS, maxCpuMs: 300 };
  const stop = startWatchdog(waiting, limits, () => exceeded.push('waiting'));
  const { promise, resolve } = Promise.withResolvers<[string, number]>();
  startWatchdog(busy, limits, (what, cpuMs) => resolve([what, cpuMs]));
  const [what, cpuMs] = await promise;
  stop();
  expect([what, exceeded]).toEqual(['time', []]);
  expect(cpuMs).toBeGreaterThan(300);
});
