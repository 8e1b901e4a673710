import { statSync } from 'node:fs';

export function inodeOf(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

/** Place of an open file. Once the file is deleted, moved or replaced, the next start would miss what is written to it. */
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
