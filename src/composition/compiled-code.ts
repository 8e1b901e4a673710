import { constants, enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Beside the packages, as safe as they are: in the system's temporary folder others could leave code for us to run. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/**
 * Keeps what Node made of our modules, so that every start but the first takes half the time. To be called before they are
 * imported. Where nothing can be written, everything is compiled at every start.
 */
export function keepCompiledCode(): void {
  const { status } = enableCompileCache(FOLDER);
  // Threads look only here, and each would load the stripper of types anew.
  // biome-ignore lint/style/noProcessEnv: set for Node, not read as configuration
  if (status === constants.compileCacheStatus.ENABLED) process.env.NODE_COMPILE_CACHE = FOLDER;
}
