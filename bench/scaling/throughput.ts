/**
 * One visitor at a time and fifty are measured part by part. A simulation has the answers a second of any number of visitors from these
 * parts, and is measured beside it.
 */
import type { CostedService } from '../costs/costed-service.ts';
import { type CpuTime, cpuSince } from '../costs/cpu-time.ts';
import type { Measurement } from '../measurement.ts';
import { scaled } from '../support.ts';
import { type Network, simulate } from './queueing.ts';

const [FEW, MANY] = [1, 50] as const;
/** Nothing is fitted to the numbers between. */
const STREAMS = [FEW, 10, MANY];
const QUESTIONS = { warmUp: scaled(1_000), one: scaled(300), many: scaled(1_000) };
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
  await askAll(service, MANY, QUESTIONS.warmUp);
  const alone = await partsOf(service, FEW, QUESTIONS.one);
  const together = await partsOf(service, MANY, QUESTIONS.many);
  const measurements: Measurement[] = [];
  for (const part of ['main', 'others', 'waiting'] as const) {
    measurements.push(
      { name: `${stores}, one answer at a time: ${part}`, value: alone[part], unit: 'ms', better: 'lower' },
      { name: `${stores}, ${MANY} answers at a time: ${part}`, value: together[part], unit: 'ms', better: 'lower' },
    );
  }
  for (const streams of STREAMS) {
    const simulated = simulate(networkOf(sharedBy(streams, alone, together)), streams, SIMULATED_ROUNDS);
    const value = await askAll(service, streams, streams === FEW ? QUESTIONS.one : QUESTIONS.many);
    const against = [{ name: 'simulated', value: simulated.perSecond }];
    const name = `${stores}, answers, ${streams} at a time`;
    measurements.push({ name, value, unit: '/s', better: 'higher', against });
  }
  return measurements;
}

async function partsOf(service: CostedService, streams: number, questions: number): Promise<Parts> {
  const before = cpuOf(service);
  const perSecond = await askAll(service, streams, questions);
  const cpu = cpuSince(before, cpuOf(service));
  const [main, machine] = [cpu.main / questions, cpu.machine / questions];
  return { main, others: machine - main, waiting: Math.max(0, (streams * 1000) / perSecond - machine) };
}

/**
 * Visitors who ask at once share a part of the costs, as commits and batches: a cost is `own + shared / streams`. What one of them waits
 * for while nobody else asks is waiting; at fifty it is also the queue, which the simulation has by itself.
 */
function sharedBy(streams: number, alone: Parts, together: Parts): Parts {
  const cost = (part: 'main' | 'others') => {
    const shared = (alone[part] - together[part]) / (1 / FEW - 1 / MANY);
    return alone[part] - shared / FEW + shared / streams;
  };
  return { main: cost('main'), others: cost('others'), waiting: alone.waiting };
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
