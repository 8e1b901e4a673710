/**
 * Visitors and an owner for ten minutes, or `SOAK_MINUTES`, on a grown installation: whether memory stays flat after the warm-up.
 */
import { Visitors } from '../answer/processes.ts';
import type { BenchResult } from '../harness/measurement.ts';
import { canReadUsage, usageOf } from '../harness/process-usage.ts';
import { startGrownService } from './grown-service.ts';
import { timeReads } from './reads.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
/** Caches fill and code is compiled meanwhile: a share of the whole. */
const WARM_UP = 0.3;
const SAMPLE_MS = 1_000;
/** Garbage comes and goes: of so many samples the lowest counts. */
const WINDOW = 15;
const LOAD = { streams: 10, questions: 100, spreadMs: 0 };
/** MB a minute. */
const AIM_SLOPE = 2;

interface Sample {
  readonly minute: number;
  /** Pages of mapped files come and go with the system's memory, so they are left out. */
  readonly anonymous: number;
  readonly heap: number;
}

export async function benchSoak(): Promise<BenchResult> {
  if (!canReadUsage) return { measurements: [], leftOut: ['memory is read from /proc, which only Linux has'] };
  const visitors = new Visitors();
  const service = await startGrownService();
  try {
    const samples: Sample[] = [];
    const { address, pid } = service.process;
    const startedAt = performance.now();
    const minute = () => (performance.now() - startedAt) / 60_000;
    const sampler = setInterval(async () => {
      const heap = await heapOf(address);
      samples.push({ minute: minute(), anonymous: usageOf(pid).anonymousMegabytes, heap });
    }, SAMPLE_MS);
    const headers = { 'x-widget-key': service.world.widgetKey, origin: 'https://shop.example.com' };
    let answered = 0;
    const ask = async () => {
      while (minute() < MINUTES) {
        const { failed, failure } = await visitors.ask({ url: `${address}/api/chat/any/message`, headers, ...LOAD });
        if (failed > 0) throw new Error(`${failed} answers failed: ${failure}`);
        answered += LOAD.questions;
      }
    };
    const read = async () => {
      while (minute() < MINUTES) await timeReads({ ...service, cookie: await service.signIn() });
    };
    await Promise.all([ask(), read()]).finally(() => clearInterval(sampler));
    const settled = lowest(samples.filter((sample) => sample.minute > MINUTES * WARM_UP));
    const slope = (of: (sample: Sample) => number) => slopeOf(settled.map((sample) => [sample.minute, of(sample)]));
    const aim = { limit: AIM_SLOPE };
    const better = 'lower' as const;
    return {
      measurements: [
        { name: 'growth of memory', value: slope(({ anonymous }) => anonymous), unit: 'MB/min', better, aim },
        { name: 'growth of the heap', value: slope(({ heap }) => heap), unit: 'MB/min', better, aim },
        { name: 'memory at the end', value: samples.at(-1)?.anonymous ?? Number.NaN, unit: 'MB', better },
        { name: 'memory at the end, with mapped files', value: usageOf(pid).residentMegabytes, unit: 'MB', better },
        { name: 'answers meanwhile', value: answered, unit: '', better: 'higher' },
      ],
    };
  } finally {
    visitors.stop();
    await service.stop();
  }
}

/** Returns megabytes. */
async function heapOf(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1]) / 2 ** 20;
}

/** The lowest of each window, which is what stays after a collection of garbage. */
function lowest(samples: readonly Sample[]): readonly Sample[] {
  const windows = Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, at) =>
    samples.slice(at * WINDOW, (at + 1) * WINDOW),
  );
  return windows.map((window) => ({
    minute: window[0]?.minute ?? 0,
    anonymous: Math.min(...window.map(({ anonymous }) => anonymous)),
    heap: Math.min(...window.map(({ heap }) => heap)),
  }));
}

/** Slope of the least-squares line. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return above / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
