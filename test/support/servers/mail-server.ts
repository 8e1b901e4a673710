/** A mail server on loopback that accepts, refuses and hangs up as a test says. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and parts, as they came. */
  readonly source: string;
}

export type Reaction = 'accept' | 'hang up' | { readonly refuse: number };

export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Reactions to the next mails, in order; later ones are accepted. */
  readonly reactions: Reaction[] = [];
  attempts = 0;
  readonly #arrivals = new EventTarget();
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          this.attempts += 1;
          const reaction = this.reactions.shift() ?? 'accept';
          this.#arrivals.dispatchEvent(new Event('attempt'));
          if (reaction === 'hang up') {
            for (const connection of this.#server.connections) (connection as Connection)._socket.destroy();
            return;
          }
          if (reaction !== 'accept') {
            callback(Object.assign(new Error('Refused'), { responseCode: reaction.refuse }));
            return;
          }
          const { mailFrom, rcptTo } = session.envelope;
          this.received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            source: Buffer.concat(chunks).toString('utf8'),
          });
          callback();
          this.#arrivals.dispatchEvent(new Event('attempt'));
        });
      },
    });
    // A connection that is cut in the middle.
    this.#server.on('error', () => undefined);
  }

  /** Closed when the running test ends. */
  static async start(port = 0): Promise<MailServer> {
    const mail = new MailServer();
    const listening = mail.#server.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    onTestFinished(() => new Promise<void>((resolve) => mail.#server.close(() => resolve())));
    return mail;
  }

  get url(): string {
    const { port } = this.#server.server.address() as AddressInfo;
    return `smtp://127.0.0.1:${port}`;
  }

  /** Settles when so many mails have been accepted. */
  async accepted(count: number): Promise<readonly ReceivedMail[]> {
    while (this.received.length < count) await once(this.#arrivals, 'attempt');
    return this.received;
  }

  async attempted(count: number): Promise<void> {
    while (this.attempts < count) await once(this.#arrivals, 'attempt');
  }
}

interface Connection {
  readonly _socket: { destroy(): void };
}
