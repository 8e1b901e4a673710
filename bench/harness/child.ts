/** A process of a benchmark: a file of ours that says one thing for each it is told. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * @param file of the process, a URL such as `new URL('./load.ts', import.meta.url)`
 * @param options.detached leads a process group of its own, so that it can end whatever it has started
 */
export function startChild(
  file: URL,
  words: readonly string[] = [],
  { detached = false }: { readonly detached?: boolean } = {},
): ChildProcess {
  return fork(fileURLToPath(file), [...words], { serialization: 'json', detached });
}

/** Resolves with what it says to this. @throws Error when it ends before */
export function ask<Said>(child: ChildProcess, message: object | string): Promise<Said> {
  child.send(message);
  return saidBy<Said>(child);
}

/** Clients that load a service from a process of their own. */
export class Clients<Load extends object, Loaded> {
  readonly #child: ChildProcess;

  constructor(file: URL) {
    this.#child = startChild(file);
  }

  ask(load: Load): Promise<Loaded> {
    return ask<Loaded>(this.#child, load);
  }

  stop(): void {
    this.#child.kill();
  }
}

/** The next thing it says. @throws Error when it ends before */
export async function saidBy<Message>(child: ChildProcess): Promise<Message> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the benchmark ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as Message;
  } finally {
    over.abort();
    ended.catch(() => undefined);
  }
}
