/** The processes of the benchmark. */
import type { ChildProcess } from 'node:child_process';
import { saidBy, startChild } from '../child.ts';
import type { Load, Loaded, Pace } from './messages.ts';

const start = (file: string, words: readonly string[] = []) => startChild(new URL(file, import.meta.url), words);

export class Visitors {
  readonly #child = start('./load.ts');

  async ask(load: Load): Promise<Loaded> {
    this.#child.send(load);
    return saidBy<Loaded>(this.#child);
  }

  stop(): void {
    this.#child.kill();
  }
}

export class Model {
  readonly #child: ChildProcess;
  /** Ends in `/v1`. */
  readonly url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(): Promise<Model> {
    const child = start('./model.ts');
    return new Model(child, await saidBy<string>(child));
  }

  async keepTo(pace: Pace): Promise<void> {
    this.#child.send(pace);
    await saidBy(this.#child);
  }

  stop(): void {
    this.#child.kill();
  }
}

export class Relay {
  readonly #child: ChildProcess;
  readonly origin: string;

  private constructor(child: ChildProcess, origin: string) {
    this.#child = child;
    this.origin = origin;
  }

  static async start(modelUrl: string): Promise<Relay> {
    const child = start('./relay.ts', [modelUrl]);
    return new Relay(child, await saidBy<string>(child));
  }

  stop(): void {
    this.#child.kill();
  }
}
