/** The real program on a data folder that has grown: prepared once, kept in bench/data, and used again by later runs. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ProcessClient } from '../../test/support/processes/process-client.ts';
import { type RunningProgram, runProgram } from '../../test/support/processes/service-process.ts';
import { canReadUsage, usageOf } from '../harness/process-usage.ts';
import { scaled } from '../harness/timing.ts';
import { appendHistory } from './long-history.ts';

const SIZES = {
  events: scaled(1_000_000),
  conversations: scaled(10_000),
  chatbots: scaled(1_000),
  chunks: scaled(100_000),
};
const CHUNKS_A_SOURCE = 800;
const WORDS =
  'jacket coat refund parcel delivery receipt exchange size colour price card store hour return day shop'.split(' ');
const UNLIMITED = '100000000/60';
const OWNER = { email: 'bench@example.com', password: 'correct horse battery' };
const READY_WITHIN_MS = 30 * 60_000;
const IDLE_WITHIN_MS = 10 * 60_000;
const IDLE_CPU_SECONDS = 0.1;

/** Ids of the grown chatbot. */
export interface World {
  readonly chatbotId: string;
  readonly widgetKey: string;
  readonly keyId: string;
  readonly sourceId: string;
  readonly sessionId: string;
  readonly conversationId: string;
  readonly messageId: string;
  /** ISO 8601. Before the history was appended to the log. */
  readonly preparedAt: string;
  readonly sizes: {
    readonly events: number;
    readonly conversations: number;
    readonly chatbots: number;
    readonly chunks: number;
  };
}

interface Started extends RunningProgram {
  readonly address: string;
  /** From the start of the process until its read models are current. */
  readonly readyMs: number;
}

export interface GrownService {
  readonly process: Started;
  readonly world: World;
  readonly cookie: string;
  /** A session of the owner ends after a quarter of an hour. @returns a new one's cookie */
  signIn(): Promise<string>;
  stop(): Promise<void>;
}

/** Answers are quotations: with a model, all chunks would be embedded anew. */
export async function startGrownService(): Promise<GrownService> {
  const { directory, world } = await grownFolder();
  const process = await start(directory);
  const signIn = async () =>
    (await new ProcessClient(process.address).expect(200, 'POST', '/api/auth/login', { body: OWNER })).cookie;
  return { process, world, cookie: await signIn(), signIn, stop: () => stop(process) };
}

async function grownFolder(): Promise<{ readonly directory: string; readonly world: World }> {
  const directory = join(import.meta.dirname, `../data/grown-${SIZES.events}`);
  const file = join(directory, 'world.json');
  if (!existsSync(file)) await prepare(directory, file);
  return { directory, world: JSON.parse(readFileSync(file, 'utf8')) };
}

async function prepare(directory: string, file: string): Promise<void> {
  console.log(`Preparing ${SIZES.events.toLocaleString('en')} events in ${directory}; later runs use them again`);
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const service = await start(unfinished);
  const made = await createContent(new ProcessClient(service.address)).finally(() => stop(service));
  const preparedAt = new Date().toISOString();
  const { accountId, others, ...ids } = made;
  const { events, conversations } = SIZES;
  const { events: appended, ...session } = await appendHistory(unfinished, {
    events,
    conversations,
    chatbotId: ids.chatbotId,
    others,
    keyId: ids.keyId,
    accountId,
  });
  // The read models are built, and the log is signed.
  const grown = await start(unfinished);
  await untilIdle(grown);
  await stop(grown);
  const sizes = { ...SIZES, events: appended, chunks: made.chunks };
  writeFileSync(join(unfinished, 'world.json'), JSON.stringify({ ...ids, ...session, preparedAt, sizes }));
  renameSync(unfinished, directory);
  if (!existsSync(file)) throw new Error(`${file} is missing`);
}

async function createContent(client: ProcessClient) {
  const body = { ...OWNER, name: 'Bench' };
  const registered = await client.expect<{ user: { id: string } }>(201, 'POST', '/api/auth/register', { body });
  const { cookie } = registered;
  const create = async <Data>(path: string, content: object) =>
    (await client.expect<Data>(201, 'POST', `/api${path}`, { cookie, body: content })).data;
  const chatbots: string[] = [];
  for (let number = 0; number < SIZES.chatbots; number += 1) {
    const { chatbot } = await create<{ chatbot: { id: string } }>('/chatbots', { name: `Shop ${number}` });
    chatbots.push(chatbot.id);
  }
  const [chatbotId = '', ...others] = chatbots;
  const label = { label: 'Bench', allowedDomains: ['shop.example.com'] };
  const keys = `/chatbots/${chatbotId}/widget-keys`;
  const { key, widgetKey } = await create<{ key: string; widgetKey: { id: string } }>(keys, label);
  let [sourceId, chunks] = ['', 0];
  for (let number = 0; chunks < SIZES.chunks; number += 1) {
    const content = textOf(number, Math.min(CHUNKS_A_SOURCE, SIZES.chunks - chunks));
    const added = await create<{ dataSource: { id: string } }>(`/chatbots/${chatbotId}/datasources`, {
      type: 'text',
      title: `Text ${number}`,
      content,
    });
    sourceId = added.dataSource.id;
    chunks = await chunksWhenReady(client, chatbotId, cookie);
  }
  const question = { sessionId: 'live', message: 'Can I return a jacket?' };
  const { messageId } = await client.stream(key, question);
  return {
    accountId: registered.data.user.id,
    chatbotId,
    others,
    widgetKey: key,
    keyId: widgetKey.id,
    sourceId,
    messageId,
    chunks,
  };
}

interface Read {
  readonly status: string;
  readonly chunkCount: number;
}

async function chunksWhenReady(client: ProcessClient, chatbotId: string, cookie: string): Promise<number> {
  for (;;) {
    const path = `/api/chatbots/${chatbotId}`;
    const { data } = await client.expect<{ chatbot: Read }>(200, 'GET', path, { cookie });
    if (data.chatbot.status === 'error') throw new Error('The content could not be read');
    if (data.chatbot.status === 'ready') return data.chatbot.chunkCount;
    await delay(50);
  }
}

/** Sections of about a chunk each, no two of them alike. */
function textOf(number: number, sections: number): string {
  return Array.from({ length: sections }, (_, section) => {
    const words = Array.from(
      { length: 150 },
      (_each, at) => WORDS[(section * 31 + at * at + number * 7) % WORDS.length],
    );
    return `## Section ${number}.${section}\n\nArticle ${number}x${section}: ${words.join(' ')}.`;
  }).join('\n\n');
}

async function start(directory: string): Promise<Started> {
  const limits = ['AUTH', 'INGESTION', 'MESSAGE', 'KEY', 'CHAT'].map((name) => [`${name}_RATE_LIMIT`, UNLIMITED]);
  const plan = { PLAN_CHATBOTS: '100000', PLAN_MESSAGES: '1000000000' };
  const environment = { DATA_DIR: directory, ...plan, ...Object.fromEntries(limits) };
  const startedAt = performance.now();
  const program = runProgram('src/main.ts', { PORT: '0', LOG_LEVEL: 'warn', LOG_FORMAT: 'pretty', ...environment });
  const [, address = ''] = await program.says(/listens on (http:\S+)/, READY_WITHIN_MS);
  return { ...program, address, readyMs: performance.now() - startedAt };
}

async function stop(service: Started): Promise<void> {
  service.signal('SIGTERM');
  await service.exited;
}

async function untilIdle(service: Started): Promise<void> {
  if (!canReadUsage) return delay(60_000);
  const givenUpAt = Date.now() + IDLE_WITHIN_MS;
  for (let last = usageOf(service.pid).cpuSeconds; ; ) {
    await delay(3_000);
    const { cpuSeconds } = usageOf(service.pid);
    if (cpuSeconds - last < IDLE_CPU_SECONDS || Date.now() > givenUpAt) return;
    last = cpuSeconds;
  }
}
