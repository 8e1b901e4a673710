/**
 * Mails password reset links in the background of the process that received the request. They are no work items of the log: a request
 * changes nothing, its link expires within an hour, and a user who gets none can ask again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';
import { type Mail, type Mailer, MailRefused, type PasswordResetMails, type ResetLink } from '../../ports/mailer.ts';
import type { Report } from '../../ports/report.ts';
import { passwordResetMail } from './password-reset-mail.ts';

/** A link that expires sooner is not mailed. */
const MIN_USE_MS = 10 * 60_000;
/**
 * Work begins at a random time within this: right after the response it would keep the processor busy, which a client nearby can measure.
 */
const MAX_START_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 60_000;
/** Further mails are dropped. */
const MAX_RUNNING = 200;

interface PasswordResetMailerDeps {
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly report: Report;
  /** Before the second attempt, doubled up to a minute. Default 1000. */
  readonly retryDelayMs?: number;
}

export class PasswordResetMailer implements PasswordResetMails {
  readonly #deps: PasswordResetMailerDeps;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(deps: PasswordResetMailerDeps) {
    this.#deps = deps;
  }

  send(find: () => Promise<ResetLink | null>): void {
    const { report } = this.#deps;
    if (this.#stopping.signal.aborted || this.#running.size >= MAX_RUNNING) {
      report({ message: 'Discarded a password reset mail: too many are queued, or the service is stopping' });
      return;
    }
    const running = this.#findAndMail(find)
      .catch((error: unknown) => report({ message: 'Failed to prepare a password reset mail', error }))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Mails that wait for their start or next attempt have one attempt now. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    await Promise.race([Promise.allSettled(this.#running), pause(graceMs, undefined, { ref: false })]);
  }

  async #findAndMail(find: () => Promise<ResetLink | null>): Promise<void> {
    await this.#pause(Math.random() * MAX_START_DELAY_MS);
    const link = await find();
    if (link === null) return;
    const mail = passwordResetMail(link);
    const { clock, report, retryDelayMs = 1_000 } = this.#deps;
    for (let delay = retryDelayMs; ; delay = Math.min(delay * 2, MAX_RETRY_DELAY_MS)) {
      const isLast = this.#stopping.signal.aborted;
      if (await this.#attempt(mail)) return;
      if (isLast || clock.now() + delay > link.expiresAt - MIN_USE_MS) {
        report({
          message: 'Discarded a password reset mail after its last attempt; its recipient may request another',
        });
        return;
      }
      await this.#pause(delay);
    }
  }

  /** Ends at once when the mailer stops. */
  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  /** @returns false when another attempt may help */
  async #attempt(mail: Mail): Promise<boolean> {
    const { mailer, report } = this.#deps;
    try {
      await mailer.send(mail);
      return true;
    } catch (error) {
      if (error instanceof MailRefused) {
        report({ message: 'Mail server refused a password reset mail', error });
        return true;
      }
      report({ message: 'Failed to send a password reset mail; will retry', error });
      return false;
    }
  }
}
