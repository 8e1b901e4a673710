import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../src/audit/event-view.ts';
import { ParquetFile } from '../../../src/audit/export/parquet-file.ts';
import { EXPORT_COLUMNS, exportRow } from '../../../src/audit/export/rows.ts';
import { CSV, JSON_LINES } from '../../../src/audit/export/text-formats.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const MOMENT = '2026-11-22T10:00:00.123Z';
const event: AuditEvent = {
  position: '9223372036854775807',
  stream: 'conversation-ab',
  revision: 3,
  type: 'QuestionAsked',
  schemaVersion: 2,
  data: { chatbotId: 'bot', conversationId: 'talk', messageId: 'm', content: 'He said "hi",\r\n蜜蜂 = 1' },
  actor: { kind: 'visitor', keyId: 'key' },
  requestId: '=HYPERLINK("evil")',
  recordedAt: MOMENT,
};
const erased: AuditEvent = {
  ...event,
  position: '7',
  data: { chatbotId: 'bot', content: { erased: true } },
  actor: { kind: 'account', id: 'owner' },
  requestId: null,
};
const unreadable: AuditEvent = {
  position: '8',
  stream: 's-1',
  revision: 0,
  type: 'Unheard',
  schemaVersion: null,
  data: null,
  unreadable: 'this version does not know the type',
  actor: null,
  requestId: null,
  recordedAt: MOMENT,
};
const rows = [event, erased, unreadable].map(exportRow);

/** A parser of RFC 4180, written by hand. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
}

describe('A row of an export', () => {
  it('has the ids that analysts join by, and says when something was erased', () => {
    expect(rows[0]).toMatchObject({ chatbotId: 'bot', conversationId: 'talk', actorKind: 'visitor', actorId: 'key' });
    expect(rows.map(({ isErased }) => isErased)).toEqual([false, true, false]);
  });
});

describe('A line of CSV', () => {
  it('is quoted as RFC 4180 says, and no cell of it is a formula', () => {
    expect(CSV.head).toBe(`${EXPORT_COLUMNS.map(({ name }) => name).join(',')}\r\n`);
    const line = CSV.line(exportRow(event));
    expect(line.endsWith('\r\n')).toBe(true);
    const cells = cellsOf(line.slice(0, -2));
    expect(cells).toHaveLength(EXPORT_COLUMNS.length);
    const byName = Object.fromEntries(EXPORT_COLUMNS.map(({ name }, place) => [name, cells[place]]));
    expect(byName).toMatchObject({ position: '9223372036854775807', recorded_at: MOMENT, is_erased: 'false' });
    expect(byName.request_id).toBe('\'=HYPERLINK("evil")');
    expect(JSON.parse(byName.data ?? '')).toEqual(event.data);
  });
});

describe('JSON in a line of CSV', () => {
  it('has no cell of a visitor where cells are separated by semicolons, and is the same JSON', () => {
    const content = "Hello;=cmd|' /C calc'!A0;＝1+1;\u200b@x";
    const line = CSV.line(exportRow({ ...event, data: { content } })).trimEnd();
    expect(parse(line, { delimiter: ';', relax_quotes: true })).toEqual([[line]]);
    const [cells = []] = parse(line);
    expect(JSON.parse(cells.at(-1) ?? '')).toEqual({ content });
  });
});

describe('A JSON line', () => {
  it('has every column, the position as text', () => {
    const parsed: unknown = JSON.parse(JSON_LINES.line(exportRow(event)));
    expect(parsed).toMatchObject({ position: '9223372036854775807', recorded_at: MOMENT, data: event.data });
  });
});

describe('A Parquet file', () => {
  it('is read by another library as it was written, in row groups of bounded size', async () => {
    const path = join(temporaryDirectory(), 'log.parquet');
    const file = new ParquetFile(path);
    const many = Array.from({ length: 20_010 }, (_, place) => ({ ...event, position: String(place) }));
    for (const one of [...many, event, erased, unreadable]) await file.add(exportRow(one));
    await file.finish();
    const buffer = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(buffer);
    expect(metadata.row_groups.map(({ num_rows }) => num_rows)).toEqual([20_000n, 13n]);
    const read = await parquetReadObjects({ file: buffer, rowStart: 20_010, rowEnd: 20_013 });
    expect(read).toMatchObject([
      { position: 9223372036854775807n, recorded_at: new Date(MOMENT), chatbot_id: 'bot', data: event.data },
      { position: 7n, is_erased: true, actor_kind: 'account', data: erased.data },
      { position: 8n, unreadable: 'this version does not know the type', data: null, schema_version: null },
    ]);
    // Repeated values are stored once.
    expect(statSync(path).size).toBeLessThan(400_000);
  });

  it('has smaller row groups of large events, so that few are in memory', async () => {
    const path = join(temporaryDirectory(), 'large.parquet');
    const file = new ParquetFile(path);
    const large = exportRow({ ...event, data: { content: 'x'.repeat(1_000_000) } });
    for (let row = 0; row < 18; row += 1) await file.add(large);
    await file.finish();
    const { row_groups: groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
    expect(groups.map(({ num_rows }) => num_rows)).toEqual([16n, 2n]);
  });

  it('can be empty', async () => {
    const path = join(temporaryDirectory(), 'none.parquet');
    await new ParquetFile(path).finish();
    expect(await parquetReadObjects({ file: await asyncBufferFromFile(path) })).toEqual([]);
  });
});
