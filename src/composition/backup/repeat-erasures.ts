/** Repeats erasures in files that are being restored, before any service reads them. */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { openFileBlobs } from '../../adapters/files/blobs.ts';
import { subjectsAbove } from '../../adapters/shared/key-wrapping.ts';
import { erasedSubjects } from '../../adapters/sqlite/backup/embedded-copies.ts';
import { openSqliteEventLog } from '../../adapters/sqlite/event-log/event-log.ts';
import { openSqliteKeys } from '../../adapters/sqlite/keys/keys.ts';
import type { KeySubject } from '../../ports/keys.ts';
import { reopenLog } from '../tree-heads/tree-heads.ts';
import { BLOBS } from './backup-files.ts';
import { repeatErasuresInLog } from './erasure-commands.ts';

const SCOPE = /^chatbot:([A-Za-z0-9-]+)(?:\/source:([A-Za-z0-9-]+))?$/;

/**
 * Decides the erasures again in the log, and destroys the subjects' keys and blobs.
 * @param directory of the files
 * @returns number of subjects that were not erased in these files
 */
export async function repeatErasures(
  directory: string,
  subjects: ReadonlySet<KeySubject>,
  masterKey: KeyObject,
  now: () => number,
): Promise<number> {
  const known = new Set(erasedSubjects(join(directory, 'keys.db')));
  const wanted = [...subjects].filter((subject) => !known.has(subject));
  if (wanted.length === 0) return 0;
  const keys = await openSqliteKeys({ directory, masterKey });
  const log = await openSqliteEventLog({ directory });
  const blobs = await openFileBlobs({ directory: join(directory, BLOBS) });
  try {
    // Erasing a subject erases those below it.
    const highest = wanted.filter((subject) => !subjectsAbove(subject).some((above) => subjects.has(above)));
    await reopenLog(directory, { log, keys });
    await repeatErasuresInLog(highest, { log, keys, masterKey, now });
    for (const subject of wanted) {
      await keys.erase(subject);
      const [, chatbotId, sourceId] = SCOPE.exec(subject) ?? [];
      if (chatbotId !== undefined)
        await blobs.deleteScope(sourceId === undefined ? chatbotId : `${chatbotId}/${sourceId}`);
    }
  } finally {
    for (const store of [log, keys, blobs]) await store.close();
  }
  return wanted.length;
}
