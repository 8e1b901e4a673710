/** Files of the widget: built once per state of the sources and cached beside the packages, or shipped in a container image. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WidgetFile, WidgetFiles } from '../../ports/widget-files.ts';
import { bundleWidget, ENTRY, fileOf, WIDGET_SOURCES } from './bundle.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** A container image has the files and neither sources nor bundler. */
export const BUILT_FOLDER: string = join(ROOT, 'dist', 'widget');
const CACHE_FOLDER = join(ROOT, 'node_modules', '.cache', 'widget');
/** Files that shape the bundle besides the widget's sources. */
const SHAPED_BY = ['package-lock.json', 'src/adapters/widget-bundle/bundle.ts'];

export class CachedWidgetFiles implements WidgetFiles {
  #files: Promise<readonly WidgetFile[]> | undefined;

  all(): Promise<readonly WidgetFile[]> {
    this.#files ??= load().catch((error: unknown) => {
      // The next caller tries again.
      this.#files = undefined;
      throw error;
    });
    return this.#files;
  }
}

/** For a container image. */
export async function buildInto(folder: string): Promise<void> {
  const files = await build();
  await rm(folder, { recursive: true, force: true });
  await store(folder, files);
}

async function load(): Promise<readonly WidgetFile[]> {
  const sources = await sourcesOf();
  if (sources === null) return stored(BUILT_FOLDER);
  const folder = join(CACHE_FOLDER, await hashOf(sources));
  const kept = await stored(folder).catch(() => null);
  if (kept !== null) return kept;
  const built = await build();
  // On a read-only disk, every start builds: it takes less than a second.
  await store(folder, built).catch(() => undefined);
  return built;
}

/** Returns null without sources. */
async function sourcesOf(): Promise<readonly string[] | null> {
  const names = await readdir(WIDGET_SOURCES, { recursive: true }).catch(() => null);
  return names?.filter((name) => /\.(?:ts|css)$/.test(name)).sort() ?? null;
}

async function languagesOf(): Promise<readonly string[]> {
  const names = await readdir(new URL('strings/', WIDGET_SOURCES));
  return names.map((name) => name.replace(/\.ts$/, '')).sort();
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const paths = [...sources.map((name) => join(fileURLToPath(WIDGET_SOURCES), name)), ...SHAPED_BY.map(inRoot)];
  const contents = await Promise.all(paths.map((path) => readFile(path).catch(() => '')));
  for (const [index, content] of contents.entries()) hash.update(`${paths[index]}\0`).update(content).update('\0');
  return hash.digest('hex').slice(0, 32);
}

const inRoot = (path: string): string => join(ROOT, path);

/** Written whole or not at all: several processes may build at once. */
async function store(folder: string, files: readonly WidgetFile[]): Promise<void> {
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

async function stored(folder: string): Promise<readonly WidgetFile[]> {
  const names = await readdir(folder, { recursive: true });
  const paths = names.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.js'));
  if (!paths.includes(ENTRY)) throw new Error(`The widget was not built into ${folder}`);
  return Promise.all(paths.map(async (path) => fileOf(path, await readFile(join(folder, path)))));
}

const build = async (): Promise<readonly WidgetFile[]> => bundleWidget(await languagesOf());
