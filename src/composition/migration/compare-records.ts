/** Compares the copied rows and files at both ends, one by one. */
import { createHash } from 'node:crypto';
import type { MigratedRow, MigratedTable, MigratedValue, TableName } from '../../ports/migration/migrated-tables.ts';
import { TABLE_NAMES } from '../../ports/migration/migrated-tables.ts';
import { blobPlace, type CopyContext, isKept, rowsOf } from './copy-records.ts';
import { MigrationRefused } from './migration-refused.ts';

export interface ComparedContent {
  readonly name: string;
  readonly count: number;
  /** SHA-256 of all ids and contents. */
  readonly digest: string;
}

/** Responses that expire during the comparison are not compared. */
const EXPIRY_SLACK_MS = 600_000;

/** @throws MigrationRefused when a table or the files differ */
export async function compareRecords(
  context: CopyContext,
  damaged: readonly string[],
): Promise<readonly ComparedContent[]> {
  const { source, target, onProgress, now } = context;
  const compared: ComparedContent[] = [];
  const at = now() + EXPIRY_SLACK_MS;
  for (const name of TABLE_NAMES) {
    onProgress('comparing', name);
    const [here, there] = await Promise.all([
      digestOf(source.tables[name], name, at),
      digestOf(target.tables[name], name, at),
    ]);
    if (here.digest !== there.digest) throw differs(name, here.count, there.count);
    compared.push({ name, ...here });
  }
  return [...compared, await compareBlobs(context, new Set(damaged))];
}

async function digestOf(table: MigratedTable, name: TableName, at: number) {
  const hash = createHash('sha256');
  let count = 0;
  for await (const page of rowsOf(table, name)) {
    for (const row of page) {
      if (!isKept(name, row, at)) continue;
      hash.update(lineOf(row));
      count += 1;
    }
  }
  return { count, digest: hash.digest('hex') };
}

function lineOf({ id, values }: MigratedRow): string {
  const members = Object.keys(values)
    .toSorted()
    .map((key) => [key, textOf(values[key] ?? null)]);
  return `${JSON.stringify([id, members])}\n`;
}

const textOf = (value: MigratedValue) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value);

/** Reads every file of the target, whose reader compares the bytes with their hash. */
async function compareBlobs({ source, target, onProgress }: CopyContext, damaged: ReadonlySet<string>) {
  let [count, there] = [0, 0];
  const sum = createHash('sha256');
  for await (const page of source.listBlobs()) {
    for (const path of page.filter((each) => !damaged.has(each)).toSorted()) {
      const { scope, hash } = blobPlace(path);
      const content = await target.blobs.stream(scope, hash);
      if (content === null)
        throw new MigrationRefused(`The file ${path} is missing in the target. Run the command again.`);
      for await (const _ of content);
      sum.update(`${path}\n`);
      count += 1;
      onProgress('comparing', `files: ${count}`);
    }
  }
  for await (const page of target.listBlobs()) there += page.length;
  if (count !== there) throw differs('files', count, there);
  return { name: 'files', count, digest: sum.digest('hex') };
}

function differs(name: string, here: number, there: number): MigrationRefused {
  return new MigrationRefused(
    `The ${name} differ: ${here} in the source, ${there} in the target. Something wrote to one of them during the migration. Stop it, empty the target, and begin again.`,
  );
}
