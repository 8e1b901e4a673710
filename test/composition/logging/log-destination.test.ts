import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logDestination } from '../../../src/composition/logging/log-destination.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

describe('The log', () => {
  it('is written line by line', () => {
    const path = join(temporaryDirectory(), 'log');
    const file = openSync(path, 'a');
    const destination = logDestination(file);
    destination.write('{"msg":"first"}\n');
    destination.write('{"msg":"second"}\n');
    closeSync(file);
    expect(readFileSync(path, 'utf8')).toBe('{"msg":"first"}\n{"msg":"second"}\n');
  });

  it('drops lines that cannot be written, and says how many with the next one that can', () => {
    const path = join(temporaryDirectory(), 'log');
    const file = openSync(path, 'w+');
    const destination = logDestination(file);
    closeSync(file);
    destination.write('{"msg":"lost"}\n');
    destination.write('{"msg":"lost too"}\n');
    // The lowest free descriptor is the one that was closed.
    expect(openSync(path, 'w+')).toBe(file);
    destination.write('{"msg":"back"}\n');
    closeSync(file);
    const [dropped, back] = readFileSync(path, 'utf8').trim().split('\n');
    expect(JSON.parse(dropped ?? '')).toMatchObject({ level: 40, dropped: 2 });
    expect(back).toBe('{"msg":"back"}');
  });

  it.runIf(existsSync('/dev/full'))('does not hold the service up on a full device', () => {
    const file = openSync('/dev/full', 'w');
    const startedAt = performance.now();
    for (let line = 0; line < 100; line += 1) logDestination(file).write('{"msg":"lost"}\n');
    closeSync(file);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
