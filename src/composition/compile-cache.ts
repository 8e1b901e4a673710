import { constants, enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Not in the system's temporary folder, where others could leave code for us to run. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/**
 * Caches compiled modules, so that every start but the first takes half the time. Call it before they are imported. On a
 * read-only disk, every start compiles everything.
 */
export function startCompileCache(): void {
  const { status } = enableCompileCache(FOLDER);
  // Worker threads read only this variable. Without it, each would load the type stripper again.
  // biome-ignore lint/style/noProcessEnv: set for Node, not read as configuration
  if (status === constants.compileCacheStatus.ENABLED) process.env.NODE_COMPILE_CACHE = FOLDER;
}
