/**
 * Notices that the event log was emptied or replaced by another installation's while the service runs, as by a server that came back
 * without its data. The next start would refuse what such a log records. An older copy of the same log is rebuilt from instead.
 */
import { INSTALLATION_STREAM_ID, installation } from '../../domain/installation/installation.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Report } from '../../ports/report.ts';
import { LossWatch } from './loss-watch.ts';

const STREAM = `${installation.category}-${INSTALLATION_STREAM_ID}`;

type WatchedLog = Pick<EventLog, 'readStream'>;

export class LogWatch extends LossWatch {
  /** Must follow the joining of the log's installation. @param name the variable that configures the log */
  static async start(log: WatchedLog, name: string, report: Report): Promise<LogWatch> {
    const joined = await installationEvent(log);
    const look = async () => (await installationEvent(log)) !== joined;
    const lost = `The event log (${name}) lost the events that it held, or is another service's, so requests are refused. Stop the service on every node, restore the event log from a backup, and start again`;
    const onChange = (isLost: boolean) =>
      report(
        isLost ? { message: lost, severity: 'error' } : { message: `The event log (${name}) holds its events again` },
      );
    return new LogWatch({ look, onChange });
  }
}

async function installationEvent(log: WatchedLog): Promise<string | null> {
  const [first] = await log.readStream(STREAM, { limit: 1 });
  return first?.id ?? null;
}
