/** Shared by the commands: help, and the message for wrong usage. */
import { errorMessage } from '../lib/thrown.ts';

const WRONG_USAGE = 2;

export const asksForHelp = (words: readonly string[]): boolean =>
  words.some((word) => word === '--help' || word === '-h');

export function exitWithHelp(usage: string): never {
  console.log(usage);
  process.exit(0);
}

/** @param problem what is wrong: a sentence, or an error of parsing */
export function exitWithUsage(usage: string, problem: unknown): never {
  console.error(`${problemOf(problem)}\n\n${usage}`);
  process.exit(WRONG_USAGE);
}

/** Node's advice after an unknown option, to write it behind `--`, would only mislead. */
export function problemOf(error: unknown): string {
  const message = errorMessage(error);
  return message.replace(/^(Unknown option '.*?')\. To specify.*$/s, '$1.');
}
