import { type Config, readConfig } from '../config.ts';
import type { Environment } from '../settings.ts';

/**
 * Prints misspelt settings. Prints the faults and exits with status 1 when there are any.
 * @param defaults for variables that the environment does not set
 */
export function configOrExit(defaults: Environment = {}, environment?: Environment): Config {
  const read = readConfig(defaults, environment);
  for (const slip of read.slips) console.error(slip);
  if (read.ok) return read.config;
  console.error(`Invalid configuration:\n${read.faults.map((fault) => `  ${fault}`).join('\n')}`);
  process.exit(1);
}
