import { type Logger, pino } from 'pino';
import type { Config } from '../../config.ts';
import { logDestination } from './log-destination.ts';
import { textLine } from './text-log.ts';

type LogConfig = Pick<Config, 'logFormat' | 'logLevel'>;

/** True when the log on standard output is text for people, false when it is JSON lines. */
export const logsText = ({ logFormat }: LogConfig): boolean =>
  logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY);

export function openLog(config: LogConfig): Logger {
  const { fd, isTTY } = process.stdout;
  const hasColours = isTTY && process.stdout.hasColors();
  const written = logsText(config) ? (line: string) => textLine(line, hasColours) : undefined;
  return pino({ level: config.logLevel }, logDestination(fd, written));
}
