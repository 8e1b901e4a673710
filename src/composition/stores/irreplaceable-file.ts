import { join } from 'node:path';
import { StoreDamaged } from '../../ports/store-unavailable.ts';

/** A damaged event log or key store. Both are the only copy of what they hold, so a start must not replace them. */
class IrreplaceableFileDamaged extends Error {
  override readonly name = 'IrreplaceableFileDamaged';

  constructor(what: string, path: string, { message, store }: StoreDamaged) {
    const reason = message.replace(`${store}: `, '');
    super(
      `The ${what} (${path}) is damaged: ${reason}. It cannot be rebuilt, and was left as it is. Restore the data folder from a backup (npm run restore -- DIR).`,
    );
  }
}

/** @throws IrreplaceableFileDamaged; whatever else `open` throws */
export async function openIrreplaceable<Store>(
  what: string,
  directory: string,
  file: string,
  open: () => Promise<Store>,
): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof StoreDamaged) throw new IrreplaceableFileDamaged(what, join(directory, file), error);
    throw error;
  }
}
