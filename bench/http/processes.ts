/** The processes of the benchmark. Each says one thing for each it is told. */
import type { ChildProcess } from 'node:child_process';
import { ask, Clients, saidBy, startChild } from '../harness/child.ts';
import type { Load, Loaded, ToBare } from './messages.ts';

export class LoadProcess extends Clients<Load, Loaded> {
  constructor() {
    super(new URL('./load.ts', import.meta.url));
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
    const child = startChild(new URL('./bare-server.ts', import.meta.url));
    return new BareServer(child, await saidBy<string>(child));
  }

  /** From now on it answers this. */
  async prepare(json: string): Promise<void> {
    await this.#ask({ json });
  }

  /** Processor time it has used, seconds. */
  cpuSeconds(): Promise<number> {
    return this.#ask('cpu');
  }

  #ask<Confirmation>(message: ToBare): Promise<Confirmation> {
    return ask<Confirmation>(this.#child, message);
  }

  stop(): void {
    this.#child.kill();
  }
}
