/** A grown installation: how long it takes to start, and how fast every read endpoint answers. `BENCH_SCALE=0.01` for a first look. */
import type { BenchResult, Measurement } from '../harness/measurement.ts';
import { canReadUsage, usageOf } from '../harness/process-usage.ts';
import { median } from '../harness/timing.ts';
import { startGrownService } from './grown-service.ts';
import { timeReads } from './reads.ts';

const STARTS = 3;
const AIMS = { readyMs: 2_000, readP95Ms: 50 };

export async function benchGrowth(): Promise<BenchResult> {
  const ready: number[] = [];
  for (let count = 1; count < STARTS; count += 1) {
    const service = await startGrownService();
    ready.push(service.process.readyMs);
    await service.stop();
  }
  const service = await startGrownService();
  try {
    ready.push(service.process.readyMs);
    const { events, conversations, chatbots, chunks } = service.world.sizes;
    console.log(`${events} events, ${conversations} conversations in one of ${chatbots} chatbots, ${chunks} chunks`);
    const reads = await timeReads(service);
    const { residentMegabytes } = usageOf(service.process.pid);
    const memory: Measurement = {
      name: 'memory after all reads',
      value: residentMegabytes,
      unit: 'MB',
      better: 'lower',
    };
    return {
      measurements: [
        { name: 'ready', value: median(ready), unit: 'ms', better: 'lower', aim: { limit: AIMS.readyMs } },
        ...reads.flatMap(({ name, p95, cpu }): readonly Measurement[] => [
          { name: `${name}: p95`, value: p95, unit: 'ms', better: 'lower', aim: { limit: AIMS.readP95Ms } },
          ...(canReadUsage ? [{ name: `${name}: CPU`, value: cpu, unit: 'ms', better: 'lower' } as const] : []),
        ]),
        ...(canReadUsage ? [memory] : []),
      ],
    };
  } finally {
    await service.stop();
  }
}
