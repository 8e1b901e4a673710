/**
 * One visitor at a time is measured part by part, many at a time are simulated from these parts and measured beside it.
 */
import type { CostedService } from '../costs/costed-service.ts';
import { type CpuTime, cpuSince } from '../costs/cpu-time.ts';
import type { Measurement } from '../harness/measurement.ts';
import { scaled } from '../harness/timing.ts';
import { type Network, simulate } from './queueing.ts';

const STREAMS = [1, 10, 50];
const QUESTIONS = { warmUp: scaled(300), one: scaled(300), many: scaled(1_000) };
const SIMULATED_ROUNDS = 20_000;
/** A station whose servers nobody waits for. */
const ENOUGH = Number.POSITIVE_INFINITY;

/** Milliseconds of one answer. */
interface Parts {
  readonly main: number;
  /** CPU of the service's other threads, of the model and of the visitors, which share the machine. */
  readonly others: number;
  /** The rest of its duration: the disk, above all. */
  readonly waiting: number;
}

/** @param stores begins the names of the figures */
export async function measureThroughput(stores: string, service: CostedService): Promise<readonly Measurement[]> {
  await askAll(service, 1, QUESTIONS.warmUp);
  const parts = await partsOf(service);
  const measurements: Measurement[] = Object.entries(parts).map(([part, value]) => {
    return { name: `${stores}, one answer at a time: ${part}`, value, unit: 'ms', better: 'lower' };
  });
  for (const streams of STREAMS) {
    const simulated = simulate(networkOf(parts), streams, SIMULATED_ROUNDS);
    const value = await askAll(service, streams, streams === 1 ? QUESTIONS.one : QUESTIONS.many);
    const against = [{ name: 'simulated', value: simulated.perSecond }];
    measurements.push({
      name: `${stores}, answers, ${streams} at a time`,
      value,
      unit: '/s',
      better: 'higher',
      against,
    });
  }
  return measurements;
}

async function partsOf(service: CostedService): Promise<Parts> {
  const [before, startedAt] = [cpuOf(service), performance.now()];
  for (let count = 0; count < QUESTIONS.one; count += 1) await service.ask();
  const each = (performance.now() - startedAt) / QUESTIONS.one;
  const cpu = cpuSince(before, cpuOf(service));
  const [main, machine] = [cpu.main / QUESTIONS.one, cpu.machine / QUESTIONS.one];
  return { main, others: machine - main, waiting: Math.max(0, each - machine) };
}

function cpuOf(service: CostedService): CpuTime {
  const used = service.used.at(-1);
  if (used === undefined) throw new Error('The service has no process');
  return used.cpu;
}

/** The machine has two cores: one for the event loop of the service, one for all else. */
function networkOf({ main, others, waiting }: Parts): Network {
  return {
    stations: [
      { name: 'main', servers: 1 },
      { name: 'others', servers: 1 },
      { name: 'waiting', servers: ENOUGH },
    ],
    stages: [
      { at: 'main', ms: main },
      { at: 'others', ms: others },
      { at: 'waiting', ms: waiting },
    ],
  };
}

/** Resolves to answers a second. */
async function askAll(service: CostedService, streams: number, questions: number): Promise<number> {
  const startedAt = performance.now();
  let left = questions;
  const visitor = async () => {
    while (left > 0) {
      left -= 1;
      await service.ask();
    }
  };
  await Promise.all(Array.from({ length: streams }, visitor));
  return (questions * 1000) / (performance.now() - startedAt);
}
