/** The standalone verifier as a process of its own, on sound exports and on those that somebody changed. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFileTreeHeads } from '../../../src/adapters/files/tree-heads.ts';
import { readSqliteEventLog } from '../../../src/adapters/sqlite/event-log/read-event-log.ts';
import { exportedLines } from '../../../src/audit/verify/exported-lines.ts';
import { type SignedLog, writeSignedLog } from '../../support/stores/signed-log.ts';
import { directoryOfFile, temporaryDirectory } from '../../support/temporary-directory.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/verify-export.mjs', import.meta.url));
const directory = directoryOfFile();
let signed: SignedLog;
/** Lines of the events, and after them the newest head. */
let whole: readonly string[];
let headsOnly: readonly string[];

async function exported({ key }: SignedLog, withEvents: boolean): Promise<readonly string[]> {
  const log = readSqliteEventLog({ directory });
  const lines: string[] = [];
  for await (const some of exportedLines({ log, treeHeads: readFileTreeHeads({ directory }), key }, withEvents)) {
    lines.push(...some);
  }
  await log.close();
  return lines;
}

beforeAll(async () => {
  signed = await writeSignedLog(directory, 60);
  whole = await exported(signed, true);
  headsOnly = await exported(signed, false);
});

interface Result {
  readonly code: number;
  readonly said: string;
}

const run = promisify(execFile);

async function check(
  lines: readonly string[],
  options: { key?: unknown; heads?: readonly string[] } = {},
): Promise<Result> {
  const folder = temporaryDirectory();
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const words = [write('export.jsonl', lines.map((line) => `${line}\n`).join(''))];
  if (options.key !== undefined) words.push('--key', write('key.json', JSON.stringify(options.key)));
  if (options.heads !== undefined) words.push('--heads', write('heads.jsonl', options.heads.join('\n')));
  return run(process.execPath, [SCRIPT, ...words]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );
}

/** Changes the text of one line. */
const changed = (lines: readonly string[], at: number, pattern: RegExp | string, by: string): readonly string[] => {
  const line = lines[at] ?? '';
  expect(line).not.toBe(line.replace(pattern, by));
  return lines.with(at, line.replace(pattern, by));
};

const placeOf = (line: string | undefined): string => {
  const { position, stream, revision } = JSON.parse(line ?? '') as Record<string, unknown>;
  return `position ${position}, ${stream}@${revision}`;
};

describe('the standalone verifier', () => {
  it('is one script of at most 200 lines that imports nothing but Node', () => {
    const text = readFileSync(SCRIPT, 'utf8');
    expect(text.split('\n').length).toBeLessThanOrEqual(201);
    const imports = [...text.matchAll(/from '([^']+)'|import\('([^']+)'/g)].map(([, name]) => name ?? '');
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter((name) => !isBuiltin(name))).toEqual([]);
  });

  it('finds a sound export sound, whole or of heads alone', async () => {
    const { key, events } = signed;
    expect(await check(whole, { key })).toMatchObject({
      code: 0,
      said: expect.stringContaining(`over ${events} events`),
    });
    expect(await check(whole, { heads: headsOnly })).toMatchObject({ code: 0 });
    expect(await check(headsOnly, { key })).toMatchObject({ code: 0 });
  });

  it.each<[string, (lines: readonly string[]) => readonly string[]]>([
    ['an event was changed', (lines) => changed(lines, 20, /"at":\d+/, '"at":1')],
    ['an event was removed', (lines) => lines.toSpliced(20, 1)],
    ['an event was added', (lines) => lines.toSpliced(20, 0, lines[3] ?? '')],
    ['two events were swapped', (lines) => lines.with(20, lines[21] ?? '').with(21, lines[20] ?? '')],
    ['the position of an event was changed', (lines) => changed(lines, 20, /"position":\d+/, '"position":7')],
  ])('names the first event that is wrong when %s', async (_, tamper) => {
    const lines = tamper(whole);
    const { code, said } = await check(lines, { key: signed.key });
    expect({ code, named: said.includes(placeOf(lines[20])) }).toEqual({ code: 1, named: true });
  });

  it('notices a missing end, and a log that ends before a head that was kept', async () => {
    const events = whole.slice(0, -1);
    const newest = whole.at(-1) ?? '';
    expect((await check([...events.slice(0, -3), newest], { key: signed.key })).said).toContain('The end is missing');
    expect((await check(events.slice(0, 40), { heads: headsOnly })).said).toContain('The end is missing');
  });

  it('notices heads that were changed, and those that another key signed', async () => {
    const other = await writeSignedLog(temporaryDirectory(), 20);
    expect((await check(whole, { key: other.key })).code).toBe(1);
    expect((await check(changed(whole, whole.length - 1, /"leaves":"./, '"leaves":"'), { key: signed.key })).code).toBe(
      1,
    );
    expect(
      (await check(changed(headsOnly, 1, /"consistency":\["/, '"consistency":["x'), { key: signed.key })).code,
    ).toBe(1);
    expect(
      (await check(changed(headsOnly, 1, /"head":"([^.]+)\.(....)/, '"head":"$1.AAAA'), { key: signed.key })).code,
    ).toBe(1);
  });

  it('says that it could not look', async () => {
    const { code } = (await run(process.execPath, [SCRIPT, '/nowhere']).catch(
      (error: { code: number }) => error,
    )) as Result;
    expect(code).toBe(2);
    expect((await check(['no JSON'], { key: signed.key })).code).toBe(1);
  });
});
