/** Output of the audit commands: results on standard output with backpressure, progress on standard error. */
import { once } from 'node:events';
import { terminalSafe } from '../terminal-safe.ts';

/** The reader of standard output closed it, as `head` does. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

let isClosed = false;

/** A closed output ends no process: `writeOut` throws instead. */
export function tolerateClosedOutput(): void {
  process.stdout.on('error', () => {
    isClosed = true;
  });
  process.stderr.on('error', () => undefined);
}

/** Waits while the reader lags. Text is made safe for terminals, because visitors wrote much of it. @throws OutputClosed */
export async function writeOut(text: string): Promise<void> {
  if (isClosed || process.stdout.destroyed) throw new OutputClosed();
  if (process.stdout.write(terminalSafe(text)) || isClosed) return;
  await once(process.stdout, 'drain').catch(() => undefined);
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
