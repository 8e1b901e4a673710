/**
 * What one node holds: one visitor at a time is measured part by part, many at a time are simulated from these parts and measured
 * beside it. `docs/scaling.md` reckons on from there.
 */
import { Model } from './answer/processes.ts';
import { CostedService } from './costs/costed-service.ts';
import { cpuSince } from './costs/cpu-time.ts';
import { type Network, simulate } from './scaling/queueing.ts';
import { printTable, withDirectory } from './support.ts';

const STREAMS = [1, 10, 50];
const QUESTIONS = { warmUp: 300, one: 300, many: 1_000 };
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

export async function benchScaling(): Promise<void> {
  await withDirectory(async (directory) => {
    const model = await Model.start();
    const service = await CostedService.start(directory, model.url, {});
    try {
      await askAll(service, 1, QUESTIONS.warmUp);
      const parts = await partsOf(service);
      const rows: string[][] = [];
      for (const streams of STREAMS) {
        const simulated = simulate(networkOf(parts), streams, SIMULATED_ROUNDS);
        const measured = await askAll(service, streams, streams === 1 ? QUESTIONS.one : QUESTIONS.many);
        const ratio = simulated.perSecond / measured;
        rows.push([String(streams), measured.toFixed(0), simulated.perSecond.toFixed(0), ratio.toFixed(2)]);
      }
      const { main, others, waiting } = parts;
      console.log(`\nOne answer: ${main.toFixed(1)} ms main thread, ${others.toFixed(1)} ms other CPU, ${waiting.toFixed(1)} ms waiting`);
      printTable('Answers a second, embedded', ['streams', 'measured', 'simulated', 'simulated / measured'], rows);
    } finally {
      await service.stop();
      model.stop();
    }
  });
}

async function partsOf(service: CostedService): Promise<Parts> {
  const [before, startedAt] = [service.cpu, performance.now()];
  for (let count = 0; count < QUESTIONS.one; count += 1) await service.ask();
  const each = (performance.now() - startedAt) / QUESTIONS.one;
  const cpu = cpuSince(before, service.cpu);
  const [main, machine] = [cpu.main / QUESTIONS.one, cpu.machine / QUESTIONS.one];
  return { main, others: machine - main, waiting: Math.max(0, each - machine) };
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
