import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type ExportRow, exportRow } from '../../audit/export/rows.ts';
import { CSV, JSON_LINES, type TextFormat } from '../../audit/export/text-formats.ts';
import { diskRefusalIn, requireUsableDisk } from '../../composition/stores/usable-disk.ts';
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
"is_erased" says so. A file can only be read by its owner; it holds personal data in clear. A killed export leaves
FILE.incomplete-…, which can be deleted.`,
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

/** The file has its name once it is whole, so that nobody takes a part for the log. */
async function exportToFile(path: string, format: Format, wanted: Wanted, context: AuditContext): Promise<void> {
  requireFree(path);
  const partial = `${path}.incomplete-${randomBytes(4).toString('hex')}`;
  const remove = () => rmSync(partial, { force: true });
  const stopWatching = onSignals(remove);
  try {
    await requireUsableDisk(path, 'export again', async () => {
      const file = await create(partial, path);
      try {
        await exportTo(await sinkOf(partial, file, format), wanted, context);
        await file.sync();
      } finally {
        await file.close();
      }
    });
    requireFree(path);
    renameSync(partial, path);
  } finally {
    remove();
    stopWatching();
  }
}

async function sinkOf(path: string, file: FileHandle, format: Format): Promise<Sink> {
  if (format !== 'parquet') return new TextSink(textFormat(format), (text) => file.writeFile(text));
  const { ParquetFile } = await import('../../audit/export/parquet-file.ts');
  return new ParquetFile(path);
}

/** @throws Error when there is a file already */
function requireFree(path: string): void {
  if (existsSync(path)) throw new Error(`${path} exists already. Name a new file: an export never overwrites a file.`);
}

/** Personal data is for the owner of the file alone. @param finalPath named to the user */
async function create(path: string, finalPath: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (diskRefusalIn(error) !== null) throw error;
    throw new Error(
      `${finalPath} cannot be created (${errorCode(error)}). Name a file in a folder that this user may write to.`,
    );
  }
}

/** Ends the process, as the signal would. @returns lets signals end the process by themselves again */
function onSignals(clean: () => void): () => void {
  const handlers = Object.entries({ SIGINT: 130, SIGTERM: 143 }).map(([signal, code]) => {
    const end = () => {
      clean();
      process.exit(code);
    };
    process.once(signal, end);
    return () => void process.off(signal, end);
  });
  return () => {
    for (const stop of handlers) stop();
  };
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
