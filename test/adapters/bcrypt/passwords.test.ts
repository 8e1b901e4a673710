import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { compareSync } from 'bcryptjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBcryptPasswords } from '../../../src/adapters/bcrypt/passwords.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

function open(options?: { rounds?: number; worker?: URL }) {
  const passwords = openBcryptPasswords(options);
  onTestFinished(() => passwords.close());
  return passwords;
}

describe('Passwords', () => {
  test('match their own hash and no other', async () => {
    const passwords = open({ rounds: 4 });
    const hash = await passwords.hash('correct horse');
    expect(hash).toMatch(/^\$2b\$04\$/);
    expect(compareSync('correct horse', hash)).toBe(true);
    expect(await passwords.verify('correct horse', hash)).toBe(true);
    expect(await passwords.verify('wrong horse', hash)).toBe(false);
    expect(await passwords.hash('correct horse')).not.toBe(hash);
  });

  test('never match without an account or with an invalid hash', async () => {
    const passwords = open({ rounds: 4 });
    expect(await passwords.verify('anything', null)).toBe(false);
    expect(await passwords.verify('', null)).toBe(false);
    expect(await passwords.verify('anything', 'not a hash')).toBe(false);
  });

  test('take as long without an account as with one', async () => {
    const passwords = open({ rounds: 8 });
    const hash = await passwords.hash('correct horse');
    const timed = async (against: string | null): Promise<number> => {
      const start = performance.now();
      await passwords.verify('wrong horse', against);
      return performance.now() - start;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    // In turns, so that a busy machine slows both alike.
    for (let round = 0; round < 8; round += 1) {
      known.push(await timed(hash));
      unknown.push(await timed(null));
    }
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.5);
  });

  test('count to their last byte, and are refused beyond the 72 bytes that bcrypt reads', async () => {
    const passwords = open({ rounds: 4 });
    const longest = `${'ä'.repeat(35)}xy`;
    expect(Buffer.byteLength(longest)).toBe(72);
    const hash = await passwords.hash(longest);
    expect(await passwords.verify(`${'ä'.repeat(35)}xz`, hash)).toBe(false);
    await expect(passwords.hash(`${longest}!`)).rejects.toBeInstanceOf(RangeError);
    await expect(passwords.verify(`${longest}!`, hash)).rejects.toBeInstanceOf(RangeError);
    await expect(passwords.verify(`${longest}!`, null)).rejects.toBeInstanceOf(RangeError);
  });

  test('are unavailable while no thread starts, and no longer', async () => {
    const worker = pathToFileURL(join(temporaryDirectory(), 'worker.mjs'));
    const passwords = open({ worker });
    await expect(passwords.hash('correct horse')).rejects.toThrow(
      new StoreUnavailable('passwords', 'no thread starts'),
    );
    writeFileSync(worker, "export const hash = async ({ password }) => 'hash of ' + password;");
    expect(await passwords.hash('correct horse')).toBe('hash of correct horse');
  });

  test('are hashed without holding the event loop', async () => {
    const passwords = open({ rounds: 11 });
    await passwords.hash('the first one starts the threads');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const start = performance.now();
    await passwords.hash('correct horse');
    const took = performance.now() - start;
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(took * 0.8);
  });

  test('are refused beyond the bound of the queue', async () => {
    const passwords = open({ rounds: 4 });
    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.hash('x')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(300);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(StoreUnavailable);
    expect(await passwords.hash('x')).toMatch(/^\$2b/);
  });

  test('of a caller who meets a full queue are hashed before the rest of the caller who fills it', async () => {
    const passwords = open({ rounds: 4 });
    const ended: string[] = [];
    const outcome = (caller: string) =>
      passwords.hash('x', caller).then(
        () => void ended.push(caller),
        () => void ended.push(`${caller} refused`),
      );
    const flood = Array.from({ length: 64 }, () => outcome('flood'));
    await Promise.all([...flood, outcome('owner')]);
    expect(ended).toHaveLength(65);
    expect(ended.filter((end) => end === 'flood refused')).toHaveLength(1);
    expect(ended.indexOf('owner')).toBeLessThan(32);
  });

  test('finish running tasks before they close, and refuse later ones', async () => {
    const passwords = openBcryptPasswords({ rounds: 8 });
    const running = passwords.hash('x');
    await passwords.close();
    expect(await running).toMatch(/^\$2b/);
    await expect(passwords.hash('x')).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test.each([3, 32, 10.5, Number.NaN])('cannot be made with a cost of %d', (rounds) => {
    expect(() => openBcryptPasswords({ rounds })).toThrow(RangeError);
  });
});
