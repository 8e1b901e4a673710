/** A whole service of its own in a temporary folder, or on engines, asked over a real socket, every answer held to its OpenAPI document. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { BcryptPasswords } from '../../../src/adapters/bcrypt/passwords.ts';
import type { Models } from '../../../src/composition/models/models.ts';
import { type RunningService, startService } from '../../../src/composition/service.ts';
import { readConfig } from '../../../src/config.ts';
import { deriveKey } from '../../../src/event-log/keyed-hash.ts';
import { PasswordResetTokens } from '../../../src/http/plugins/session/password-reset-tokens.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Chatbot } from '../../../src/projections/chatbots/queries.ts';
import type { WidgetKey } from '../../../src/projections/widget-keys/queries.ts';
import { type Installation, newInstallation } from '../engines/engines.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { Documented, type OpenApiDocument } from './documented.ts';
import { type StreamedAnswer, streamed } from './streamed-answer.ts';

/** Wide enough that no test meets a limit it is not about. */
const UNLIMITED = '1000000/60';
const ENVIRONMENT = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  AUTH_RATE_LIMIT: UNLIMITED,
  INGESTION_RATE_LIMIT: UNLIMITED,
  MESSAGE_RATE_LIMIT: UNLIMITED,
  KEY_RATE_LIMIT: UNLIMITED,
  CHAT_RATE_LIMIT: UNLIMITED,
  PLAN_CHATBOTS: '1000',
  PLAN_MESSAGES: '1000000',
};

export interface Request {
  /** Sent as JSON unless it is a form or a string. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly success?: boolean;
  readonly data: Data;
  /** Present in errors. */
  readonly message?: string;
  readonly code?: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

interface TestServiceOptions {
  readonly models?: Models;
  readonly passwords?: BcryptPasswords;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Installation that the service is a node of, removed by its creator. Default: one of its own. */
  readonly installation?: Installation;
}

/** The routes, and so their document, are the same in every service. */
let documented: Promise<Documented> | undefined;

export class TestService {
  #running: RunningService | undefined;
  readonly #removeData: () => Promise<void>;

  private constructor(running: RunningService, removeData: () => Promise<void>) {
    this.#running = running;
    this.#removeData = removeData;
  }

  get running(): RunningService {
    if (this.#running === undefined) throw new Error('The service has stopped');
    return this.#running;
  }

  static async start(
    environment: Readonly<Record<string, string>> = {},
    { installation: given, ...options }: TestServiceOptions = {},
  ): Promise<TestService> {
    const directory = mkdtempSync(join(tmpdir(), 'chatledger-http-'));
    const installation = given ?? (await newInstallation());
    const place = { DATA_DIR: directory, ...installation.environment };
    const read = readConfig({}, { ...ENVIRONMENT, ...place, ...environment });
    if (!read.ok) throw new Error(read.faults.join('\n'));
    const logger = pino({ level: 'silent' });
    const running = await startService(read.config, { logger, passwords: cheapPasswords, ...options });
    await running.ready;
    return new TestService(running, async () => {
      rmSync(directory, { recursive: true, force: true });
      if (given === undefined) await installation.remove();
    });
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    // Variables of the test file keep this object as long as the process lives, but not the whole service.
    this.#running = undefined;
    await this.#removeData();
  }

  async call<Data = unknown>(
    method: string,
    path: string,
    { body, headers = {} }: Request = {},
  ): Promise<ApiResponse<Data>> {
    const response = await this.fetch(method, path, { body, headers });
    const contentType = response.headers.get('content-type') ?? '';
    const isEndless = method === 'GET' && contentType.startsWith('text/event-stream');
    const text = isEndless ? await beginningOf(response) : await response.text();
    const { status } = response;
    (await this.documented()).check({ method, url: path, status, contentType, text });
    const parsed = contentType.startsWith('application/json') ? (JSON.parse(text) as object) : {};
    return { data: undefined as Data, ...parsed, status, headers: response.headers, text };
  }

  /** The bare response, for streams. */
  async fetch(
    method: string,
    path: string,
    { body, headers = {} }: Request = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof FormData);
    return fetch(`${this.running.address}${path}`, {
      method,
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as string | FormData) }),
      ...(signal === undefined ? {} : { signal }),
      redirect: 'manual',
    });
  }

  documented(): Promise<Documented> {
    documented ??= this.document().then((document) => new Documented(document));
    return documented;
  }

  async document(): Promise<OpenApiDocument> {
    const response = await this.fetch('GET', '/openapi.json');
    return (await response.json()) as OpenApiDocument;
  }

  /** The token of a link to set a new password, as the service issues it now or at another time. */
  async resetToken(email: string, at: number = Date.now()): Promise<string> {
    const { stores, application } = this.running;
    const account = await application.commands.accounts.findByEmail(email);
    if (account === null) throw new Error(`Nobody has the address ${email}`);
    const key = deriveKey(stores.masterKey, 'password-resets');
    return new PasswordResetTokens(key, { now: () => at }).issue(account).token;
  }

  /** A new account, signed in. */
  async owner(email = `${crypto.randomUUID()}@example.com`): Promise<Owner> {
    const body = { email, password: 'correct horse', name: 'Ada' };
    return new Owner(this, cookiesOf(await this.call('POST', '/api/auth/register', { body })));
  }
}

/** The first part of a stream that does not end by itself. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ?? '';
}

/** Name and value of the cookies that an answer sets, as a request sends them back. */
export const cookiesOf = (answer: Pick<ApiResponse, 'headers'>): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A signed-in owner. */
export class Owner {
  readonly service: TestService;
  readonly cookie: string;

  constructor(service: TestService, cookie: string) {
    this.service = service;
    this.cookie = cookie;
  }

  /** The same person at another node. */
  at(service: TestService): Owner {
    return new Owner(service, this.cookie);
  }

  call<Data = unknown>(method: string, path: string, { body, headers }: Request = {}): Promise<ApiResponse<Data>> {
    return this.service.call<Data>(method, `/api${path}`, { body, headers: { cookie: this.cookie, ...headers } });
  }

  async chatbot(changes: object = {}): Promise<Chatbot> {
    const created = chatbotOf(
      await this.call<{ chatbot: Chatbot }>('POST', '/chatbots', { body: { name: 'Support' } }),
    );
    if (Object.keys(changes).length === 0) return created;
    return chatbotOf(await this.call<{ chatbot: Chatbot }>('PATCH', `/chatbots/${created.id}`, { body: changes }));
  }

  async text(chatbotId: string, title: string, content: string): Promise<string> {
    const body = { type: 'text', title, content };
    const path = `/chatbots/${chatbotId}/datasources`;
    const added = await this.call<{ dataSource: { id: string } }>('POST', path, { body });
    await this.trained(chatbotId);
    return added.data.dataSource.id;
  }

  /** Settles when nothing of the chatbot waits to be read any more. Each event of a source may be the last one. */
  async trained(chatbotId: string): Promise<void> {
    const { stores, application: inside } = this.service.running;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = async () => {
      const { data } = await this.call<{ status: string }>('GET', `/chatbots/${chatbotId}/status`);
      if (data.status !== 'training') resolve();
    };
    const head = await stores.log.head();
    const watching = stores.log.subscribe({
      after: head,
      filter: { categories: ['source'] },
      onEvents: async (_events, readTo) => {
        await inside.readSide.waitFor(readTo);
        await look();
      },
    });
    watching.ended.catch(reject);
    // Otherwise the last event may be in the log already, and not yet in the read model.
    await inside.readSide.waitFor(head);
    await look();
    await promise;
    await watching.stop();
  }

  async widget(chatbotId: string, allowedDomains: readonly string[] = ['example.com']): Promise<Widget> {
    const body = { label: 'Shop', allowedDomains };
    const path = `/chatbots/${chatbotId}/widget-keys`;
    const { data } = await this.call<{ key: string; widgetKey: WidgetKey }>('POST', path, { body });
    return new Widget(this.service, data.key, data.widgetKey);
  }
}

/** A page of example.com with a widget key. */
export class Widget {
  readonly service: TestService;
  readonly key: string;
  readonly record: WidgetKey;

  constructor(service: TestService, key: string, record: WidgetKey) {
    this.service = service;
    this.key = key;
    this.record = record;
  }

  /** The same page at another node. */
  at(service: TestService): Widget {
    return new Widget(service, this.key, this.record);
  }

  get headers(): Record<string, string> {
    return { 'x-widget-key': this.key, origin: 'https://example.com' };
  }

  call<Data = unknown>(method: string, path: string, { body, headers }: Request = {}): Promise<ApiResponse<Data>> {
    return this.service.call<Data>(method, `/api/chat/any${path}`, { body, headers: { ...this.headers, ...headers } });
  }

  /** Asks, and reads the whole answer. */
  async ask(sessionId: string, message: string, more: object = {}): Promise<StreamedAnswer> {
    const answer = await this.call('POST', '/message', { body: { sessionId, message, ...more } });
    return streamed(answer.text);
  }
}

/** @throws Error with the response, when it has no chatbot */
function chatbotOf({ status, text, data }: ApiResponse<{ chatbot: Chatbot } | undefined>): Chatbot {
  if (data === undefined) throw new Error(`A chatbot was expected, not ${status}: ${text}`);
  return data.chatbot;
}

/** A service of their own for the tests of a file: with other options, or because they count what is in its stores. */
export function serviceOfFile(...how: Parameters<typeof TestService.start>): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await TestService.start(...how);
  });
  afterAll(() => service?.stop());
  return () => {
    if (service === undefined) throw new Error('The service has not started');
    return service;
  };
}
