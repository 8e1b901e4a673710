// The bundle of the programs of `src/` that `bundle-programs.ts` made. Plain JavaScript for old versions of Node.
const { existsSync, readdirSync, readFileSync, rmSync, statSync } = require('node:fs');
const { join, relative } = require('node:path');

/**
 * Not in the system's temporary folder, where others could leave code for us to run, nor in `node_modules`: `npm ci` deletes that folder first,
 * and a running service may yet load parts of the bundle that it started from.
 */
const CACHE = 'dist/programs';
const MANIFEST = 'manifest.json';
/** Node names a file of it by the path of a module, so each bundle adds its own. */
const COMPILED = 'node_modules/.cache/compiled';
/** The newest, and the one before it, from which a service may yet run. */
const KEPT_BUNDLES = 2;
/** Another process may yet write a younger one, as where several nodes of a host start from their sources at once. */
const MIN_AGE_MS = 600_000;

/** The name of the bundle's output for a module, as `src.main.mjs` for `src/main.ts`. */
const outputOf = (name) => name.replace(/\.ts$/, '.mjs').replaceAll('/', '.');

/** Changes with each edit. Whole seconds, which is what layers of container images keep. Null for a file that is missing. */
function stampOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.size}@${Math.floor(stats.mtimeMs / 1000)}`;
}

/** The bundled program in the place of a program; null when there is none, or one of its inputs has changed since. */
function bundledProgram(root, program) {
  try {
    const { folder, stamps } = JSON.parse(readFileSync(join(root, CACHE, MANIFEST), 'utf8'));
    const bundled = join(root, CACHE, folder, outputOf(relative(root, program).replaceAll('\\', '/')));
    if (!existsSync(bundled)) return null;
    return stamps.every(([name, stamp]) => stampOf(join(root, name)) === stamp) ? bundled : null;
  } catch {
    return null;
  }
}

/** Deletes bundles that newer ones have replaced, with the compiled code from before those that are kept. */
function deleteReplacedBundles(root) {
  const cache = join(root, CACHE);
  const bundles = readdirSync(cache, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ path: join(cache, name), madeAt: stampedAt(join(cache, name)) }))
    .sort((one, other) => other.madeAt - one.madeAt);
  for (const { path, madeAt } of bundles.slice(KEPT_BUNDLES)) {
    if (Date.now() - madeAt > MIN_AGE_MS) rmSync(path, { recursive: true, force: true });
  }
  const oldest = bundles.slice(0, KEPT_BUNDLES).at(-1);
  if (oldest !== undefined) deleteCompiledBefore(join(root, COMPILED), oldest.madeAt);
}

/** Compiled code of packages outside the bundles goes too, and the next start compiles it again. */
function deleteCompiledBefore(folder, time) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && stampedAt(path) < time) rmSync(path, { force: true });
  }
}

/** Epoch milliseconds; 0 for a folder that another process has deleted meanwhile. */
const stampedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

module.exports = { CACHE, MANIFEST, bundledProgram, deleteReplacedBundles, outputOf, stampOf };
