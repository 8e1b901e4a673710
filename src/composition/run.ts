/** What a program around the service needs: configuration or a clear end, and an orderly stop. */
import { type Config, readConfig } from '../config.ts';
import { type RunningService, type ServiceOptions, startService } from './service.ts';

/** Ends the process with all faults when there are any. @param defaults for what the environment does not set */
export function configOrExit(defaults: Readonly<Record<string, string>> = {}): Config {
  const read = readConfig(defaults);
  if (read.ok) return read.config;
  console.error(`The configuration has faults:\n${read.faults.map((fault) => `  ${fault}`).join('\n')}`);
  process.exit(1);
}

/** Starts, and stops in order on SIGTERM and SIGINT; a second signal ends at once. */
export async function run(
  config: Config,
  options: ServiceOptions & { afterwards?: () => Promise<void> } = {},
): Promise<RunningService> {
  const service = await startService(config, options).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
  let stopping = false;
  const stop = async () => {
    await service.stop();
    await options.afterwards?.();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  return service;
}
