/** Output of the audit commands: results on standard output with backpressure, progress on standard error. */
import { once } from 'node:events';
import { fstatSync, writeSync } from 'node:fs';
import { requireUsableDisk } from '../../composition/stores/usable-disk.ts';
import { terminalSafe } from '../terminal-safe.ts';

/** The reader of standard output closed it, as `head` does. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

let isClosed = false;
/** Standard output as a file, written here: Node's stream takes a part that a full disk accepted for the whole. */
let file: number | null = null;

/** A closed output ends no process: `writeOut` throws instead. */
export function tolerateClosedOutput(): void {
  process.stdout.on('error', () => {
    isClosed = true;
  });
  process.stderr.on('error', () => undefined);
  file = isFile(process.stdout.fd) ? process.stdout.fd : null;
}

function isFile(fd: number): boolean {
  try {
    const stats = fstatSync(fd);
    return stats.isFile() || (stats.isCharacterDevice() && !process.stdout.isTTY);
  } catch {
    return false;
  }
}

/**
 * Waits while the reader lags. Text is made safe for terminals, because visitors wrote much of it.
 * @throws OutputClosed; DiskUnusable when the file cannot be written whole
 */
export async function writeOut(text: string): Promise<void> {
  const safe = terminalSafe(text);
  const fd = file;
  if (fd !== null) return requireUsableDisk('the output', 'run the command again', async () => writeWhole(fd, safe));
  if (isClosed || process.stdout.destroyed) throw new OutputClosed();
  if (process.stdout.write(safe) || isClosed) return;
  await once(process.stdout, 'drain').catch(() => undefined);
}

function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}

export function writeNote(text: string): void {
  process.stderr.write(`${terminalSafe(text)}\n`);
}

/** Characters of lines in one write. */
const MAX_GATHERED = 65_536;

export class JsonLines {
  #gathered = '';

  async write(value: unknown): Promise<void> {
    this.#gathered += `${JSON.stringify(value)}\n`;
    if (this.#gathered.length >= MAX_GATHERED) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#gathered;
    this.#gathered = '';
    if (text !== '') await writeOut(text);
  }
}

const TERMINAL_INTERVAL_MS = 200;
const LINE_INTERVAL_MS = 5_000;

/** Progress of long work: one line that changes on a terminal, otherwise a line every few seconds. */
export class Progress {
  readonly #isTerminal = process.stderr.isTTY === true;
  #shownAt = performance.now();
  #shown = false;

  /** Cheap to call often. */
  report(describe: () => string): void {
    const now = performance.now();
    if (now - this.#shownAt < (this.#isTerminal ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS)) return;
    this.#shownAt = now;
    this.#shown = true;
    process.stderr.write(this.#isTerminal ? `\r\u001b[K${describe()}` : `${describe()}\n`);
  }

  /** Clears the line of a terminal. */
  end(): void {
    if (this.#isTerminal && this.#shown) process.stderr.write('\r\u001b[K');
  }
}
