/** Stores for rebuilt read models, and how these replace the live ones. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { openSqliteDocuments } from '../../adapters/sqlite/documents/documents.ts';
import { swapCollections } from '../../adapters/sqlite/documents/swap-collections.ts';
import { openTransientDocuments } from '../../adapters/sqlite/documents/transient-documents.ts';
import { DataFolder, rebuildFolder } from '../../composition/stores/data-folder.ts';
import type { Config } from '../../config.ts';
import { counted } from '../../lib/counted.ts';
import type { Documents } from '../../ports/documents.ts';
import { DEAD_LETTERS } from '../../projections/engine/dead-letters.ts';
import type { Projection } from '../../projections/projection.ts';
import { FOUND, OK, UsageError } from './command.ts';
import { writeNote } from './output.ts';
import type { Replay } from './replay-models.ts';
import { replaceDiffering } from './replay-repair.ts';

export interface Rebuild {
  /** Empty. */
  readonly documents: Documents;
  /** All read models are rebuilt up to the head of the log. */
  readonly toHead: boolean;
  /** Returns the exit code. Absent (null) without `--swap`. */
  readonly swapIn: ((replay: Replay, projections: readonly Projection[]) => Promise<number>) | null;
  close(): Promise<void>;
}

interface Options {
  readonly swap: boolean;
  readonly directory: string | undefined;
}

/** @throws UsageError; DataDirInUse while an embedded service runs */
export async function openRebuild(config: Config, { swap, directory }: Options): Promise<Rebuild> {
  if (swap && config.mongoUrl === null) {
    if (directory !== undefined) throw new UsageError('--swap builds in DATA_DIR: leave --directory out');
    return openForSwap(config.dataDir);
  }
  const { documents, close } = await openTransientDocuments(directory ?? tmpdir());
  return { documents, toHead: false, swapIn: swap ? (replay) => repairMongo(config, replay) : null, close };
}

async function openForSwap(dataDir: string): Promise<Rebuild> {
  const folder = await DataFolder.open(dataDir, ({ message }) => writeNote(message));
  const directory = rebuildFolder(dataDir);
  try {
    const documents = await openSqliteDocuments({ directory });
    return {
      documents,
      toHead: true,
      async swapIn(_, projections) {
        await documents.close();
        await swapFiles(dataDir, directory, projections);
        writeNote('The rebuilt read models are swapped in.');
        return OK;
      },
      async close() {
        await documents.close();
        await rm(directory, { recursive: true, force: true });
        folder.release();
      },
    };
  } catch (error) {
    folder.release();
    throw error;
  }
}

/** @param from folder of the rebuilt read models, closed */
async function swapFiles(dataDir: string, from: string, projections: readonly Projection[]): Promise<void> {
  const collections = projections.map(({ collection }) => collection);
  const live = await openSqliteDocuments({ directory: dataDir });
  try {
    for (const collection of [DEAD_LETTERS, ...collections]) await live.ensureCollection(collection);
  } finally {
    await live.close();
  }
  swapCollections({ directory: dataDir, from, collections, deadLetters: DEAD_LETTERS });
}

async function repairMongo({ mongoUrl, masterKey: configured, dataDir }: Config, replay: Replay): Promise<number> {
  if (mongoUrl === null) throw new UsageError('MONGODB_URL is not set');
  const [{ findMasterKey }, { openMongo }] = await Promise.all([
    import('../../adapters/files/master-key.ts'),
    import('../../adapters/mongodb/open-mongo.ts'),
  ]);
  const masterKey = await findMasterKey({ configured: configured ?? undefined, directory: dataDir });
  if (masterKey === null) throw new UsageError('MASTER_KEY is not set');
  const mongo = await openMongo({ url: mongoUrl, masterKey });
  try {
    const replaced = await replaceDiffering(replay, mongo.documents);
    writeNote(`Replaced ${counted(replaced, 'document')}. Run replay again: a node may have written one meanwhile.`);
  } finally {
    await mongo.close();
  }
  const left = replay.differences.filter(({ kind }) => kind === 'incomparable');
  if (left.length === 0) return OK;
  writeNote(
    'Read models that cannot be compared are not replaced: drop them as docs/operations/backup.md says, and restart.',
  );
  return FOUND;
}
