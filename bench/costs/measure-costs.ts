/** The costs of a message, a rating and a source: events, bytes of the log, CPU, requests to the engines. */
import { openAuditStores } from '../../src/composition/stores/audit-stores.ts';
import { readConfig } from '../../src/config.ts';
import type { LogPage } from '../../src/ports/event-log.ts';
import { Model } from '../answer/processes.ts';
import type { Measurement } from '../harness/measurement.ts';
import { scaled, withDirectory } from '../harness/timing.ts';
import type { Engines, EngineVariable, NodeGroup } from './costed-node.ts';
import { CostedService, type Used } from './costed-service.ts';
import { cpuSince } from './cpu-time.ts';

const MESSAGES = scaled(300);
const SOURCES = scaled(30);
/** The first acts compile code and fill caches. */
const WARM_UP = scaled(100);
/** While so many visitors ask at once, commits, batches and round trips are shared. */
const AT_ONCE = 20;
const EVENTS_A_PAGE = 1_000;

/** Averages of one act. */
interface Cost {
  readonly act: string;
  readonly events: number;
  /** Commits of the log: a command appends all its events at once. */
  readonly appends: number;
  /** Bytes of these events in the log, as JSON. */
  readonly logBytes: number;
  readonly nodes: readonly NodeCost[];
}

interface NodeCost {
  readonly node: string;
  /** Milliseconds of the process, its threads included. */
  readonly cpuMs: number;
  /** Milliseconds of its main thread. */
  readonly mainMs: number;
  readonly engines: readonly { readonly name: string; readonly requests: number; readonly bytes: number }[];
}

interface Phase {
  readonly act: string;
  readonly count: number;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly before: readonly Used[];
  readonly after: readonly Used[];
}

/** @param stores begins the names of the figures */
export async function measureCosts(
  stores: string,
  engines?: Engines,
  groups?: readonly NodeGroup[],
): Promise<readonly Measurement[]> {
  return figuresOf(stores, await costsOver(engines, groups));
}

function costsOver(engines?: Engines, groups?: readonly NodeGroup[]): Promise<readonly Cost[]> {
  return withDirectory(async (directory) => {
    const model = await Model.start();
    try {
      const service = await CostedService.start(directory, model.url, engines, groups);
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
  const messages = await phase(service, 'message, answered', MESSAGES, 1, async () => {
    answers.push(await service.ask());
  });
  const together = await phase(service, `message, answered, ${AT_ONCE} at once`, MESSAGES, AT_ONCE, async () => {
    await service.ask();
  });
  const ratings = await phase(service, 'rating', MESSAGES, 1, async (at) => {
    const answer = answers[at];
    if (answer !== undefined) await service.rate(answer);
  });
  const sources = await phase(service, 'source of 8 KB', SOURCES, 1, () => service.addSource());
  return [messages, together, ratings, sources];
}

async function phase(
  service: CostedService,
  act: string,
  count: number,
  atOnce: number,
  once: (at: number) => Promise<void>,
): Promise<Phase> {
  const before = await service.settled();
  const from = Date.now();
  let next = 0;
  const visitor = async () => {
    while (next < count) {
      const at = next;
      next += 1;
      await once(at);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  const after = await service.settled();
  return { act, count, from, to: Date.now(), before, after };
}

async function costsOf(phases: readonly Phase[], settings: Readonly<Record<string, string>>): Promise<readonly Cost[]> {
  const read = readConfig({}, settings);
  if (!read.ok) throw new Error(read.faults.join('; '));
  const sums = phases.map(() => ({ events: 0, bytes: 0, appends: new Set<string>() }));
  const stores = await openAuditStores(read.config);
  for (let after: LogPage['readTo'] = null; ; ) {
    const page = await stores.log.readAll({ after, limit: EVENTS_A_PAGE });
    for (const event of page.events) {
      const at = phases.findIndex(({ from, to }) => event.recordedAt >= from && event.recordedAt < to);
      const sum = sums[at];
      if (sum === undefined) continue;
      sum.events += 1;
      sum.appends.add(`${event.stream} ${event.metadata.commandId}`);
      sum.bytes += Buffer.byteLength(JSON.stringify({ ...event, position: String(event.position) }));
    }
    if (page.events.length === 0) break;
    after = page.readTo;
  }
  await stores.close();
  return phases.map((each, at) => {
    const { events = 0, bytes = 0, appends } = sums[at] ?? {};
    const nodes = each.after.map((after, node) => nodeCostOf(each.before[node] ?? after, after, each.count));
    const log = {
      events: events / each.count,
      appends: (appends?.size ?? 0) / each.count,
      logBytes: bytes / each.count,
    };
    return { act: each.act, ...log, nodes };
  });
}

function nodeCostOf(before: Used, after: Used, count: number): NodeCost {
  const cpu = cpuSince(before.cpu, after.cpu);
  const engines = (Object.keys(after.passed) as EngineVariable[]).map((variable) => {
    const [from, to] = [before.passed[variable], after.passed[variable]];
    const each = (what: 'requests' | 'bytes') => ((to?.[what] ?? 0) - (from?.[what] ?? 0)) / count;
    return { name: nameOf(variable), requests: each('requests'), bytes: each('bytes') };
  });
  return { node: after.node, cpuMs: cpu.process / count, mainMs: cpu.main / count, engines };
}

/** As `mongodb` for `MONGODB_URL`. */
const nameOf = (variable: EngineVariable): string => variable.replace('_URL', '').toLowerCase();

function figuresOf(stores: string, costs: readonly Cost[]): readonly Measurement[] {
  return costs.flatMap(({ act, events, appends, logBytes, nodes }) => {
    const figure = (what: string, value: number, unit: string): Measurement => {
      return { name: `${stores}, ${act}: ${what}`, value, unit, better: 'lower' };
    };
    return [
      figure('events', events, ''),
      figure('appends', appends, ''),
      figure('events in the log', logBytes, 'bytes'),
      ...nodes.flatMap(({ node, cpuMs, mainMs, engines }) => [
        figure(`CPU of the ${node}`, cpuMs, 'ms'),
        figure(`CPU of the ${node}'s main thread`, mainMs, 'ms'),
        ...engines.flatMap(({ name, requests, bytes }) => [
          figure(`${node}'s requests to ${name}`, requests, ''),
          figure(`${node}'s bytes to ${name}`, bytes, 'bytes'),
        ]),
      ]),
    ];
  });
}
