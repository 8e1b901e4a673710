/** An owner and visitors who send a request again, under its idempotency key, until it is answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PASSWORD, questionAbout } from '../../../faults/support/world.ts';
import {
  type Answered,
  type Ask,
  NotAnswered,
  ProcessClient,
  type StreamedReply,
} from '../../../support/processes/process-client.ts';
import type { Chaos } from './chaos.ts';

const AGAIN_AFTER_MS = 300;
/** A request that is still not answered then has met a defect. */
const ANSWERED_WITHIN_MS = 180_000;
const INDEXED_WITHIN_MS = 180_000;

export interface HistoryRow {
  readonly messageId: string;
  readonly sessionId: string;
  readonly role: string;
  readonly content: string;
}

/** Statuses of a request that another attempt still holds, or that a busy or stopping node refuses. */
const AGAIN = [409, 429, 502, 503];

async function untilAnswered<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  const endsAt = Date.now() + ANSWERED_WITHIN_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const mayRepeat = error instanceof NotAnswered || (error instanceof Error && error.name === 'TimeoutError');
      if (!mayRepeat || Date.now() > endsAt) throw error;
      await pause(AGAIN_AFTER_MS);
    }
  }
}

export class Owner {
  readonly chaos: Chaos;
  readonly #cookie: string;
  /** Id of the chatbot that is never deleted. */
  readonly chatbot: string;
  readonly widgetKey: string;
  readonly #words: string[] = [];

  private constructor(chaos: Chaos, cookie: string, chatbot: string, widgetKey: string) {
    this.chaos = chaos;
    this.#cookie = cookie;
    this.chatbot = chatbot;
    this.widgetKey = widgetKey;
  }

  static async register(chaos: Chaos): Promise<Owner> {
    const client = new ProcessClient(chaos.address);
    const account = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' };
    const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: account });
    const made = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', {
      body: { name: 'Vaults' },
      cookie,
    });
    const { id } = made.data.chatbot;
    const body = { label: 'Shop', allowedDomains: ['*'] };
    const key = await client.expect<{ key: string }>(201, 'POST', `/api/chatbots/${id}/widget-keys`, { body, cookie });
    return new Owner(chaos, cookie, id, key.data.key);
  }

  get taught(): number {
    return this.#words.length;
  }

  async teach(word: string, content: string): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    await this.call('POST', `/chatbots/${this.chatbot}/datasources`, {
      body: { type: 'text', title: word, content },
      headers,
    });
    this.#words.push(word);
  }

  async history(): Promise<readonly HistoryRow[]> {
    const pages: HistoryRow[][] = [];
    for (let before: string | null = ''; before !== null; ) {
      const query: string = before === '' ? '' : `&before=${before}`;
      const path = `/chatbots/${this.chatbot}/history?limit=500${query}`;
      const { data }: Answered<{ messages: HistoryRow[]; nextBefore: string | null }> = await this.call('GET', path);
      pages.unshift(data.messages);
      before = data.nextBefore;
    }
    return pages.flat();
  }

  /** Each source is there once, and an answer finds what it says. */
  async compareSources(): Promise<void> {
    const path = `/chatbots/${this.chatbot}/datasources`;
    const { data } = await this.call<{ dataSources: { type: string; title: string }[] }>('GET', path);
    const titles = data.dataSources.flatMap(({ type, title }) => (type === 'text' ? [title] : [])).sort();
    const expected = [...this.#words].sort();
    if (JSON.stringify(titles) !== JSON.stringify(expected))
      throw new Error(`Sources ${titles}, and added were ${expected}`);
    for (const [n, word] of this.#words.entries()) await this.#finds(word, `open${n}`);
  }

  async #finds(word: string, passphrase: string): Promise<void> {
    const endsAt = Date.now() + INDEXED_WITHIN_MS;
    for (let last = ''; ; await pause(AGAIN_AFTER_MS)) {
      const { text, data } = await this.call<{ response: string }>('POST', `/chatbots/${this.chatbot}/chat`, {
        body: { message: questionAbout(word) },
      });
      if (data.response?.includes(passphrase)) return;
      last = text;
      if (Date.now() > endsAt) throw new Error(`No answer finds ${word}: ${last}`);
    }
  }

  /** @throws Error when a deleted chatbot, or its key, can still be used */
  async expectGone(chatbot: string, secret: string): Promise<void> {
    const { status } = await this.call('GET', `/chatbots/${chatbot}`, {}, [404]);
    const headers = { 'x-widget-key': secret, origin: 'https://shop.example.com' };
    const config = await this.call('GET', '/chat/any/config', { headers }, [401]);
    if (status !== 404 || config.status !== 401) throw new Error(`Deleted, and still there: ${chatbot}`);
  }

  /**
   * Sends the request again until it is answered.
   * @param others statuses that are an answer, beside those of success
   */
  call<Data>(method: string, path: string, ask: Ask = {}, others: readonly number[] = []): Promise<Answered<Data>> {
    return untilAnswered(async () => {
      const client = new ProcessClient(this.chaos.address);
      const answer = await client.call<Data>(method, `/api${path}`, { ...ask, cookie: this.#cookie });
      if (others.includes(answer.status)) return answer;
      if (AGAIN.includes(answer.status)) throw new NotAnswered(answer.text);
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
      return answer;
    });
  }
}

interface Exchange {
  readonly question: string;
  /** `null` when the stream ended in an error event. */
  readonly reply: StreamedReply | null;
}

export class Visitor {
  readonly sessionId: string;
  readonly #owner: Owner;
  readonly #exchanges: Exchange[] = [];

  constructor(sessionId: string, owner: Owner) {
    this.sessionId = sessionId;
    this.#owner = owner;
  }

  get answered(): number {
    return this.#exchanges.filter(({ reply }) => reply !== null).length;
  }

  async ask(question: string): Promise<void> {
    const asked = { sessionId: this.sessionId, message: question };
    const key = randomUUID();
    const reply = await untilAnswered(async () => {
      const client = new ProcessClient(this.#owner.chaos.address);
      return client
        .stream(this.#owner.widgetKey, asked, undefined, { 'idempotency-key': key })
        .catch((error: unknown) => {
          const message = error instanceof Error ? error.message : '';
          if (message.includes('error event')) return null;
          const [, status = ''] = /question was answered (\d+)/.exec(message) ?? [];
          throw AGAIN.includes(Number(status)) ? new NotAnswered(message) : error;
        });
    });
    this.#exchanges.push({ question, reply });
  }

  /** @throws Error that says what does not hold */
  compare(rows: readonly HistoryRow[]): void {
    const asked = new Set(this.#exchanges.map(({ question }) => question));
    const foreign = rows.filter(({ role, content }) => role === 'user' && !asked.has(content));
    if (foreign.length > 0) throw new Error(`Never asked: ${JSON.stringify(foreign)}`);
    for (const { question, reply } of this.#exchanges) {
      const questions = rows.filter(({ role, content }) => role === 'user' && content === question);
      if (questions.length > 1) throw new Error(`Asked once, and there ${questions.length} times: ${question}`);
      if (reply === null) continue;
      const answers = rows.filter(({ messageId }) => messageId === reply.messageId);
      // Nobody but the agent answers a session that is taken over, and `done` names the question.
      const content = reply.takenOver === true ? question : reply.text.split('[SUGGESTIONS]')[0]?.trimEnd();
      if (questions.length !== 1 || answers.length !== 1 || answers[0]?.content !== content) {
        throw new Error(
          `${question} was answered ${JSON.stringify(reply)}, and there is ${JSON.stringify([questions, answers])}`,
        );
      }
    }
    const answers = rows.filter(({ role }) => role === 'assistant');
    if (answers.length > asked.size) throw new Error(`${answers.length} answers to ${asked.size} questions`);
  }
}
