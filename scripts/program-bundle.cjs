// The bundle of the programs of `src/` that `bundle-programs.ts` made. Plain JavaScript for old versions of Node.
const { existsSync, readFileSync, statSync } = require('node:fs');
const { join, relative } = require('node:path');

/** Not in the system's temporary folder, where others could leave code for us to run. */
const CACHE = 'node_modules/.cache/programs';
const MANIFEST = 'manifest.json';

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

module.exports = { CACHE, MANIFEST, bundledProgram, outputOf, stampOf };
