import { join } from 'node:path';
import { fromFailure, isDamage, toFailure } from '../../adapters/sqlite/thread/failure.ts';
import { StoreDamaged } from '../../ports/store-unavailable.ts';

/** The event log or the key store is damaged. Both are the only copy of what they hold, so a start must not replace them. */
export class IrreplaceableFileDamaged extends Error {
  override readonly name = 'IrreplaceableFileDamaged';

  constructor(what: string, path: string, { message, store }: StoreDamaged) {
    const reason = message.replace(`${store}: `, '');
    super(
      `The ${what} (${path}) is damaged: ${reason}. It cannot be rebuilt, and was left as it is. Restore the data folder from a backup (npm run restore -- DIR).`,
    );
  }
}

/** By the store's name in its errors. */
const FILES: Readonly<Record<string, { readonly what: string; readonly file: string }>> = {
  'event log': { what: 'event log', file: 'events.db' },
  keys: { what: 'key store', file: 'keys.db' },
};

/** The step may read damage that opening the file did not. @throws IrreplaceableFileDamaged; whatever else the step throws */
export async function requireUndamaged<Result>(directory: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    const damaged = FILES[error.store];
    if (damaged === undefined) throw error;
    throw new IrreplaceableFileDamaged(damaged.what, join(directory, damaged.file), error);
  }
}

/** The step reads the file of the store on this thread, and throws SQLite's own errors. @throws as `requireUndamaged` does */
export function requireUndamagedFile<Result>(
  directory: string,
  store: 'event log' | 'keys',
  step: () => Promise<Result>,
): Promise<Result> {
  return requireUndamaged(directory, () =>
    step().catch((error: unknown) => {
      const failure = toFailure(error);
      throw isDamage(failure) ? fromFailure(failure, store) : error;
    }),
  );
}
