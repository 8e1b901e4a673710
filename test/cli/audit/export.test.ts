import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { AuditContext } from '../../../src/cli/audit/command.ts';
import { exportCommand } from '../../../src/cli/audit/export.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test.each(['jsonl', 'csv', 'parquet'])('An export to %s that breaks off leaves no file', async (format) => {
  const directory = temporaryDirectory();
  const path = join(directory, 'log');
  const readAll = async ({ after }: { after: Position | null }) => {
    // What a killed export leaves is not taken for the log.
    expect(readdirSync(directory)).toEqual([expect.stringMatching(/^log\.incomplete-/)]);
    if (after !== null) throw new StoreUnavailable('event log', 'does not answer');
    return { events: [], readTo: 1n as Position };
  };
  const context = { log: { head: async () => 2n, readAll }, codec: { decode: async () => [] } };
  const run = exportCommand.parse(['--format', format, '--out', path]);
  await expect(run(context as unknown as AuditContext)).rejects.toThrow('event log: does not answer');
  expect(readdirSync(directory)).toEqual([]);
});

const EXPORTED = 3_000;

/** A log of events that are the same but for their position, `position` 1 to `EXPORTED`. */
function logOf(count: number): AuditContext {
  const eventAt = (position: number) => ({
    position: BigInt(position),
    stream: 'chatbot-1',
    revision: position,
    type: 'Told',
    recordedAt: 0,
    data: {},
    metadata: { version: 1 },
  });
  const readAll = async ({ after, limit }: { after: bigint | null; limit: number }) => {
    const first = Number(after ?? 0n) + 1;
    const events = Array.from({ length: Math.min(limit, count - first + 1) }, (_, place) => eventAt(first + place));
    return { events, readTo: events.at(-1)?.position ?? after };
  };
  const unreadable = { ok: false, error: new Error('x'.repeat(100)) };
  const codec = { decode: async (events: readonly unknown[]) => events.map(() => unreadable) };
  const log = { head: async () => (count === 0 ? null : BigInt(count)), readAll };
  return { log, codec } as unknown as AuditContext;
}

async function writesOf(format: string, count: number): Promise<string[]> {
  const writes: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => writes.push(String(text)) > 0);
  try {
    expect(await exportCommand.parse(['--format', format])(logOf(count))).toBe(0);
    return writes;
  } finally {
    write.mockRestore();
  }
}

test.each([
  ['jsonl', '', (line: string) => (JSON.parse(line) as { position: string }).position],
  ['csv', 'position,recorded_at,', (line: string) => line.split(',')[0]],
])('An export to %s writes every row once, in order, a bounded number of them at a time', async (format, head, of) => {
  const writes = await writesOf(format, EXPORTED);
  const lines = writes.join('').trimEnd().split(/\r?\n/);
  if (head !== '') expect(lines.shift()).toContain(head);
  expect(lines.map(of)).toEqual(Array.from({ length: EXPORTED }, (_, place) => String(place + 1)));
  const longest = Math.max(...lines.map((line) => line.length + 2));
  const last = writes.pop() ?? '';
  expect(writes.length).toBeGreaterThan(5);
  for (const { length } of writes) {
    expect(length).toBeGreaterThanOrEqual(65_536);
    expect(length).toBeLessThan(65_536 + longest);
  }
  expect(last.length).toBeLessThan(65_536 + longest);
});

test('An export of an empty log is the head of its format, and nothing else', async () => {
  expect(await writesOf('jsonl', 0)).toEqual([]);
  expect(await writesOf('csv', 0)).toEqual([expect.stringMatching(/^position,.*,data\r\n$/)]);
});
