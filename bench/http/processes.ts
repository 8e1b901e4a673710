/** The processes of the benchmark. Each says one thing for each it is told. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load, Loaded, Prepared } from './messages.ts';

function start(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'json' });
}

async function saidBy<Message>(child: ChildProcess): Promise<Message> {
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

export class LoadProcess {
  readonly #child = start('./load.ts');

  async ask(load: Load): Promise<Loaded> {
    this.#child.send(load);
    return saidBy<Loaded>(this.#child);
  }

  stop(): void {
    this.#child.kill();
  }
}

export class BareServer {
  readonly #child: ChildProcess;
  readonly origin: string;

  private constructor(child: ChildProcess, origin: string) {
    this.#child = child;
    this.origin = origin;
  }

  static async start(): Promise<BareServer> {
    const child = start('./bare-server.ts');
    return new BareServer(child, await saidBy<string>(child));
  }

  /** From now on it answers this. */
  async prepare(prepared: Prepared): Promise<void> {
    this.#child.send(prepared);
    await saidBy(this.#child);
  }

  stop(): void {
    this.#child.kill();
  }
}
