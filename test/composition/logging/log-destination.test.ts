import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { logDestination } from '../../../src/composition/logging/log-destination.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

describe('The log', () => {
  it('has all lines of a turn of the event loop after it, in order', async () => {
    const path = join(temporaryDirectory(), 'log');
    const file = openSync(path, 'a');
    const destination = logDestination(file);
    destination.write('{"msg":"first"}\n');
    destination.write('{"msg":"second"}\n');
    expect(readFileSync(path, 'utf8')).toBe('');
    await setImmediate();
    closeSync(file);
    expect(readFileSync(path, 'utf8')).toBe('{"msg":"first"}\n{"msg":"second"}\n');
  });

  it('has the lines before a crash, since pino and the end of the process flush it', () => {
    const path = join(temporaryDirectory(), 'log');
    const file = openSync(path, 'a');
    pino({ base: null, timestamp: false }, logDestination(file)).fatal('last');
    closeSync(file);
    expect(readFileSync(path, 'utf8')).toBe('{"level":60,"msg":"last"}\n');
  });

  it('is written at once when a turn logs more than 64 KB', () => {
    const path = join(temporaryDirectory(), 'log');
    const file = openSync(path, 'a');
    const destination = logDestination(file);
    for (let line = 0; line < 70; line += 1) destination.write(`${'x'.repeat(1_000)}\n`);
    expect(readFileSync(path, 'utf8').length).toBeGreaterThan(64_000);
    destination.flushSync();
    closeSync(file);
    expect(readFileSync(path, 'utf8')).toHaveLength(70 * 1_001);
  });

  it('drops lines that cannot be written, and says how many with the next one that can', () => {
    const path = join(temporaryDirectory(), 'log');
    const file = openSync(path, 'w+');
    const destination = logDestination(file);
    closeSync(file);
    destination.write('{"msg":"lost"}\n');
    destination.write('{"msg":"lost too"}\n');
    destination.flushSync();
    // The lowest free descriptor is the one that was closed.
    expect(openSync(path, 'w+')).toBe(file);
    destination.write('{"msg":"back"}\n');
    destination.flushSync();
    closeSync(file);
    const [dropped, back] = readFileSync(path, 'utf8').trim().split('\n');
    expect(JSON.parse(dropped ?? '')).toMatchObject({ level: 40, dropped: 2 });
    expect(back).toBe('{"msg":"back"}');
  });

  it.runIf(existsSync('/dev/full'))('does not hold the service up on a full device', () => {
    const file = openSync('/dev/full', 'w');
    const startedAt = performance.now();
    const destination = logDestination(file);
    for (let line = 0; line < 100; line += 1) {
      destination.write('{"msg":"lost"}\n');
      destination.flushSync();
    }
    closeSync(file);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
