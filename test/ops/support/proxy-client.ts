import { Agent, fetch as undiciFetch } from 'undici';
import type { Request } from '../../support/http/service.ts';
import { streamed } from '../../support/http/streamed-answer.ts';

/** Requests over TLS to the proxy, from an address of this machine. */
export class ProxyClient {
  readonly #origin: string;
  readonly #authority: string;
  readonly #agent: Agent;

  /** @param authority that signed the proxy's certificate, PEM */
  constructor(origin: string, authority: string, localAddress = '127.0.0.1') {
    this.#origin = origin;
    this.#authority = authority;
    // Certificates hold for the name; the connection goes to IPv4, as its source does.
    this.#agent = new Agent({ localAddress, connect: { ca: authority, family: 4 } });
  }

  async fetch(
    method: string,
    path: string,
    { body, headers = {} }: Request = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    const isJson = body !== undefined && !(body instanceof Blob) && typeof body !== 'string';
    const response = await undiciFetch(`${this.#origin}${path}`, {
      method,
      dispatcher: this.#agent,
      redirect: 'manual',
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as string) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return response as unknown as Response;
  }

  /** The same from another address of this machine. */
  from(localAddress: string): ProxyClient {
    return new ProxyClient(this.#origin, this.#authority, localAddress);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** A body that is read bit by bit. */
export class StreamedBody {
  text = '';
  readonly #reader: ReadableStreamDefaultReader<string> | undefined;

  constructor(response: Response) {
    this.#reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** @throws Error when it ends before */
  async until(part: string): Promise<void> {
    while (!this.text.includes(part)) {
      if (!(await this.#readMore())) throw new Error(`The stream ended without ${part}: ${this.text}`);
    }
  }

  async toEnd(): Promise<string> {
    while (await this.#readMore());
    return streamed(this.text).text;
  }

  async #readMore(): Promise<boolean> {
    const next = await this.#reader?.read();
    this.text += next?.value ?? '';
    return next?.done === false;
  }
}

/** A form with one text file of so many bytes, with its content type. */
export function formOf(bytes: number): Request {
  const boundary = 'shipped-with-care';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="notes.txt"\r\nContent-Type: text/plain\r\n\r\n`;
  const body = `${head}${'words '.repeat(Math.ceil(bytes / 6)).slice(0, bytes)}\r\n--${boundary}--\r\n`;
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
