/** Which key a log is verified with, and what its exit status and words say when that is missing or another. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AuditContext } from '../../../src/cli/audit/command.ts';
import { verifyCommand } from '../../../src/cli/audit/verify.ts';
import { installationKey, type PublicJwk, SIGNING_SUBJECT } from '../../../src/event-log/tree/signed-head.ts';
import { MemoryKeys } from '../../support/stores/memory-keys.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  return () => write.mockRestore();
});

async function signing(): Promise<{ keys: MemoryKeys; key: PublicJwk }> {
  const keys = new MemoryKeys();
  await keys.getOrCreate(SIGNING_SUBJECT);
  const key = await installationKey(keys);
  if (key === null) throw new Error('no key');
  return { keys, key };
}

/** Verifies a log without other events. @param heads it holds a head, which no key signed */
function verify(keys: MemoryKeys, heads: boolean, ...words: string[]): Promise<number> {
  const readStream = async (_: string, { fromRevision = 0 }: { fromRevision?: number }) =>
    heads && fromRevision === 0 ? [{ revision: 0, type: 'TreeHeadSigned', data: {} }] : [];
  const context = {
    keys,
    log: { readStream, readAll: async () => ({ events: [], readTo: null }) },
    treeHeads: { newest: async () => null, contradicted: async () => [] },
    openRawLog: async () => ({ hidden: async () => [], async *pages() {}, close: async () => undefined }),
  };
  return verifyCommand.parse(words)(context as unknown as AuditContext);
}

function fileOf(key: PublicJwk): string {
  const path = join(temporaryDirectory(), 'key.json');
  writeFileSync(path, JSON.stringify(key));
  return path;
}

test('A log that was never signed is verified by its hash chains', async () => {
  expect(await verify(new MemoryKeys(), false)).toBe(0);
  expect(printed.join('')).toBe('Sound: the hash chains of 0 events. No tree head was signed yet.\n');
});

test('A log with heads could not be looked at without the key that signed them', async () => {
  await expect(verify(new MemoryKeys(), true)).rejects.toThrow(
    'The key store lacks the key that signed the tree heads: give it with --key',
  );
  const { key } = await signing();
  expect(await verify(new MemoryKeys(), true, '--key', fileOf(key))).toBe(0);
});

test('An installation that signs with another key than the one to trust is a finding', async () => {
  const [own, other] = [await signing(), await signing()];
  expect(await verify(own.keys, false, '--key', fileOf(own.key))).toBe(0);
  printed.length = 0;
  expect(await verify(own.keys, false, '--key', fileOf(other.key))).toBe(1);
  const problem = `The installation signs with the key ${own.key.kid}, not with ${other.key.kid}`;
  expect(printed.join('')).toBe(`Changed: ${problem}.\n`);
});

test.each(['', '{}', '{"key":{"kty":"oct"}}'])('A file that holds %j is no key', async (content) => {
  const path = join(temporaryDirectory(), 'key.json');
  writeFileSync(path, content);
  const { keys } = await signing();
  await expect(verify(keys, false, '--key', path)).rejects.toThrow(`${path} holds no public key`);
});
