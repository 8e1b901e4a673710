import type { Config } from '../config.ts';
import { requireOpenFiles } from './lifecycle/open-file-limit.ts';
import { startWhenEnginesAnswer } from './lifecycle/wait-for-engines.ts';
import { logCatchUp } from './logging/catch-up-log.ts';
import { leastCheckpoint } from './read-side/read-side.ts';
import type { RunningService, ServiceOptions } from './service.ts';

/** Long enough for load balancers that check readiness twice a second. */
const DRAIN_DELAY_MS = 500;
/** npm repeats a Ctrl-C that the terminal has sent to the whole group already. Within this time both are one. */
const REPEATED_SIGNAL_MS = 1_000;

/**
 * Resolves when requests are answered. SIGTERM and SIGINT shut the service down gracefully; during the start, or repeated, they end it at
 * once.
 * @param options.afterwards called when nothing runs any more, also after a failed start
 */
export async function run(
  config: Config,
  options: ServiceOptions & { afterwards?: () => Promise<void> } = {},
): Promise<RunningService> {
  // Output that can no longer be written must not end the service.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  let service: RunningService | null = null;
  const stopping = exitOnSignals(async () => {
    await service?.stop();
    await options.afterwards?.();
  });
  const start = async () => {
    requireOpenFiles();
    return startWhenEnginesAnswer(config, { drainDelayMs: DRAIN_DELAY_MS, ...options });
  };
  service = await start().catch(async (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    await options.afterwards?.();
    process.exit(1);
  });
  await untilReady(service, stopping);
  // A caller that continued would say that the service has started. The process ends instead.
  if (stopping.aborted) await new Promise(() => undefined);
  return service;
}

/** Returns a signal that aborts when the shutdown begins. */
function exitOnSignals(stop: () => Promise<void>): AbortSignal {
  const stopping = new AbortController();
  let stoppingSince: number | null = null;
  const onSignal = () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > REPEATED_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    stopping.abort();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  return stopping.signal;
}

/** Callers print the address next, at which requests must be answered. */
async function untilReady({ app, application, stores, ready }: RunningService, stopping: AbortSignal): Promise<void> {
  const caughtUp = new AbortController();
  const progress = async () => ({
    reached: leastCheckpoint(await application.readSide.status()),
    head: (await stores.log.head()) ?? 0n,
  });
  void logCatchUp(progress, app.log, caughtUp.signal);
  await ready.catch((error: unknown) => {
    if (!stopping.aborted) app.log.error({ err: error }, 'Read models failed to catch up; requests are refused');
  });
  caughtUp.abort();
}
