/** The real program with proxies before its engines, and the acts that are costed. */
import { randomBytes } from 'node:crypto';
import { ProcessClient } from '../../test/support/process-client.ts';
import { type ServiceProcess, startServiceProcess } from '../../test/support/service-process.ts';
import { CountingProxy } from './counting-proxy.ts';
import { type CpuTime, cpuOf } from './cpu-time.ts';
import { grpcMessages, http1Requests, mongodbRequests } from './request-counters.ts';

export const ENGINES = { EVENTSTORE_URL: grpcMessages, MONGODB_URL: mongodbRequests, ELASTICSEARCH_URL: http1Requests };
export type EngineVariable = keyof typeof ENGINES;
export type Passed = Readonly<Partial<Record<EngineVariable, { readonly requests: number; readonly bytes: number }>>>;

const UNLIMITED = '100000000/60';
const ORIGIN = 'https://shop.example.com';
const LIMITS = ['AUTH', 'INGESTION', 'MESSAGE', 'KEY', 'CHAT', 'RATING'];
const SETTLED_POLLS = 5;
const POLL_MS = 100;
/** About 8,000 characters: some ten passages. */
const SECTIONS_A_SOURCE = 8;

export class CostedService {
  readonly settings: Readonly<Record<string, string>>;
  readonly #process: ServiceProcess;
  readonly #proxies: ReadonlyMap<EngineVariable, CountingProxy>;
  readonly #client: ProcessClient;
  readonly #owner: { readonly cookie: string; readonly chatbotId: string; readonly key: string };
  #made = 0;

  private constructor(
    settings: Readonly<Record<string, string>>,
    process: ServiceProcess,
    proxies: ReadonlyMap<EngineVariable, CountingProxy>,
    client: ProcessClient,
    owner: { readonly cookie: string; readonly chatbotId: string; readonly key: string },
  ) {
    this.settings = settings;
    this.#process = process;
    this.#proxies = proxies;
    this.#client = client;
    this.#owner = owner;
  }

  /** @param engines addresses by variable; what has none is embedded in `directory` */
  static async start(
    directory: string,
    modelUrl: string,
    engines: Readonly<Partial<Record<EngineVariable, string>>>,
  ): Promise<CostedService> {
    const proxies = new Map<EngineVariable, CountingProxy>();
    const proxied: Record<string, string> = {};
    for (const [variable, url] of Object.entries(engines) as [EngineVariable, string][]) {
      const proxy = await CountingProxy.before(url, ENGINES[variable]);
      proxies.set(variable, proxy);
      proxied[variable] = proxy.addressOf(url);
    }
    const stores = { DATA_DIR: directory, MASTER_KEY: randomBytes(32).toString('hex') };
    const limits = Object.fromEntries(LIMITS.map((name) => [`${name}_RATE_LIMIT`, UNLIMITED]));
    const model = { OPENAI_BASE_URL: modelUrl, PLAN_MESSAGES: '1000000000' };
    const running = await startServiceProcess({ ...stores, ...limits, ...model, ...proxied });
    const client = new ProcessClient(running.address);
    const owner = await register(client);
    const service = new CostedService({ ...stores, ...engines }, running, proxies, client, owner);
    for (let count = 0; count < 10; count += 1) await service.addSource();
    return service;
  }

  /** Resolves when the source can be searched. */
  async addSource(): Promise<void> {
    const { cookie, chatbotId } = this.#owner;
    const number = this.#next();
    const sections = Array.from({ length: SECTIONS_A_SOURCE }, (_, at) => section(number, at));
    const body = { type: 'text', title: `Catalogue ${number}`, content: sections.join('\n\n') };
    await this.#client.expect(201, 'POST', `/api/chatbots/${chatbotId}/datasources`, { cookie, body });
    for (;;) {
      const { data } = await this.#client.expect<{ chatbot: { status: string } }>(
        200,
        'GET',
        `/api/chatbots/${chatbotId}`,
        { cookie },
      );
      if (data.chatbot.status === 'ready') return;
      if (data.chatbot.status === 'error') throw new Error('The content could not be read');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** A visitor's first question, answered to its end. */
  async ask(): Promise<{ readonly sessionId: string; readonly messageId: string }> {
    const number = this.#next();
    const sessionId = `visitor-${number}`;
    const message = `How is item ${number % 80} of the catalogue returned, and how long does a refund take?`;
    const { messageId } = await this.#client.stream(this.#owner.key, { sessionId, message });
    return { sessionId, messageId };
  }

  async rate(answer: { readonly sessionId: string; readonly messageId: string }): Promise<void> {
    const headers = { 'x-widget-key': this.#owner.key, origin: ORIGIN };
    const body = { ...answer, feedback: 'positive' };
    await this.#client.expect(200, 'POST', '/api/chat/any/feedback', { headers, body });
  }

  /** Requests that went to the engines, once nothing moves any more. */
  async settled(): Promise<Passed> {
    let [before, still] = [this.#passed(), 0];
    while (still < SETTLED_POLLS) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const now = this.#passed();
      still = JSON.stringify(now) === JSON.stringify(before) ? still + 1 : 0;
      before = now;
    }
    return before;
  }

  get cpu(): CpuTime {
    return cpuOf(this.#process.pid);
  }

  async stop(): Promise<void> {
    this.#process.signal('SIGTERM');
    await this.#process.exited;
    for (const proxy of this.#proxies.values()) proxy.close();
  }

  #next(): number {
    this.#made += 1;
    return this.#made;
  }

  #passed(): Passed {
    return Object.fromEntries([...this.#proxies].map(([variable, proxy]) => [variable, proxy.passed]));
  }
}

async function register(client: ProcessClient): Promise<{ cookie: string; chatbotId: string; key: string }> {
  const registration = { email: 'bench@example.com', password: 'correct horse battery', name: 'Bench' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: registration });
  const made = { cookie, body: { name: 'Bench' } };
  const { data } = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', made);
  const chatbotId = data.chatbot.id;
  const body = { label: 'Bench', allowedDomains: ['shop.example.com'] };
  const path = `/api/chatbots/${chatbotId}/widget-keys`;
  const key = await client.expect<{ key: string }>(201, 'POST', path, { cookie, body });
  return { cookie, chatbotId, key: key.data.key };
}

function section(source: number, at: number): string {
  const sentences = Array.from(
    { length: 12 },
    (_, line) => `Item ${source}-${at}-${line} is returned within ${line + 7} days when it was not worn or washed.`,
  );
  return `## Item ${source * SECTIONS_A_SOURCE + at}\n\n${sentences.join(' ')}`;
}
