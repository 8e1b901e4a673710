const WRONG_USAGE = 2;

/** @param problem what is wrong, such as an error of parsing */
export function exitWithUsage(usage: string, problem: unknown): never {
  console.error(problem instanceof Error ? problem.message : String(problem));
  console.error(usage);
  process.exit(WRONG_USAGE);
}

export function exitWithHelp(usage: string): never {
  console.log(usage);
  process.exit(0);
}
