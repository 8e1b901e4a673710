import { expect, test } from 'vitest';
import { logCatchUp } from '../../../src/composition/logging/catch-up-log.ts';
import { leastCheckpoint } from '../../../src/composition/read-side/read-side.ts';

const INTERVALS = { firstMs: 1, everyMs: 1 };

/** Lines that are logged while the read models are at these places, one after the other. */
async function linesAt(places: readonly (bigint | Error)[]): Promise<readonly string[]> {
  const [lines, caughtUp, left] = [[] as string[], new AbortController(), [...places]];
  const log = (level: string) => (details: object, message: string) => {
    const { reached, head } = details as { reached?: string; head?: string };
    lines.push(`${level} ${message.split(/[;,]/)[0]} ${reached ?? '-'} of ${head ?? '-'}`);
    if (left.length === 0) caughtUp.abort();
  };
  const look = async () => {
    const next = left.shift();
    if (next === undefined || next instanceof Error) throw next;
    return { reached: next, head: 9n };
  };
  await logCatchUp(look, { info: log('info'), warn: log('warn') }, caughtUp.signal, INTERVALS);
  return lines;
}

test('Read models that catch up are logged with their progress, and with a warning when there is none', async () => {
  expect(await linesAt([0n, 4n, 4n, 5n])).toEqual([
    'info Read models are catching up 0 of 9',
    'info Read models are catching up 4 of 9',
    'warn Read models make no progress 4 of 9',
    'info Read models are catching up 5 of 9',
  ]);
});

test('A state that cannot be read is logged, and asked for again', async () => {
  expect(await linesAt([new Error('away'), 4n])).toEqual([
    'warn Failed to read the progress of the read models - of -',
    'info Read models are catching up 4 of 9',
  ]);
});

test('Read models are as far as the slowest of them', () => {
  const at = (checkpoint: string | null) => ({ checkpoint });
  expect(leastCheckpoint({ one: at('7'), two: at('5'), three: at('30') })).toBe(5n);
  expect(leastCheckpoint({ one: at('7'), two: at(null) })).toBe(0n);
});
