import { type Logger, pino } from 'pino';
import type { Config } from '../../config.ts';
import { logDestination } from './log-destination.ts';
import type { OutageLog } from './outage-log.ts';
import { textLine } from './text-log.ts';

type LogConfig = Pick<Config, 'logFormat' | 'logLevel'>;

/** True when the log on standard output is text for people, false when it is JSON lines. */
export const logsText = ({ logFormat }: LogConfig): boolean =>
  logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY);

/** @param outages keeps the lines of an outage few */
export function openLogger(config: LogConfig, outages?: OutageLog): Logger {
  const { fd, isTTY } = process.stdout;
  const hasColours = isTTY && process.stdout.hasColors();
  const written = logsText(config) ? (line: string) => textLine(line, hasColours) : undefined;
  const hooks = outages === undefined ? {} : { hooks: outages.hooks };
  const destination = logDestination(fd, written);
  process.once('exit', () => destination.flushSync());
  return pino({ level: config.logLevel, ...hooks }, destination);
}
