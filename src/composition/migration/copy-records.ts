/** Copies keys, counters, stored responses, embeddings, blobs, and the documents that no event can bring back. */
import { BlobDamaged } from '../../adapters/shared/blob-input.ts';
import { ROTATION_MARK } from '../../adapters/shared/key-wrapping.ts';
import type { CollectionDefinition, Documents, ReadableDocuments } from '../../ports/documents.ts';
import type { JsonObject, Position } from '../../ports/event-log.ts';
import { RESPONSE_RETENTION_MS } from '../../ports/idempotency.ts';
import {
  type MigratedRow,
  type MigratedTable,
  TABLE_NAMES,
  type TableName,
} from '../../ports/migration/migrated-tables.ts';
import { SKIPPED_URLS } from '../../projections/data-sources/skipped-urls.ts';
import { CRAWL_SEGMENTS } from '../../workers/ingestion/website/crawl-journals.ts';
import { MigrationRefused } from './migration-refused.ts';
import type { MigrationSource, MigrationTarget } from './sides.ts';

/** Rows. Stored responses have up to 2 MB each, vectors some KB. */
const PAGE: Readonly<Record<TableName, number>> = { keys: 1_000, counters: 1_000, requests: 16, embeddings: 256 };
const BLOBS_AT_ONCE = 8;
const DOCUMENTS_PER_PAGE = 100;

export interface CopyContext {
  readonly source: MigrationSource;
  readonly target: MigrationTarget;
  readonly now: () => number;
  readonly onProgress: (step: string, done: string) => void;
}

/** Expired responses are left out: each engine deletes them at a time of its own. */
export const isKept = (name: TableName, { values }: MigratedRow, now: number): boolean =>
  name !== 'requests' || Number(values.claimedAt) > now - RESPONSE_RETENTION_MS;

export async function* rowsOf(table: MigratedTable, name: TableName): AsyncGenerator<readonly MigratedRow[]> {
  for (let after: string | null = null; ; ) {
    const page: readonly MigratedRow[] = await table.page(after, PAGE[name]);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.id;
  }
}

/** The target's key store joins the same installation, and counts as many changes. */
export async function copyTables({ source, target, now, onProgress }: CopyContext): Promise<void> {
  for (const name of TABLE_NAMES) {
    let copied = 0;
    for await (const page of rowsOf(source.tables[name], name)) {
      if (page.some(({ id }) => name === 'keys' && id === ROTATION_MARK)) {
        throw new MigrationRefused(
          'A rotation of the master key is not finished. Run `npm run keys -- rotate` again, then migrate.',
        );
      }
      await target.tables[name].put(page.filter((row) => isKept(name, row, now())));
      copied += page.length;
      onProgress(name, `${copied}`);
    }
  }
  const { installationId, revision } = await source.keys.state();
  if (installationId === null) {
    throw new MigrationRefused(
      'The key store of the source belongs to no installation. Start the service of this release on it once.',
    );
  }
  await target.keys.claim(installationId);
  await target.keys.raiseRevision(revision);
}

/** @returns blobs whose bytes no longer have their hash, which are left out */
export async function copyBlobs({ source, target, onProgress }: CopyContext): Promise<readonly string[]> {
  const damaged: string[] = [];
  let copied = 0;
  for await (const page of source.listBlobs()) {
    for (let start = 0; start < page.length; start += BLOBS_AT_ONCE) {
      await Promise.all(page.slice(start, start + BLOBS_AT_ONCE).map(copyOne));
      onProgress('files', `${copied}`);
    }
  }
  return damaged;

  async function copyOne(path: string): Promise<void> {
    const { scope, hash } = blobPlace(path);
    copied += 1;
    if (await target.blobs.has(scope, hash)) return;
    const content = await source.blobs.stream(scope, hash);
    if (content === null)
      throw new MigrationRefused(`The file ${path} disappeared during the migration: a service is running.`);
    // The stream of a damaged blob throws before its last byte, so nothing of it is stored.
    await target.blobs.put(scope, content).catch((error: unknown) => {
      if (!(error instanceof BlobDamaged)) throw error;
      damaged.push(path);
    });
  }
}

export function blobPlace(path: string): { readonly scope: string; readonly hash: string } {
  const end = path.lastIndexOf('/');
  return { scope: path.slice(0, end), hash: path.slice(end + 1) };
}

/** Journals of crawls and lists of skipped URLs. Their writes are older than every event of the target. */
export async function copyDocuments({ source, target, onProgress }: CopyContext): Promise<void> {
  let copied = 0;
  for (const collection of [CRAWL_SEGMENTS, SKIPPED_URLS]) {
    await target.documents.ensureCollection(collection);
    for await (const page of documentsOf(source.documents, collection)) {
      await putDocuments(target.documents, collection, page);
      copied += page.length;
      onProgress('crawl journals', `${copied}`);
    }
  }
}

type Found = { readonly id: string; readonly document: JsonObject };

async function* documentsOf(
  documents: ReadableDocuments,
  collection: CollectionDefinition,
): AsyncGenerator<readonly Found[]> {
  for (let last: Found | undefined; ; ) {
    const after = last === undefined ? {} : { after: { value: last.id, id: last.id } };
    const find = () => documents.find<JsonObject>(collection, { where: {}, limit: DOCUMENTS_PER_PAGE, ...after });
    const page: readonly Found[] = await find().catch((error: unknown) => {
      // A service that has read no website has no such collection.
      if (error instanceof Error && error.message.includes('no such table')) return [];
      throw error;
    });
    last = page.at(-1);
    if (last === undefined) return;
    yield page;
  }
}

async function putDocuments(
  documents: Documents,
  collection: CollectionDefinition,
  page: readonly Found[],
): Promise<void> {
  const position = 0n as Position;
  const writes = page.map(({ id, document }) => ({ kind: 'put', id, document, position }) as const);
  await documents.write([{ collection, writes }], []);
}
