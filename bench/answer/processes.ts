/** The processes of the benchmark. */
import type { ChildProcess } from 'node:child_process';
import { ask, Clients, saidBy, startChild } from '../harness/child.ts';
import type { Load, Loaded, Pace } from './messages.ts';

const start = (file: string, words: readonly string[] = []) => startChild(new URL(file, import.meta.url), words);

export class Visitors extends Clients<Load, Loaded> {
  constructor() {
    super(new URL('./load.ts', import.meta.url));
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
    await ask(this.#child, pace);
  }

  stop(): void {
    this.#child.kill();
  }
}

/** A service that answers, in a process of its own. */
export interface Answering {
  readonly pid: number;
  readonly url: string;
  /** Headers of a visitor's question. */
  readonly headers: Readonly<Record<string, string>>;
  stop(): void | Promise<void>;
}

/** A bare Fastify that relays the model. */
export async function startRelay(modelUrl: string): Promise<Answering> {
  return answeringAt(start('./relay.ts', [modelUrl]));
}

/** A plain LangChain.js service that knows the passages. */
export async function startLangChain(modelUrl: string, passages: readonly string[]): Promise<Answering> {
  const child = start('../peers/langchain/service.ts', [modelUrl]);
  child.send(passages);
  return answeringAt(child);
}

async function answeringAt(child: ChildProcess): Promise<Answering> {
  const origin = await saidBy<string>(child);
  const { pid = Number.NaN } = child;
  return { pid, url: `${origin}/message`, headers: {}, stop: () => void child.kill() };
}
