import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A folder of its own for the running test, gone when it ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'chatledger-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A folder that all tests of a file share, gone when they have ended. */
export function directoryOfFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'chatledger-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
