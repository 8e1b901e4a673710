/** Data folders of a stopped service, and what may happen to their files. */
import {
  closeSync,
  cpSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

export const PAGE = 4_096;

/** The folder as it is, in another place. */
export function copyOf(directory: string): string {
  const copy = temporaryDirectory();
  cpSync(directory, copy, { recursive: true });
  return copy;
}

/** Removes a database with its write-ahead log. */
export function lose(directory: string, database: string): void {
  for (const name of readdirSync(directory)) {
    if (name === database || name.startsWith(`${database}-`)) rmSync(join(directory, name));
  }
}

/** Puts a database back as it was in another folder. */
export function putBack(directory: string, database: string, from: string): void {
  lose(directory, database);
  for (const name of readdirSync(from)) {
    if (name === database || name.startsWith(`${database}-`)) cpSync(join(from, name), join(directory, name));
  }
}

/** Turns every bit of three bytes around the share of the file that is given. */
export function flipBytes(path: string, share: number): void {
  const file = openSync(path, 'r+');
  try {
    const at = Math.floor(fstatSync(file).size * share);
    const bytes = Buffer.alloc(3);
    if (readSync(file, bytes, 0, bytes.length, at) !== bytes.length) throw new Error(`${path} is too short`);
    writeSync(file, Buffer.from(bytes.map((byte) => byte ^ 0xff)), 0, bytes.length, at);
  } finally {
    closeSync(file);
  }
}

/** Zeroes a database from a page on, counted from 0. */
export function zeroPages(path: string, from: number): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, from * PAGE));
}
