/** Reads a new password: from a terminal, without echo, or from a pipe. Never from an argument, which `ps` shows. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

const MAX_BYTES = 4_096;

/** The message is for the operator. */
export class NoPassword extends Error {
  override readonly name = 'NoPassword';
}

/** @throws NoPassword */
export function readNewPassword(prompt: string): Promise<string> {
  return process.stdin.isTTY ? readTwice(prompt) : readPipe(process.stdin);
}

async function readTwice(prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, written) => written() });
  // readline puts the terminal into raw mode, so that it echoes nothing.
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(`${question}: `);
    const { done, value } = await typed.next();
    process.stderr.write('\n');
    // Ctrl-C and Ctrl-D.
    if (done === true) throw new NoPassword('No password was given.');
    return value;
  };
  try {
    const password = await ask(prompt);
    if ((await ask('The same again')) !== password) throw new NoPassword('The two passwords differ.');
    return password;
  } finally {
    lines.close();
  }
}

async function readPipe(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > MAX_BYTES) break;
  }
  const password = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (/[\r\n]/.test(password)) throw new NoPassword('Standard input must hold the password alone, on one line.');
  return password;
}
