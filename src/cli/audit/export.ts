import { type FileHandle, open, rm } from 'node:fs/promises';
import { type ExportRow, exportRow } from '../../audit/export/rows.ts';
import { CSV, JSON_LINES, type TextFormat } from '../../audit/export/text-formats.ts';
import { errorCode } from '../../lib/thrown.ts';
import { type AuditCommand, type AuditContext, OK, parseOptions, timeOption, UsageError } from './command.ts';
import { pagesOf, requireKnown, viewedEvents, type Wanted } from './events.ts';
import { Progress, writeOut } from './output.ts';
import { requireOrder } from './validate-options.ts';

/** Characters gathered into one write. */
const MAX_GATHERED = 65_536;
const FORMATS = ['jsonl', 'csv', 'parquet'] as const;
type Format = (typeof FORMATS)[number];

export const exportCommand: AuditCommand = {
  usage: `npm run audit -- export --format FORMAT [--out FILE] [options]

  --format FORMAT    jsonl, csv or parquet
  --out FILE         the file to write, which must not exist yet; without it, jsonl and csv go to standard output
  --chatbot ID       only events of this chatbot
  --from TIME        only events recorded at or after this time
  --to TIME          only events recorded at or before this time

One row an event. docs/audit.md lists the columns and asks ten questions with DuckDB. What was erased is {"erased": true} in "data", and
"is_erased" says so. A file can only be read by its owner; it holds personal data in clear.`,
  parse(args) {
    const values = parseOptions(args, {
      format: { type: 'string' },
      out: { type: 'string' },
      chatbot: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
    });
    const format = FORMATS.find((known) => known === values.format);
    if (format === undefined) throw new UsageError('--format must be jsonl, csv or parquet');
    if (format === 'parquet' && values.out === undefined) throw new UsageError('--format parquet needs --out FILE');
    const wanted: Wanted = {
      types: null,
      stream: null,
      chatbot: values.chatbot ?? null,
      conversation: null,
      after: null,
      limit: Number.POSITIVE_INFINITY,
      from: timeOption('from', values.from),
      to: timeOption('to', values.to),
    };
    requireOrder(wanted);
    const { out } = values;
    return async (context) => {
      await requireKnown(wanted, context);
      if (out === undefined) await exportTo(new TextSink(textFormat(format), writeOut), wanted, context);
      else await exportToFile(out, format, wanted, context);
      return OK;
    };
  },
};

interface Sink {
  add(row: ExportRow): Promise<void>;
  finish(): Promise<void>;
}

const textFormat = (format: Format): TextFormat => (format === 'csv' ? CSV : JSON_LINES);

class TextSink implements Sink {
  readonly #format: TextFormat;
  readonly #write: (text: string) => Promise<unknown>;
  #gathered: string;

  constructor(format: TextFormat, write: (text: string) => Promise<unknown>) {
    this.#format = format;
    this.#write = write;
    this.#gathered = format.head;
  }

  async add(row: ExportRow): Promise<void> {
    this.#gathered += this.#format.line(row);
    if (this.#gathered.length >= MAX_GATHERED) await this.finish();
  }

  async finish(): Promise<void> {
    const text = this.#gathered;
    this.#gathered = '';
    if (text !== '') await this.#write(text);
  }
}

/** A file that could not be written whole is removed. */
async function exportToFile(path: string, format: Format, wanted: Wanted, context: AuditContext): Promise<void> {
  const file = await create(path);
  try {
    if (format === 'parquet') {
      const { ParquetFile } = await import('../../audit/export/parquet-file.ts');
      await exportTo(new ParquetFile(path), wanted, context);
    } else await exportTo(new TextSink(textFormat(format), (text) => file.writeFile(text)), wanted, context);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Personal data is for the owner of the file alone. */
async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new Error(`${path} exists already. Name a new file: an export never overwrites a file.`);
    throw new Error(
      `${path} cannot be created (${errorCode(error)}). Name a file in a folder that this user may write to.`,
    );
  }
}

async function exportTo(sink: Sink, wanted: Wanted, context: AuditContext): Promise<void> {
  const progress = new Progress();
  let exported = 0;
  try {
    for await (const page of pagesOf(wanted, context.log)) {
      for (const event of await viewedEvents(page, wanted, context)) {
        await sink.add(exportRow(event));
        exported += 1;
      }
      progress.report(() => `${exported} events exported, at position ${page.at(-1)?.position ?? 'the start'}`);
    }
    await sink.finish();
  } finally {
    progress.end();
  }
}
