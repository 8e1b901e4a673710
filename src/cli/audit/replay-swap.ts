import { openSqliteDocuments } from '../../adapters/sqlite/documents/documents.ts';
import { swapCollections } from '../../adapters/sqlite/documents/swap-collections.ts';
import { DataFolder } from '../../composition/data-folder.ts';
import type { Config } from '../../config.ts';
import { DEAD_LETTERS } from '../../projections/engine/dead-letters.ts';
import type { Projection } from '../../projections/projection.ts';
import { UsageError } from './command.ts';

/** @throws UsageError for read models in MongoDB; DataDirInUse while the service runs */
export async function lockForSwap({ mongoUrl, dataDir }: Config): Promise<DataFolder> {
  if (mongoUrl !== null) {
    throw new UsageError(
      'With MONGODB_URL, read models are rebuilt by the nodes: drop them as "MongoDB" in docs/operations.md says, and restart',
    );
  }
  return DataFolder.open(dataDir, ({ message }) => void process.stderr.write(`${message}\n`));
}

/** @param folder of the rebuilt read models, closed */
export async function swapIn({ dataDir }: Config, folder: string, projections: readonly Projection[]): Promise<void> {
  const collections = projections.map(({ collection }) => collection);
  const live = await openSqliteDocuments({ directory: dataDir });
  try {
    for (const collection of [DEAD_LETTERS, ...collections]) await live.ensureCollection(collection);
  } finally {
    await live.close();
  }
  swapCollections({ directory: dataDir, from: folder, collections, deadLetters: DEAD_LETTERS });
}
