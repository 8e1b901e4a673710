import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';

const KEY_BYTES = 32;

/** Writes a new random master key as base64, readable by its owner only. Its content is durable once it resolves. */
export async function writeKeyFile(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
