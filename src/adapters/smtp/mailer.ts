import { createTransport, type Transporter } from 'nodemailer';
import { type Mail, type Mailer, MailRefused } from '../../ports/mailer.ts';

/** A server that does not answer costs one attempt, not the worker. */
const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…` */
  readonly url: string;
  readonly from: string;
}

/** Credentials are percent-encoded in a URL. */
function connectionOf({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:';
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    secure,
    ...(username === '' ? {} : { auth }),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
  };
}

export class SmtpMailer implements Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #host: string;

  constructor({ url, from }: SmtpOptions) {
    this.#from = from;
    this.#host = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
    this.#transport = createTransport({
      ...connectionOf(new URL(url)),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      dnsTimeout: CONNECT_MS,
      // A message must not make the mailer read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send({ to, subject, text, html, id }: Mail): Promise<void> {
    const messageId = `<${id}@${this.#host}>`;
    // An object, since a text would be split into several addresses.
    const receiver = { name: '', address: to };
    try {
      await this.#transport.sendMail({ from: this.#from, to: receiver, subject, text, html, messageId });
    } catch (error) {
      const { responseCode = 0, message } = error as Error & { responseCode?: number };
      if (responseCode >= 500) throw new MailRefused(message, { cause: error });
      throw error;
    }
  }

  /** @throws when the server cannot be reached, or refuses the user */
  async verify(): Promise<void> {
    await this.#transport.verify();
  }

  close(): void {
    this.#transport.close();
  }
}
