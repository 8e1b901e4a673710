/** The processes of the benchmark. Each says one thing for each it is told. */
import type { ChildProcess } from 'node:child_process';
import { saidBy, startChild } from '../harness/child.ts';
import type { Load, Loaded, ToBare } from './messages.ts';

const start = (file: string) => startChild(new URL(file, import.meta.url));

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
  async prepare(json: string): Promise<void> {
    await this.#ask({ json });
  }

  /** Processor time it has used, seconds. */
  cpuSeconds(): Promise<number> {
    return this.#ask('cpu');
  }

  #ask<Confirmation>(message: ToBare): Promise<Confirmation> {
    this.#child.send(message);
    return saidBy<Confirmation>(this.#child);
  }

  stop(): void {
    this.#child.kill();
  }
}
