/** Documents in files without names, which the operating system frees when the process ends or is killed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Documents } from '../../../ports/documents.ts';
import { openSqliteDocuments } from './documents.ts';

export interface TransientDocuments {
  readonly documents: Documents;
  close(): Promise<void>;
}

/** @param parent folder on the disk that holds the files */
export async function openTransientDocuments(parent: string): Promise<TransientDocuments> {
  const directory = await mkdtemp(join(parent, 'chatledger-transient-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const documents = await openSqliteDocuments({ directory });
    // A connection opens the write-ahead log at its first read. The writer has done that.
    await documents.activeVersion('none');
    // Windows keeps the names of open files. There a killed process leaves them.
    await remove().catch(() => undefined);
    const close = async () => {
      await documents.close();
      await remove();
    };
    return { documents, close };
  } catch (error) {
    await remove();
    throw error;
  }
}
