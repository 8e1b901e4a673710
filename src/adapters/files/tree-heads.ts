/**
 * Newest signed tree head in the data folder, `tree-head.json`; contradicted ones are `tree-head.contradicted-1.json` and so
 * on.
 */
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_CONTRADICTED_HEADS, type ReadableTreeHeads, type TreeHeads } from '../../ports/tree-heads.ts';
import { readFileIfAny, replaceFile, syncDirectory } from './durable.ts';

const FILE = 'tree-head.json';
const CONTRADICTED = /^tree-head\.contradicted-(\d{1,4})\.json$/;

/** Files that belong to the log beside them, as in a backup. */
export const isTreeHeadFile = (name: string): boolean => name === FILE || CONTRADICTED.test(name);

export function readFileTreeHeads({ directory }: { readonly directory: string }): ReadableTreeHeads {
  return new FileTreeHeads(directory);
}

/** One process writes a folder at a time (see DataDirLock). */
export function openFileTreeHeads({ directory }: { readonly directory: string }): TreeHeads {
  return new FileTreeHeads(directory);
}

class FileTreeHeads implements TreeHeads {
  readonly #directory: string;
  /** Size of the head in the file; null before this process has written one. */
  #size: number | null = null;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async newest(): Promise<string | null> {
    return readFileIfAny(join(this.#directory, FILE));
  }

  async contradicted(): Promise<readonly string[]> {
    const names = await this.#contradictedNames();
    return Promise.all(names.map((name) => readFile(join(this.#directory, name), 'utf8')));
  }

  async replace(size: number, text: string): Promise<void> {
    if (size < (this.#size ?? (await this.#storedSize()))) return;
    await replaceFile(join(this.#directory, FILE), text);
    this.#size = size;
  }

  async keepContradicted(text: string): Promise<void> {
    if ((await this.newest()) !== text) return;
    const names = await this.#contradictedNames();
    if (names.length >= MAX_CONTRADICTED_HEADS) {
      throw new Error(
        `${this.#directory} holds ${names.length} tree heads that its event log contradicts. Look into them, and remove them: see docs/audit.md`,
      );
    }
    const number = Math.max(0, ...names.map(numberOf)) + 1;
    await rename(join(this.#directory, FILE), join(this.#directory, `tree-head.contradicted-${number}.json`));
    await syncDirectory(this.#directory);
    this.#size = null;
  }

  async close(): Promise<void> {}

  async #contradictedNames(): Promise<readonly string[]> {
    const names = await readdir(this.#directory);
    return names.filter((name) => CONTRADICTED.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
  }

  async #storedSize(): Promise<number> {
    const text = await this.newest();
    if (text === null) return 0;
    try {
      const size: unknown = Reflect.get(Object(JSON.parse(text)), 'size');
      return typeof size === 'number' ? size : 0;
    } catch {
      return 0;
    }
  }
}

const numberOf = (name: string): number => Number(CONTRADICTED.exec(name)?.[1] ?? 0);
