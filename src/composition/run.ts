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

/** A start that takes longer tells why. */
const SAYS_WHY_AFTER_MS = 1_000;
/** Long enough for who divides requests among nodes and asks each twice a second how it is. */
const NOTICE_MS = 500;

/**
 * Starts, and stops in order on SIGTERM and SIGINT; a second signal ends at once. Settles when requests are answered.
 * @param options.afterwards once nothing runs any more, also when it could not be started
 */
export async function run(
  config: Config,
  options: ServiceOptions & { afterwards?: () => Promise<void> } = {},
): Promise<RunningService> {
  const service = await startService(config, { noticeMs: NOTICE_MS, ...options }).catch(async (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    await options.afterwards?.();
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
  await untilItAnswers(service);
  return service;
}

/** Who reads where it listens may ask at once. */
async function untilItAnswers({ address, ready }: RunningService): Promise<void> {
  const why = () => console.log(`Bringing the read models up to date; progress on ${address}/readyz`);
  const timer = setTimeout(why, SAYS_WHY_AFTER_MS);
  await ready.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`The read models cannot be brought up to date, and requests are refused: ${reason}`);
  });
  clearTimeout(timer);
}
