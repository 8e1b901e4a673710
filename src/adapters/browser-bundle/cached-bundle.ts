/** Built once per state of the sources and cached beside the packages, or shipped in a container image. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lazilyLoaded } from '../../lib/lazily.ts';
import type { BrowserFile, BrowserFiles } from '../../ports/browser-files.ts';
import { type Bundle, fileOf } from './bundle.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CACHE_FOLDER = join(ROOT, 'node_modules', '.cache');
/** Files that shape a bundle besides its sources. */
const SHAPED_BY = ['package-lock.json', 'src/adapters/browser-bundle'];

/** A container image has the files and neither sources nor bundler. */
export const builtFolder = ({ name }: Bundle): string => join(ROOT, 'dist', name);

export class CachedBundle implements BrowserFiles {
  readonly all: () => Promise<readonly BrowserFile[]>;

  constructor(bundle: Bundle) {
    this.all = lazilyLoaded(() => load(bundle));
  }
}

/** Writes the bundle for a container image. */
export async function buildInto(folder: string, bundle: Bundle): Promise<void> {
  const files = await filesOf(bundle);
  await rm(folder, { recursive: true, force: true });
  await store(folder, files);
}

async function load(bundle: Bundle): Promise<readonly BrowserFile[]> {
  const sources = await sourcesOf(bundle);
  if (sources === null) return stored(builtFolder(bundle), bundle);
  const folder = join(CACHE_FOLDER, bundle.name, await hashOf(sources));
  const kept = await stored(folder, bundle).catch(() => null);
  if (kept !== null) return kept;
  const built = await filesOf(bundle);
  // A read-only disk keeps no bundle. Every start builds one then, in less than a second.
  await store(folder, built).catch(() => undefined);
  return built;
}

/** Returns paths, or null when the sources are not there, as in a container image. */
async function sourcesOf({ sources }: Bundle): Promise<readonly string[] | null> {
  const [own, ...others] = await Promise.all(sources.map((folder) => sourcesIn(fileURLToPath(folder))));
  if (own === undefined || own.length === 0) return null;
  const shaping = await Promise.all(SHAPED_BY.map((name) => sourcesIn(join(ROOT, name))));
  return [...own, ...others.flat(), ...shaping.flat()];
}

/** Returns the path itself for a file, and nothing for what does not exist. */
async function sourcesIn(path: string): Promise<readonly string[]> {
  const names = await readdir(path, { recursive: true }).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOTDIR' ? null : [],
  );
  if (names === null) return [path];
  const sources = names.filter((name) => /\.(?:tsx?|css|html)$/.test(name));
  return sources.sort().map((name) => join(path, name));
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const contents = await Promise.all(paths.map((path) => readFile(path).catch(() => '')));
  for (const [index, content] of contents.entries()) hash.update(`${paths[index]}\0`).update(content).update('\0');
  return hash.digest('hex').slice(0, 32);
}

/** Written whole or not at all: several processes may build at once. */
async function store(folder: string, files: readonly BrowserFile[]): Promise<void> {
  const beside = `${folder}.${randomUUID()}`;
  for (const { path, content } of files) {
    await mkdir(dirname(join(beside, path)), { recursive: true });
    await writeFile(join(beside, path), content);
  }
  try {
    await rename(beside, folder);
  } catch {
    // Another process was quicker, with the same files.
    await rm(beside, { recursive: true, force: true });
  }
}

async function stored(folder: string, bundle: Bundle): Promise<readonly BrowserFile[]> {
  const names = await readdir(folder, { recursive: true });
  const paths = names.map((name) => name.replaceAll('\\', '/')).filter((name) => /\.(?:js|css|html)$/.test(name));
  if (!paths.includes(bundle.entry)) throw new Error(`The ${bundle.name} was not built into ${folder}`);
  return Promise.all(paths.map(async (path) => fileOf(bundle, path, await readFile(join(folder, path)))));
}

const filesOf = async (bundle: Bundle): Promise<readonly BrowserFile[]> =>
  (await bundle.build()).map(([path, content]) => fileOf(bundle, path, content));
