import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openSqliteDocuments } from '../../../../src/adapters/sqlite/documents/documents.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { batchSize, counted } from './endless-writer.ts';

/** Kills the writer at some moment after so many answers. Returns the last position that was answered. */
async function writeUntilKilled(directory: string, answers: number): Promise<bigint> {
  const script = fileURLToPath(new URL('./endless-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let last = 0n;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    last = BigInt(line);
    seen += 1;
    if (seen === answers) child.kill('SIGKILL');
  }
  await exited;
  return last;
}

test('Documents and checkpoint survive a kill together: all answered writes, and no checkpoint without its documents', async () => {
  const directory = temporaryDirectory();
  for (const answers of [1, 7, 60, 3]) {
    const answered = await writeUntilKilled(directory, answers);
    const documents = await openSqliteDocuments({ directory });
    const checkpoint = (await documents.checkpoint('counted@1'))?.position ?? 0n;
    expect(checkpoint).toBeGreaterThanOrEqual(answered);
    expect(checkpoint % BigInt(batchSize)).toBe(0n);
    const found = await documents.find(counted, {
      where: {},
      orderBy: { field: 'n', direction: 'asc' },
      limit: 100_000,
    });
    expect(found.map(({ document }) => document.n)).toEqual(
      Array.from({ length: Number(checkpoint) }, (_, n) => n + 1),
    );
    await documents.close();
  }
});
