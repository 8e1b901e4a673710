/** Copies blobs while a service adds and deletes them. Blobs never change. */
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../lib/thrown.ts';
import { BLOBS, blobHashOf, copyHashing, filesBelow } from './backup-files.ts';

/** Each copy waits for the disk. */
const CONCURRENCY = 16;

export class BlobCopy {
  readonly #from: string;
  readonly #to: string;
  readonly #onCopied: (bytes: number) => void;
  readonly #damaged = new Set<string>();

  /**
   * @param from data folder
   * @param to backup
   */
  constructor(from: string, to: string, onCopied: (bytes: number) => void) {
    this.#from = from;
    this.#to = to;
    this.#onCopied = onCopied;
  }

  /** Paths of blobs whose bytes no longer have their hash. */
  get damaged(): readonly string[] {
    return [...this.#damaged].toSorted();
  }

  /** Copies blobs added since the last call, and removes deleted ones. */
  async synchronise(): Promise<void> {
    await this.#each(this.#from, (path) => this.#copy(path));
    await this.#each(this.#to, (path) => this.#removeIfGone(path));
  }

  async #each(root: string, visit: (path: string) => Promise<void>): Promise<void> {
    let running: Promise<void>[] = [];
    for await (const below of filesBelow(join(root, BLOBS))) {
      const path = `${BLOBS}/${below}`;
      // Any other file is work in progress.
      if (blobHashOf(path) === null) continue;
      const visited = visit(path);
      // Prevents an unhandled rejection before `Promise.all`.
      visited.catch(() => undefined);
      running.push(visited);
      if (running.length < CONCURRENCY) continue;
      await Promise.all(running);
      running = [];
    }
    await Promise.all(running);
  }

  async #copy(path: string): Promise<void> {
    const to = join(this.#to, path);
    if (this.#damaged.has(path) || (await exists(to))) return;
    try {
      const { sha256, bytes } = await copyHashing(join(this.#from, path), to);
      if (sha256 === blobHashOf(path)) return this.#onCopied(bytes);
      this.#damaged.add(path);
      await rm(to);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }

  async #removeIfGone(path: string): Promise<void> {
    if (!(await exists(join(this.#from, path)))) await rm(join(this.#to, path));
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    },
  );
}
