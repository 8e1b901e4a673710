/**
 * Bundles the programs of `src/` with their packages into few files, which load in a fraction of the time and memory of two thousand.
 * `launch.cjs` runs the bundle while it is newer than none of its inputs (`program-bundle.cjs`), else the sources.
 * Run after `npm ci`, for a container image, and by a service that had to start from its sources.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { asciiSource } from './ascii-source.ts';

const { CACHE, MANIFEST, deleteReplacedBundles, outputOf, stampOf } = createRequire(import.meta.url)(
  './program-bundle.cjs',
) as {
  readonly CACHE: string;
  readonly MANIFEST: string;
  deleteReplacedBundles(root: string): void;
  outputOf(name: string): string;
  stampOf(path: string): string | null;
};

const ROOT = resolve(import.meta.dirname, '..');
const SERVICE = 'src/main.ts';
/** Packages with native code or with files that they find beside themselves, and drivers that few installations load. */
const UNBUNDLED = [
  ...['esbuild', 'sharp', 'sqlite-vec', '@napi-rs/nice', 'playwright-core', 'pdf-parse'],
  ...['mongodb', '@elastic/*', '@eventstore/*', '@grpc/*', 'openai', '@scalar/*'],
  // Fastify's, for what we do in other ways: it would never run them.
  ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'],
];
/** Packages in the form of CommonJS call it for modules of Node. */
const REQUIRE =
  "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);";
/** Modules that threads and processes load: named by a literal `new URL('./name.ts', import.meta.url)`. */
const MODULE_URL = /new URL\('(\.{1,2}\/[^']+\.ts)', import\.meta\.url\)/g;

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
const programs = sources.filter((name) => name === SERVICE || /^src\/cli\/[^/]+\.ts$/.test(name));
const moduleAt = (importer: string, path: string) => posix.join(posix.dirname(importer), path);
const threads = sources
  .flatMap((name) =>
    [...readFileSync(join(ROOT, name), 'utf8').matchAll(MODULE_URL)].map(([, path = '']) => moduleAt(name, path)),
  )
  // A comment may show the form.
  .filter((name) => sources.includes(name));

/** Addresses relative to a module become addresses of the bundle's output for modules, and of the source's neighbours for the rest. */
const addresses: Plugin = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].+\.ts$/ }, ({ path }) => {
      const name = relative(ROOT, path).replaceAll('\\', '/');
      const source = readFileSync(path, 'utf8');
      if (!name.startsWith('src/')) return null;
      const up = '../'.repeat(CACHE.split('/').length + 1);
      const contents = asciiSource(source, name)
        .replace(MODULE_URL, (_, module: string) => `new URL('./${outputOf(moduleAt(name, module))}', import.meta.URL)`)
        .replaceAll('import.meta.url', `new URL('${up}${name}', import.meta.url).href`)
        .replaceAll('import.meta.URL', 'import.meta.url');
      return { contents, loader: 'ts' };
    });
  },
};

/** An import of it would load all that it exports, with Node's own `fetch` and WebSocket: 30 ms and 4 MB. */
const lazyHttp: Plugin = {
  name: 'lazy http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?https?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: path.replace(/^node:/, ''), namespace: 'lazy' } : null,
    );
    onLoad({ filter: /./, namespace: 'lazy' }, ({ path }) => ({
      contents: `module.exports = require('node:${path}');`,
    }));
  },
};

/** Module that piscina runs in each thread, which it finds beside itself. */
const POOL_THREAD = 'node_modules/piscina/dist/worker.js';
const BESIDE_ITSELF = "(0, node_path_1.resolve)(__dirname, 'worker.js')";

/** Node never finds a package again that it missed once, and `npm ci` takes it away beside a service that has not needed a thread yet. */
const threadPool: Plugin = {
  name: 'thread pool',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]piscina[\\/]dist[\\/]index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes(BESIDE_ITSELF)) throw new Error('piscina names the module of its threads in another way');
      return { contents: source.replace(BESIDE_ITSELF, `require.resolve('./${outputOf(POOL_THREAD)}.mjs')`) };
    });
  },
};

const folder = join(ROOT, CACHE, randomUUID());

/** @returns the sources and packages that it read. They share code by chunks, so it starts fastest with few entries. */
async function bundle(entries: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: entries.map((name) => ({ in: name, out: outputOf(name).replace(/\.mjs$/, '') })),
    outdir: folder,
    // By that extension Node knows its form without reading it.
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: UNBUNDLED,
    plugins: [addresses, lazyHttp, threadPool],
    banner: { js: REQUIRE },
    // `NODE_OPTIONS=--enable-source-maps` needs them: reading them at the first error would hold the event loop.
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    // Comments and indentation would stay in memory with the code. Lines stay short, for errors to name them.
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: 'error',
    // As Node strips types: no import is dropped.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return Object.keys(metafile.inputs);
}

const [service, commands] = [programs.filter((name) => name === SERVICE), programs.filter((name) => name !== SERVICE)];
const groups = [service, commands, [...new Set(threads), POOL_THREAD]];
const read = new Set((await Promise.all(groups.map(bundle))).flat());
// The packages' state is that of npm's own list, which each of its installations writes.
const own = [...read].filter((name) => !name.startsWith('node_modules/'));
const bundlers = ['scripts/bundle-programs.ts', 'scripts/ascii-source.ts'];
const inputs = [...own, 'package.json', 'node_modules/.package-lock.json', ...bundlers];
const stamps = inputs.map((name) => [name, stampOf(join(ROOT, name))]);
const manifest = JSON.stringify({ folder: relative(join(ROOT, CACHE), folder), stamps });
mkdirSync(dirname(join(folder, MANIFEST)), { recursive: true });
writeFileSync(join(folder, MANIFEST), manifest);
renameSync(join(folder, MANIFEST), join(ROOT, CACHE, MANIFEST));

deleteReplacedBundles(ROOT);
