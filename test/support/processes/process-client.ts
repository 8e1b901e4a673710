/** A client of a service that may be killed at any moment. It distinguishes answered requests from others. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Far longer than anything takes on a busy machine: a request that hangs fails the test. */
const ANSWER_WITHIN_MS = 20_000;

/** No whole answer came, or none but that the service is stopping: the request may have been carried out, or not. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

/** The answer was not the one that such a request always gets. */
class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

export interface Ask {
  /** Sent as JSON unless it is a form. */
  readonly body?: unknown;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered<Data> {
  readonly status: number;
  readonly data: Data;
  /** The cookies it set, as a request sends them back; empty without any. */
  readonly cookie: string;
  readonly text: string;
}

export interface StreamedReply {
  /** All tokens together. */
  readonly text: string;
  readonly messageId: string;
  readonly sources: readonly { readonly title: string; readonly url: string | null }[];
  /** Present when an agent has taken the session over. */
  readonly takenOver?: boolean;
}

export class ProcessClient {
  /** Address of the running process. */
  address: string;
  #answers = 0;
  #awaited: { readonly answers: number; readonly reached: () => void } | null = null;

  constructor(address: string) {
    this.address = address;
  }

  /** Requests that were answered. */
  get answers(): number {
    return this.#answers;
  }

  /** Settles after so many more answers. One waits at a time. */
  moreAnswers(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited = { answers: this.#answers + count, reached: resolve };
    return promise;
  }

  /** @throws NotAnswered; UnexpectedAnswer for any other status than those given */
  async expect<Data = unknown>(
    status: number | readonly number[],
    method: string,
    path: string,
    ask: Ask = {},
  ): Promise<Answered<Data>> {
    const answered = await this.call<Data>(method, path, ask);
    if ([status].flat().includes(answered.status)) return answered;
    throw new UnexpectedAnswer(`${method} ${path} answered ${answered.status}, not ${status}: ${answered.text}`);
  }

  /** @throws NotAnswered */
  async call<Data = unknown>(method: string, path: string, ask: Ask = {}): Promise<Answered<Data>> {
    const response = await this.#fetch(method, path, ask);
    const text = await response.text().catch(notAnswered);
    if (response.status === 503) throw new NotAnswered(text);
    this.#answered();
    const { data = null } = text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }) : {};
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    return { status: response.status, data: data as Data, cookie: cookies.join('; '), text };
  }

  /**
   * Asks as a visitor and reads the answer as it comes.
   * @param onToken called with the first token
   * @param more headers
   * @throws NotAnswered when no `done` came
   */
  async stream(
    secret: string,
    question: { readonly sessionId: string; readonly message: string; readonly leadData?: object },
    onToken: () => void = () => undefined,
    more: Readonly<Record<string, string>> = {},
  ): Promise<StreamedReply> {
    const headers = { 'x-widget-key': secret, origin: 'https://shop.example.com', ...more };
    const response = await this.#fetch('POST', '/api/chat/any/message', { body: question, headers });
    if (response.status === 503) throw new NotAnswered('stopping');
    if (response.status !== 200 || response.body === null) {
      throw new UnexpectedAnswer(`A visitor's question was answered ${response.status}: ${await response.text()}`);
    }
    const events: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => void events.push(event) });
    const done = () => events.find(({ event }) => event === 'done');
    try {
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        parser.feed(text);
        if (events.length > 0) onToken();
        if (events.some(({ event }) => event === 'error'))
          throw new UnexpectedAnswer('A stream ended in an error event');
      }
    } catch (error) {
      // A fact that `done` promised holds, whatever became of the connection afterwards.
      if (error instanceof UnexpectedAnswer || done() === undefined) throw asNotAnswered(error);
    }
    const end = done();
    if (end === undefined) throw new NotAnswered('The stream ended without done');
    this.#answered();
    const tokens = events.filter(({ event }) => event === 'token').map(({ data }) => JSON.parse(data).token as string);
    return { text: tokens.join(''), ...(JSON.parse(end.data) as Omit<StreamedReply, 'text'>) };
  }

  #answered(): void {
    this.#answers += 1;
    if (this.#answers === this.#awaited?.answers) this.#awaited.reached();
  }

  async #fetch(method: string, path: string, { body, cookie, headers = {} }: Ask): Promise<Response> {
    const isForm = body instanceof FormData;
    const json = body === undefined || isForm ? {} : { 'content-type': 'application/json' };
    const session = cookie === undefined ? {} : { cookie };
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    return fetch(`${this.address}${path}`, {
      method,
      headers: { ...json, ...session, ...headers },
      ...sent,
      signal,
    }).catch(notAnswered);
  }
}

function asNotAnswered(error: unknown): unknown {
  if (error instanceof UnexpectedAnswer || (error instanceof Error && error.name === 'TimeoutError')) return error;
  return new NotAnswered('The connection ended', { cause: error });
}

function notAnswered(error: unknown): never {
  throw asNotAnswered(error);
}
