import { statSync } from 'node:fs';

export function inodeOf(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

/**
 * The place of a file that is open. Deleting, moving or replacing the file takes it from there, and the next start would miss what is
 * written to it.
 */
export class FilePlace {
  readonly path: string;
  readonly #inode: bigint | null;

  /** The file must exist. */
  constructor(path: string) {
    this.path = path;
    this.#inode = inodeOf(path);
  }

  isKept(): boolean {
    return inodeOf(this.path) === this.#inode;
  }
}
