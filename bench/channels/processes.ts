/** The processes of the benchmark: the readers, and the real program with an owner, a chatbot and a session that is taken over. */
import { setTimeout } from 'node:timers/promises';
import { ProcessClient } from '../../test/support/processes/process-client.ts';
import { type RunningProgram, runProgram } from '../../test/support/processes/service-process.ts';
import { ask, startChild } from '../harness/child.ts';
import type { Opened, Resumed, Sent, Stream, ToReaders } from './messages.ts';

/** Wide enough that no request of the benchmark meets a limit. */
const UNLIMITED = '100000000/60';
const ORIGIN = 'https://shop.example.com';
const OWNER = { email: 'bench@example.com', password: 'correct horse battery' };
const CAUGHT_UP_WITHIN_MS = 20 * 60_000;
export const SESSION_ID = 'taken-over';

export class Readers {
  readonly #child = startChild(new URL('./readers.ts', import.meta.url));

  open = (origin: string, streams: readonly Stream[]) => this.#ask<Opened>({ type: 'open', origin, streams });
  send = (order: Omit<ToReaders & { type: 'send' }, 'type'>) => this.#ask<Sent>({ type: 'send', ...order });
  resume = (order: Omit<ToReaders & { type: 'resume' }, 'type'>) => this.#ask<Resumed>({ type: 'resume', ...order });

  stop(): void {
    this.#child.kill();
  }

  #ask<Said>(message: ToReaders): Promise<Said> {
    return ask<Said>(this.#child, message);
  }
}

/** As the process tells by itself. */
export interface Load {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
}

interface Installed {
  readonly chatbotId: string;
  readonly key: string;
}

export class ChannelService {
  readonly #program: RunningProgram;
  readonly #cookie: string;
  readonly origin: string;
  readonly installed: Installed;

  private constructor({ program, origin }: Started, cookie: string, installed: Installed) {
    this.#program = program;
    this.origin = origin;
    this.#cookie = cookie;
    this.installed = installed;
  }

  /** On an empty folder. */
  static async start(directory: string): Promise<ChannelService> {
    const started = await startProgram(directory);
    const client = new ProcessClient(started.origin);
    const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: { ...OWNER, name: 'Bench' } });
    const create = async <Data>(path: string, body: object) =>
      (await client.expect<Data>(201, 'POST', `/api${path}`, { cookie, body })).data;
    const { chatbot } = await create<{ chatbot: { id: string } }>('/chatbots', { name: 'Bench' });
    const label = { label: 'Bench', allowedDomains: ['shop.example.com'] };
    const { key } = await create<{ key: string }>(`/chatbots/${chatbot.id}/widget-keys`, label);
    await client.stream(key, { sessionId: SESSION_ID, message: 'Is anybody there?' });
    const takeover = `/api/chatbots/${chatbot.id}/sessions/${SESSION_ID}/takeover`;
    await client.expect(200, 'POST', takeover, { cookie });
    return new ChannelService(started, cookie, { chatbotId: chatbot.id, key });
  }

  /** On a folder of before. */
  static async restart(directory: string, installed: Installed): Promise<ChannelService> {
    const started = await startProgram(directory);
    const { cookie } = await new ProcessClient(started.origin).expect(200, 'POST', '/api/auth/login', { body: OWNER });
    return new ChannelService(started, cookie, installed);
  }

  get ownerStream(): Stream {
    return { path: `/api/chatbots/${this.installed.chatbotId}/events`, headers: { cookie: this.#cookie } };
  }

  visitorStream(sessionId: string): Stream {
    const headers = { 'x-widget-key': this.installed.key, origin: ORIGIN };
    return { path: `/api/chat/any/events?sessionId=${sessionId}`, headers };
  }

  /** Address at which an agent writes to the session that is taken over. */
  get agentMessages(): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
    const url = `${this.origin}/api/chatbots/${this.installed.chatbotId}/sessions/${SESSION_ID}/messages`;
    return { url, headers: { cookie: this.#cookie, 'content-type': 'application/json' } };
  }

  async load(): Promise<Load> {
    const metrics = await (await fetch(`${this.origin}/metrics`)).text();
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
    return {
      cpuSeconds: metric('process_cpu_seconds_total'),
      residentBytes: metric('process_resident_memory_bytes'),
      heapBytes: metric('nodejs_heap_size_used_bytes'),
    };
  }

  async stop(): Promise<void> {
    this.#program.signal('SIGTERM');
    await this.#program.exited;
  }
}

interface Started {
  readonly program: RunningProgram;
  readonly origin: string;
}

/** Settles when the read models hold the whole log: a long one takes minutes. */
async function startProgram(directory: string): Promise<Started> {
  const limits = ['AUTH', 'INGESTION', 'MESSAGE', 'KEY', 'CHAT'].map((name) => [`${name}_RATE_LIMIT`, UNLIMITED]);
  const environment = { PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'info', ...Object.fromEntries(limits) };
  const program = runProgram('src/main.ts', environment);
  try {
    const [, origin = ''] = await program.says(/Server listening at (http:[^"]+)/);
    for (const givenUpAt = Date.now() + CAUGHT_UP_WITHIN_MS; (await fetch(`${origin}/readyz`)).status !== 200; ) {
      if (Date.now() > givenUpAt) throw new Error('The read models did not catch up');
      await setTimeout(250);
    }
    return { program, origin };
  } catch (error) {
    program.signal('SIGKILL');
    throw error;
  }
}
