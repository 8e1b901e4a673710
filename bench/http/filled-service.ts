/** The real program in a process of its own, with an owner, a chatbot and what its visitors asked. */
import { ProcessClient } from '../../test/support/processes/process-client.ts';
import { type ServiceProcess, startServiceProcess } from '../../test/support/processes/service-process.ts';
import type { Asked } from './messages.ts';

/** Wide enough that no request of the benchmark meets a limit. */
const UNLIMITED = '100000000/60';
const QUESTIONS = 100;
const SESSIONS = 25;
const ORIGIN = 'https://shop.example.com';

const CONTENT = `Opening hours. The shop is open Monday to Friday from nine to six, and on Saturday from ten to four.

Returns. A jacket can be returned within thirty days, with its receipt and unworn. Refunds take five working days and go to the card
that paid. Exchanges for another size are free, and the parcel for sending it back is in the box.

Delivery. Parcels leave the same day when ordered before two o'clock. Standard delivery takes two to three days and costs four euros;
above fifty euros it is free. Express delivery arrives the next morning.`;

/** Requests that are measured. */
export interface Measured {
  readonly history: Asked;
  readonly chatbot: Asked;
  readonly config: Asked;
  /** One for each of as many messages, so that they do not wait for one another. */
  readonly feedback: readonly Asked[];
  readonly health: Asked;
}

export class FilledService {
  readonly #process: ServiceProcess;
  readonly asked: Measured;

  private constructor(process: ServiceProcess, asked: Measured) {
    this.#process = process;
    this.asked = asked;
  }

  get origin(): string {
    return this.#process.address;
  }

  /** @param more of the environment it runs in */
  static async start(directory: string, more: Readonly<Record<string, string>> = {}): Promise<FilledService> {
    const limits = ['AUTH', 'INGESTION', 'MESSAGE', 'KEY', 'CHAT'].map((name) => [`${name}_RATE_LIMIT`, UNLIMITED]);
    // As where a service manager reads the log.
    const log = { LOG_LEVEL: 'info', LOG_FORMAT: 'json' };
    const environment = { DATA_DIR: directory, ...log, PLAN_MESSAGES: '1000000' };
    const process = await startServiceProcess({ ...environment, ...Object.fromEntries(limits), ...more });
    return new FilledService(process, await fill(new ProcessClient(process.address)));
  }

  /** Processor time it has used, all its threads together, seconds: it tells by itself. */
  async cpuSeconds(): Promise<number> {
    const metrics = await (await fetch(`${this.origin}/metrics`)).text();
    return Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1]);
  }

  async stop(): Promise<void> {
    this.#process.signal('SIGTERM');
    await this.#process.exited;
  }
}

async function fill(client: ProcessClient): Promise<Measured> {
  const registration = { email: 'bench@example.com', password: 'correct horse battery', name: 'Bench' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: registration });
  const asOwner = <Data>(status: number, path: string, body?: object) =>
    client.expect<Data>(status, body === undefined ? 'GET' : 'POST', `/api${path}`, { cookie, body });

  const made = await asOwner<{ chatbot: { id: string } }>(201, '/chatbots', { name: 'Bench' });
  const { id } = made.data.chatbot;
  await asOwner(201, `/chatbots/${id}/datasources`, { type: 'text', title: 'Shop', content: CONTENT });
  while ((await asOwner<{ status: string }>(200, `/chatbots/${id}/status`)).data.status === 'training') {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const key = await asOwner<{ key: string }>(201, `/chatbots/${id}/widget-keys`, {
    label: 'Bench',
    allowedDomains: ['shop.example.com'],
  });
  const headers = { 'x-widget-key': key.data.key, origin: ORIGIN };
  const feedback: Asked[] = [];
  for (let count = 0; count < QUESTIONS; count += 1) {
    const sessionId = `visitor-${count % SESSIONS}`;
    const message = `Can I return a jacket that I bought ${count} days ago, and how long does a refund take?`;
    const { messageId } = await client.stream(key.data.key, { sessionId, message });
    feedback.push({
      method: 'POST',
      path: '/api/chat/any/feedback',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId, messageId, feedback: 'positive' }),
    });
  }
  const session = { cookie };
  return {
    history: { method: 'GET', path: `/api/chatbots/${id}/history`, headers: session },
    chatbot: { method: 'GET', path: `/api/chatbots/${id}`, headers: session },
    config: { method: 'GET', path: '/api/chat/any/config', headers },
    feedback,
    health: { method: 'GET', path: '/healthz', headers: {} },
  };
}
