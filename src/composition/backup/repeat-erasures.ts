/** Repeats erasures in files that are being restored, before any service reads them. */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { openFileBlobs } from '../../adapters/files/blobs.ts';
import { erasedSubjects } from '../../adapters/sqlite/backup/embedded-copies.ts';
import { openSqliteKeys } from '../../adapters/sqlite/keys/keys.ts';
import type { KeySubject } from '../../ports/keys.ts';
import { BLOBS } from './backup-files.ts';

const SCOPE = /^chatbot:([A-Za-z0-9-]+)(?:\/source:([A-Za-z0-9-]+))?$/;

/**
 * Destroys the keys and blobs of the subjects.
 * @param directory of the files
 * @returns how many of them were not erased in these files
 */
export async function repeatErasures(
  directory: string,
  subjects: ReadonlySet<KeySubject>,
  masterKey: KeyObject,
): Promise<number> {
  const known = new Set(erasedSubjects(join(directory, 'keys.db')));
  const wanted = [...subjects].filter((subject) => !known.has(subject));
  if (wanted.length === 0) return 0;
  const keys = await openSqliteKeys({ directory, masterKey });
  const blobs = await openFileBlobs({ directory: join(directory, BLOBS) });
  try {
    for (const subject of wanted) {
      await keys.erase(subject);
      const [, chatbotId, sourceId] = SCOPE.exec(subject) ?? [];
      if (chatbotId !== undefined)
        await blobs.deleteScope(sourceId === undefined ? chatbotId : `${chatbotId}/${sourceId}`);
    }
  } finally {
    await keys.close();
    await blobs.close();
  }
  return wanted.length;
}
