/** What a message, a rating and a source cost: events, bytes of the log, CPU, requests to the engines. `docs/scaling.md` reckons with them. */
import { openAuditStores } from '../src/composition/audit-stores.ts';
import { readConfig } from '../src/config.ts';
import type { LogPage } from '../src/ports/event-log.ts';
import { Model } from './answer/processes.ts';
import { CostedService, ENGINES, type EngineVariable, type Passed } from './costs/costed-service.ts';
import { type CpuTime, cpuSince } from './costs/cpu-time.ts';
import type { BenchResult, Measurement } from './measurement.ts';
import { scaled, withDirectory } from './support.ts';

const MESSAGES = scaled(300);
const SOURCES = scaled(30);
/** The first acts compile code and fill caches. */
const WARM_UP = scaled(100);
const EVENTS_A_PAGE = 1_000;

/** Averages of one act. */
interface Cost {
  readonly act: string;
  readonly events: number;
  /** Bytes of these events in the log, as JSON. */
  readonly logBytes: number;
  /** Of the service, its threads included. */
  readonly cpuMs: number;
  /** Of its main thread. */
  readonly mainMs: number;
  readonly engineRequests: Readonly<Partial<Record<EngineVariable, number>>>;
  readonly engineBytes: Readonly<Partial<Record<EngineVariable, number>>>;
}

interface Phase {
  readonly act: string;
  readonly count: number;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly cpu: CpuTime;
  readonly before: Passed;
  readonly after: Passed;
}

export async function benchCosts(): Promise<BenchResult> {
  const given = Object.keys(ENGINES).filter((name) => (process.env[name] ?? '') !== '');
  const embedded = figuresOf('embedded', await measureCosts({}));
  if (given.length === 0) {
    return { measurements: embedded, leftOut: [`engines: ${Object.keys(ENGINES).join(', ')} are not set`] };
  }
  const engines = Object.fromEntries(given.map((name) => [name, process.env[name] ?? '']));
  return { measurements: [...embedded, ...figuresOf('engines', await measureCosts(engines))] };
}

function measureCosts(engines: Readonly<Partial<Record<EngineVariable, string>>>): Promise<readonly Cost[]> {
  return withDirectory(async (directory) => {
    const model = await Model.start();
    try {
      const service = await CostedService.start(directory, model.url, engines);
      const phases = await act(service).finally(() => service.stop());
      return await costsOf(phases, service.settings);
    } finally {
      model.stop();
    }
  });
}

async function act(service: CostedService): Promise<readonly Phase[]> {
  // An engine that has just started may take longer than the service waits for a search.
  for (let count = 0; count < WARM_UP; count += 1)
    await service.ask().then(
      (answer) => service.rate(answer),
      () => undefined,
    );
  const answers: Awaited<ReturnType<CostedService['ask']>>[] = [];
  const messages = await phase(service, 'message, answered', MESSAGES, async () => {
    answers.push(await service.ask());
  });
  const ratings = await phase(service, 'rating', MESSAGES, async (at) => {
    const answer = answers[at];
    if (answer !== undefined) await service.rate(answer);
  });
  const sources = await phase(service, 'source of 8 KB', SOURCES, () => service.addSource());
  return [messages, ratings, sources];
}

async function phase(
  service: CostedService,
  act: string,
  count: number,
  once: (at: number) => Promise<void>,
): Promise<Phase> {
  const before = await service.settled();
  const [from, cpuBefore] = [Date.now(), service.cpu];
  for (let at = 0; at < count; at += 1) await once(at);
  const after = await service.settled();
  const cpu = cpuSince(cpuBefore, service.cpu);
  return { act, count, from, to: Date.now(), cpu, before, after };
}

async function costsOf(phases: readonly Phase[], settings: Readonly<Record<string, string>>): Promise<readonly Cost[]> {
  const read = readConfig({}, settings);
  if (!read.ok) throw new Error(read.faults.join('; '));
  const sums = phases.map(() => ({ events: 0, bytes: 0 }));
  const stores = await openAuditStores(read.config);
  for (let after: LogPage['readTo'] = null; ; ) {
    const page = await stores.log.readAll({ after, limit: EVENTS_A_PAGE });
    for (const event of page.events) {
      const at = phases.findIndex(({ from, to }) => event.recordedAt >= from && event.recordedAt < to);
      const sum = sums[at];
      if (sum === undefined) continue;
      sum.events += 1;
      sum.bytes += Buffer.byteLength(JSON.stringify({ ...event, position: String(event.position) }));
    }
    if (page.events.length === 0) break;
    after = page.readTo;
  }
  await stores.close();
  return phases.map(({ act, count, cpu, before, after }, at) => {
    const difference = (what: 'requests' | 'bytes') =>
      Object.fromEntries(
        (Object.keys(after) as EngineVariable[]).map((name) => [
          name,
          ((after[name]?.[what] ?? 0) - (before[name]?.[what] ?? 0)) / count,
        ]),
      );
    const { events = 0, bytes = 0 } = sums[at] ?? {};
    const log = {
      events: events / count,
      logBytes: bytes / count,
      cpuMs: cpu.process / count,
      mainMs: cpu.main / count,
    };
    return { act, ...log, engineRequests: difference('requests'), engineBytes: difference('bytes') };
  });
}

function figuresOf(stores: string, costs: readonly Cost[]): readonly Measurement[] {
  return costs.flatMap(({ act, events, logBytes, cpuMs, mainMs, engineRequests, engineBytes }) => {
    const figure = (what: string, value: number, unit: string): Measurement => {
      return { name: `${stores}, ${act}: ${what}`, value, unit, better: 'lower' };
    };
    return [
      figure('events', events, ''),
      figure('events in the log', logBytes, 'bytes'),
      figure('CPU of the service', cpuMs, 'ms'),
      figure('CPU of its main thread', mainMs, 'ms'),
      ...Object.entries(engineRequests).map(([name, requests]) => figure(`requests to ${name}`, requests, '')),
      ...Object.entries(engineBytes).map(([name, bytes]) => figure(`sent to ${name}`, bytes, 'bytes')),
    ];
  });
}
