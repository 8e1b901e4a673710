import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditContext } from '../../../src/cli/audit/command.ts';
import { exportCommand } from '../../../src/cli/audit/export.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test.each(['jsonl', 'csv', 'parquet'])('An export to %s that breaks off leaves no file', async (format) => {
  const path = join(temporaryDirectory(), 'log');
  const readAll = async ({ after }: { after: Position | null }) => {
    expect(existsSync(path)).toBe(true);
    if (after !== null) throw new StoreUnavailable('event log', 'does not answer');
    return { events: [], readTo: 1n as Position };
  };
  const context = { log: { head: async () => 2n, readAll }, codec: { decode: async () => [] } };
  const run = exportCommand.parse(['--format', format, '--out', path]);
  await expect(run(context as unknown as AuditContext)).rejects.toThrow('event log: does not answer');
  expect(existsSync(path)).toBe(false);
});
