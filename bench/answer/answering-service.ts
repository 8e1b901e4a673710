/** The real program in a process of its own: a chatbot that knows a thousand passages, a model behind it, a key for its visitors. */
import { setTimeout as delay } from 'node:timers/promises';
import { ProcessClient } from '../../test/support/process-client.ts';
import { type ServiceProcess, startServiceProcess } from '../../test/support/service-process.ts';

const PASSAGES = 1_000;
/** Wide enough that no question of the benchmark meets a limit. */
const UNLIMITED = '100000000/60';
const ORIGIN = 'https://shop.example.com';
const SECTIONS_A_SOURCE = 125;

const GOODS = 'jacket coat shirt trousers scarf hat boots gloves belt bag tent lamp rope stove bottle map'.split(' ');
const DEEDS = 'returned washed repaired ordered delivered exchanged refunded reserved measured packed'.split(' ');
const TIMES = 'days weeks hours months'.split(' ');
const STEMS = 'amber birch cedar delta ember fjord grove heath inlet knoll larch marsh north oasis pines quarry'.split(
  ' ',
);

/** The same for the same numbers, otherwise without order. */
function pick(words: readonly string[], ...numbers: readonly number[]): string {
  let state = 0x9e_37_79_b9;
  for (const number of numbers) state = Math.imul(state ^ (number + 1), 0x85_eb_ca_6b) ^ (state >>> 13);
  return words[(state >>> 8) % words.length] ?? '';
}

/** About a passage of text, on one good and what is done with it: a question meets its words in some passages, not in all. */
function section(number: number): string {
  const good = pick(GOODS, number);
  const sentences = Array.from({ length: 16 }, (_, at) => {
    const place = `${pick(STEMS, number, at)}${pick(STEMS, at, number)}`;
    const deed = pick(DEEDS, number, at >> 2);
    return `The ${good} ${place} ${number} is ${deed} near ${pick(STEMS, at, number, 7)} within ${at + 2} ${pick(TIMES, number, at)}.`;
  });
  return `## ${good} ${number}\n\n${sentences.join(' ')}`;
}

export class AnsweringService {
  readonly #process: ServiceProcess;
  readonly url: string;
  /** Headers of a visitor's question. */
  readonly headers: Readonly<Record<string, string>>;
  readonly passages: number;

  private constructor(process: ServiceProcess, filled: { key: string; passages: number }) {
    this.#process = process;
    this.url = `${process.address}/api/chat/any/message`;
    this.headers = { 'x-widget-key': filled.key, origin: ORIGIN };
    this.passages = filled.passages;
  }

  /** @param more of the environment it runs in */
  static async start(
    directory: string,
    modelUrl: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<AnsweringService> {
    const limits = ['AUTH', 'INGESTION', 'MESSAGE', 'KEY', 'CHAT'].map((name) => [`${name}_RATE_LIMIT`, UNLIMITED]);
    const process = await startServiceProcess({
      ...{ DATA_DIR: directory, LOG_LEVEL: 'info', OPENAI_BASE_URL: modelUrl, PLAN_MESSAGES: '1000000000' },
      ...Object.fromEntries(limits),
      ...more,
    });
    return new AnsweringService(process, await fill(new ProcessClient(process.address)));
  }

  async stop(): Promise<void> {
    this.#process.signal('SIGTERM');
    await this.#process.exited;
  }
}

async function fill(client: ProcessClient): Promise<{ key: string; passages: number }> {
  const registration = { email: 'bench@example.com', password: 'correct horse battery', name: 'Bench' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: registration });
  const asOwner = async <Data>(status: number, path: string, body?: object) =>
    (await client.expect<Data>(status, body === undefined ? 'GET' : 'POST', `/api${path}`, { cookie, body })).data;

  const { chatbot } = await asOwner<{ chatbot: { id: string } }>(201, '/chatbots', { name: 'Bench' });
  const passages = async () => {
    for (;;) {
      const { chatbot: now } = await asOwner<{ chatbot: { status: string; chunkCount: number } }>(
        200,
        `/chatbots/${chatbot.id}`,
      );
      if (now.status === 'error') throw new Error('The content could not be read');
      if (now.status === 'ready') return now.chunkCount;
      await delay(50);
    }
  };
  for (let first = 0, known = 0; known < PASSAGES; first += SECTIONS_A_SOURCE) {
    const sections = Array.from({ length: SECTIONS_A_SOURCE }, (_, at) => section(first + at));
    const source = { type: 'text', title: `Catalogue ${first}`, content: sections.join('\n\n') };
    await asOwner(201, `/chatbots/${chatbot.id}/datasources`, source);
    known = await passages();
  }
  const label = { label: 'Bench', allowedDomains: ['shop.example.com'] };
  const { key } = await asOwner<{ key: string }>(201, `/chatbots/${chatbot.id}/widget-keys`, label);
  return { key, passages: await passages() };
}
