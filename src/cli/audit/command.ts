/** The contract of audit commands. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { parsePlace, parseTime } from '../../audit/moment.ts';
import type { AuditStores } from '../../composition/stores/audit-stores.ts';
import type { Config } from '../../config.ts';
import type { EventDecoder } from '../../event-log/event-decoder.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Position } from '../../ports/event-log.ts';
import { problemOf } from '../usage.ts';

export const OK = 0;
/** Exit status: the command found what it searches for, such as a changed event. */
export const FOUND = 1;
/** The command could not run: wrong usage, an unavailable store. */
export const COULD_NOT_LOOK = 2;

/** The stores are opened for reading and may be those of a running service. */
export interface AuditContext extends Omit<AuditStores, 'close'> {
  readonly config: Config;
  readonly codec: EventDecoder;
  readonly clock: Clock;
}

export interface AuditCommand {
  /** Printed by `--help` and after a wrong option. */
  readonly usage: string;
  /** Refuses wrong usage before any store is opened. @throws UsageError */
  parse(args: readonly string[]): AuditRun;
}

/** Returns the exit status. @throws UsageError for a file or store that the options do not fit */
export type AuditRun = (context: AuditContext) => Promise<number>;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError for an unknown option, a missing value or a further word */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(problemOf(error));
  }
}

/** @throws UsageError as `parseOptions` does, and when the word is missing */
export function parseWordAndOptions<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  word: string,
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    const [first, ...others] = positionals;
    if (first !== undefined && others.length === 0) return { word: first, values };
  } catch (error) {
    throw new UsageError(problemOf(error));
  }
  throw new UsageError(`Exactly one ${word} is needed`);
}

/** @throws UsageError */
export function positionOption(name: string, text: string | undefined): Position | null {
  if (text === undefined) return null;
  const position = parsePlace(text);
  if (position === null) throw new UsageError(`--${name} ${text} is not a position in the log`);
  return position;
}

/** Epoch milliseconds. @throws UsageError */
export function timeOption(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = parseTime(text);
  if (time === null) throw new UsageError(`--${name} ${text} is not a time such as 2026-11-22T10:00:00Z`);
  return time;
}

/** @throws UsageError */
export function countOption(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`--${name} ${text} is not a positive whole number`);
  return Number(text);
}
