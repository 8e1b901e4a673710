import { type Config, readConfig } from '../config.ts';
import type { Environment } from '../settings.ts';
import type { RunningService, ServiceOptions } from './service.ts';
import { startWhenEnginesAnswer } from './wait-for-engines.ts';

/**
 * Prints all faults and exits with status 1 when there are any.
 * @param defaults values of variables that the environment does not set
 * @param environment default: that of the process
 */
export function configOrExit(defaults: Environment = {}, environment?: Environment): Config {
  const read = readConfig(defaults, environment);
  if (read.ok) return read.config;
  console.error(`Invalid configuration:\n${read.faults.map((fault) => `  ${fault}`).join('\n')}`);
  process.exit(1);
}

/** A start that takes longer logs why. */
const EXPLAIN_AFTER_MS = 1_000;
/** Long enough for load balancers that check readiness twice a second. */
const DRAIN_DELAY_MS = 500;

/**
 * SIGTERM and SIGINT shut the service down gracefully; a second signal, and one during the start, exits at once. Resolves when requests are answered.
 * @param options.afterwards called when nothing runs any more, also after a failed start
 */
export async function run(
  config: Config,
  options: ServiceOptions & { afterwards?: () => Promise<void> } = {},
): Promise<RunningService> {
  // A terminal or file that takes no more output must not end the service.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  let service: RunningService | null = null;
  let stopping = false;
  const stop = async () => {
    await service?.stop();
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
  service = await startWhenEnginesAnswer(config, { drainDelayMs: DRAIN_DELAY_MS, ...options }).catch(
    async (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      await options.afterwards?.();
      process.exit(1);
    },
  );
  await untilReady(service);
  return service;
}

/** Callers print the address next, so that whoever reads it may send requests at once. */
async function untilReady({ address, app, ready }: RunningService): Promise<void> {
  const why = () => app.log.info(`Read models are catching up; see ${address}/readyz`);
  const timer = setTimeout(why, EXPLAIN_AFTER_MS);
  await ready.catch((error: unknown) => {
    app.log.error({ err: error }, 'Read models failed to catch up; requests are refused');
  });
  clearTimeout(timer);
}
