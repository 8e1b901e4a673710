/** How long the real program takes until it is ready, and what it keeps in memory when nothing happens. */
import { setTimeout as delay } from 'node:timers/promises';
import { ProcessClient } from '../test/support/processes/process-client.ts';
import { LAUNCHER, runProgram } from '../test/support/processes/service-process.ts';
import type { BenchResult } from './harness/measurement.ts';
import { canReadUsage, usageOf } from './harness/process-usage.ts';
import { median, withDirectory } from './harness/timing.ts';

const ROUNDS = 5;
/** Long enough for what a start leaves to do, and for the first collection of garbage. */
const IDLE_MS = 5_000;
const AIMS = { newFolderMs: 800, existingFolderMs: 600, idleMegabytes: 150 };

interface Start {
  readonly readyMs: number;
  readonly cpuMs: number;
  readonly idleMegabytes: number;
}

export async function benchStart(): Promise<BenchResult> {
  const onNew: Start[] = [];
  const onExisting: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await withDirectory(async (directory) => {
      onNew.push(await startOn(directory, async (client) => createChatbot(client)));
      onExisting.push(await startOn(directory));
    });
  }
  const middle = (starts: readonly Start[], of: keyof Start) => median(starts.map((start) => start[of]));
  const better = 'lower' as const;
  const memory = middle(onExisting, 'idleMegabytes');
  return {
    measurements: [
      {
        name: 'ready on a new data folder',
        value: middle(onNew, 'readyMs'),
        unit: 'ms',
        better,
        aim: { limit: AIMS.newFolderMs },
      },
      {
        name: 'ready on an existing data folder',
        value: middle(onExisting, 'readyMs'),
        unit: 'ms',
        better,
        aim: { limit: AIMS.existingFolderMs },
      },
      ...(canReadUsage
        ? [
            { name: 'CPU until ready, existing data folder', value: middle(onExisting, 'cpuMs'), unit: 'ms', better },
            { name: 'idle memory', value: memory, unit: 'MB', better, aim: { limit: AIMS.idleMegabytes } },
          ]
        : []),
    ],
    leftOut: canReadUsage ? [] : ['CPU and memory: they are read from /proc, which only Linux has'],
  };
}

async function startOn(
  directory: string,
  use: (client: ProcessClient) => Promise<void> = async () => undefined,
): Promise<Start> {
  const startedAt = performance.now();
  const environment = { PORT: '0', LOG_LEVEL: 'warn', LOG_FORMAT: 'pretty', DATA_DIR: directory };
  // As `npm start`.
  const service = runProgram(LAUNCHER, environment, undefined, ['src/main.ts']);
  try {
    const [, address = ''] = await service.says(/listens on (http:[^\s"]+)/);
    const readyMs = Math.round(performance.now() - startedAt);
    const { cpuSeconds } = usageOf(service.pid);
    await use(new ProcessClient(address));
    await delay(IDLE_MS);
    const { residentMegabytes } = usageOf(service.pid);
    return { readyMs, cpuMs: cpuSeconds * 1000, idleMegabytes: residentMegabytes };
  } finally {
    service.signal('SIGTERM');
    await service.exited;
  }
}

/** Leaves what an owner begins with. */
async function createChatbot(client: ProcessClient): Promise<void> {
  const registration = { email: 'bench@example.com', password: 'correct horse battery', name: 'Bench' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: registration });
  await client.expect(201, 'POST', '/api/chatbots', { cookie, body: { name: 'Bench' } });
}
