/** The real program, as one process or as one for each group of roles, and the acts that are costed. */
import { randomBytes } from 'node:crypto';
import { ProcessClient } from '../../test/support/processes/process-client.ts';
import { CostedNode, type Engines, type NodeGroup, type Passed } from './costed-node.ts';
import type { CpuTime } from './cpu-time.ts';

const UNLIMITED = '100000000/60';
const ORIGIN = 'https://shop.example.com';
const LIMITS = ['AUTH', 'INGESTION', 'MESSAGE', 'KEY', 'CHAT', 'RATING'];
const SETTLED_POLLS = 5;
const POLL_MS = 100;
/** About 8,000 characters: some ten passages. */
const SECTIONS_A_SOURCE = 8;

const ONE_NODE: readonly NodeGroup[] = [{ name: 'service' }];

interface Owner {
  readonly cookie: string;
  readonly chatbotId: string;
  readonly key: string;
}

/** CPU and requests of one process since its start. */
export interface Used {
  readonly node: string;
  readonly cpu: CpuTime;
  readonly passed: Passed;
}

export class CostedService {
  readonly settings: Readonly<Record<string, string>>;
  readonly #nodes: readonly CostedNode[];
  readonly #client: ProcessClient;
  readonly #owner: Owner;
  #made = 0;

  private constructor(
    settings: Readonly<Record<string, string>>,
    nodes: readonly CostedNode[],
    client: ProcessClient,
    owner: Owner,
  ) {
    this.settings = settings;
    this.#nodes = nodes;
    this.#client = client;
    this.#owner = owner;
  }

  /**
   * @param engines what has no address is embedded in `directory`
   * @param groups the last one answers requests
   */
  static async start(
    directory: string,
    modelUrl: string,
    engines: Engines = {},
    groups: readonly NodeGroup[] = ONE_NODE,
  ): Promise<CostedService> {
    const stores = { DATA_DIR: directory, MASTER_KEY: randomBytes(32).toString('hex') };
    const limits = Object.fromEntries(LIMITS.map((name) => [`${name}_RATE_LIMIT`, UNLIMITED]));
    const environment = { ...stores, ...limits, OPENAI_BASE_URL: modelUrl, PLAN_MESSAGES: '1000000000' };
    const nodes: CostedNode[] = [];
    for (const group of groups) nodes.push(await CostedNode.start(group, environment, engines));
    const client = new ProcessClient(nodes.at(-1)?.address ?? '');
    const service = new CostedService({ ...stores, ...engines }, nodes, client, await register(client));
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

  /** Usage of each process, once no request goes to an engine any more. */
  async settled(): Promise<readonly Used[]> {
    let [before, still] = [this.used, 0];
    const passed = (used: readonly Used[]) => JSON.stringify(used.map((each) => each.passed));
    while (still < SETTLED_POLLS) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const now = this.used;
      still = passed(now) === passed(before) ? still + 1 : 0;
      before = now;
    }
    return before;
  }

  /** Ordered as the groups. */
  get used(): readonly Used[] {
    return this.#nodes.map(({ name, cpu, passed }) => ({ node: name, cpu, passed }));
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes.toReversed()) await node.stop();
  }

  #next(): number {
    this.#made += 1;
    return this.#made;
  }
}

async function register(client: ProcessClient): Promise<Owner> {
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
