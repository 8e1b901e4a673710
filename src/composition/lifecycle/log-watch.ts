/**
 * Notices that the event log was emptied or replaced by another installation's while the service runs, as by a server that came back without
 * its data. What such a log records, the next start would refuse. An older copy of the same log is rebuilt from instead.
 */
import { INSTALLATION_STREAM_ID, installation } from '../../domain/installation/installation.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Report } from '../../ports/report.ts';

const CHECK_EVERY_MS = 5_000;
const STREAM = `${installation.category}-${INSTALLATION_STREAM_ID}`;

type WatchedLog = Pick<EventLog, 'readStream'>;

export class LogWatch {
  readonly #log: WatchedLog;
  /** The variable that configures the log. */
  readonly #name: string;
  readonly #report: Report;
  /** Id of the event that recorded the installation. */
  readonly #joined: string | null;
  readonly #timer: NodeJS.Timeout;
  #isLost = false;

  private constructor(log: WatchedLog, name: string, report: Report, joined: string | null) {
    this.#log = log;
    this.#name = name;
    this.#report = report;
    this.#joined = joined;
    this.#timer = setInterval(() => void this.check().catch(() => undefined), CHECK_EVERY_MS).unref();
  }

  /** The service has joined the installation of the log. */
  static async start(log: WatchedLog, name: string, report: Report): Promise<LogWatch> {
    return new LogWatch(log, name, report, await installationEvent(log));
  }

  /** As of the last check. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Reports once when the log gets lost, and when it is back. @throws StoreUnavailable */
  async check(): Promise<void> {
    const wasLost = this.#isLost;
    this.#isLost = (await installationEvent(this.#log)) !== this.#joined;
    if (this.#isLost === wasLost) return;
    const message = this.#isLost
      ? `The event log (${this.#name}) lost the events that it held, or is another service's, so requests are refused. Stop the service on every node, restore the event log from a backup, and start again`
      : `The event log (${this.#name}) holds its events again`;
    this.#report(this.#isLost ? { message, severity: 'error' } : { message });
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

async function installationEvent(log: WatchedLog): Promise<string | null> {
  const [first] = await log.readStream(STREAM, { limit: 1 });
  return first?.id ?? null;
}
