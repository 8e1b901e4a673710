/** Rows as a Parquet file, written row group by row group. */
import { type ColumnSource, fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { JsonObject } from '../../ports/event-log.ts';
import { EXPORT_COLUMNS, type ExportRow } from './rows.ts';

/** A row group ends at the first of the two; the characters bound the memory. */
const MAX_GROUP_ROWS = 20_000;
const MAX_GROUP_CHARACTERS = 16_000_000;

type ColumnType = NonNullable<ColumnSource['type']>;
const TYPES: Readonly<Record<keyof ExportRow, { readonly type: ColumnType; readonly nullable: boolean }>> = {
  position: { type: 'INT64', nullable: false },
  recordedAt: { type: 'TIMESTAMP', nullable: false },
  type: { type: 'STRING', nullable: false },
  schemaVersion: { type: 'INT32', nullable: true },
  stream: { type: 'STRING', nullable: false },
  revision: { type: 'INT32', nullable: false },
  chatbotId: { type: 'STRING', nullable: true },
  conversationId: { type: 'STRING', nullable: true },
  messageId: { type: 'STRING', nullable: true },
  questionId: { type: 'STRING', nullable: true },
  sourceId: { type: 'STRING', nullable: true },
  accountId: { type: 'STRING', nullable: true },
  actorKind: { type: 'STRING', nullable: true },
  actorId: { type: 'STRING', nullable: true },
  requestId: { type: 'STRING', nullable: true },
  isErased: { type: 'BOOLEAN', nullable: false },
  unreadable: { type: 'STRING', nullable: true },
  data: { type: 'JSON', nullable: true },
};

export class ParquetFile {
  readonly #writer: ParquetWriter;
  #rows: ExportRow[] = [];
  #characters = 0;

  /** Overwrites the file. */
  constructor(path: string) {
    const schema = schemaFromColumnData({ columnData: columnsOf([]) });
    this.#writer = new ParquetWriter({ writer: fileWriter(path), schema, createdBy: 'Chatledger' });
  }

  async add(row: ExportRow): Promise<void> {
    this.#rows.push(row);
    this.#characters += sizeOf(row.data);
    if (this.#rows.length >= MAX_GROUP_ROWS || this.#characters >= MAX_GROUP_CHARACTERS) await this.#writeGroup();
  }

  /** The file is complete once it resolves. */
  async finish(): Promise<void> {
    await this.#writeGroup();
    await this.#writer.finish();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    this.#characters = 0;
    await this.#writer.write({ columnData: columnsOf(rows), rowGroupSize: rows.length });
  }
}

function columnsOf(rows: readonly ExportRow[]): ColumnSource[] {
  return EXPORT_COLUMNS.map(({ name, field }) => ({ name, data: rows.map((row) => row[field]), ...TYPES[field] }));
}

const sizeOf = (data: JsonObject | null): number => (data === null ? 0 : JSON.stringify(data).length);
