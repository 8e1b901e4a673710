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
