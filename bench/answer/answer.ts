/**
 * Whole answers of the real service over real sockets, every event durable, beside a bare Fastify that relays the same model and a
 * plain LangChain.js service that knows the same passages, in the same run.
 */
import { type Aim, type BenchResult, differenceFrom, type Measurement, ratioTo } from '../harness/measurement.ts';
import { whileUsing } from '../harness/process-usage.ts';
import { median, scaled, withDirectory } from '../harness/timing.ts';
import { installPeer } from '../peers/install.ts';
import { startAnsweringService } from './answering-service.ts';
import { cataloguePassages } from './catalogue.ts';
import { type Load, type Pace, TOKENS_AN_ANSWER } from './messages.ts';
import { type Answering, Model, startLangChain, startRelay, Visitors } from './processes.ts';

interface Setting {
  readonly model: 'no delay' | 'paced';
  readonly streams: number;
  readonly questions: number;
  readonly rounds: number;
  /** Visitors come independently of each other, not all in the same millisecond. */
  readonly areApart?: boolean;
}

const PACES: { readonly [model in Setting['model']]: Pace } = {
  'no delay': { firstTokenMs: 0, betweenTokensMs: 0 },
  paced: { firstTokenMs: 200, betweenTokensMs: 10 },
};
const SETTINGS: readonly Setting[] = [
  { model: 'no delay', streams: 1, questions: 100, rounds: 3 },
  { model: 'no delay', streams: 10, questions: 300, rounds: 3 },
  { model: 'no delay', streams: 50, questions: 600, rounds: 3 },
  { model: 'paced', streams: 10, questions: 40, rounds: 3 },
  { model: 'paced', streams: 50, questions: 200, rounds: 3 },
  { model: 'paced', streams: 10, questions: 60, rounds: 3, areApart: true },
  { model: 'paced', streams: 50, questions: 300, rounds: 3, areApart: true },
];
/** A paced answer takes about as long, so that streams which begin at random moments of it stay apart. */
const PACED_ANSWER_MS = PACES.paced.firstTokenMs + TOKENS_AN_ANSWER * PACES.paced.betweenTokensMs;
const MANY: Setting = { model: 'paced', streams: 1_000, questions: 1_000, rounds: 1 };
const WARM_UP = { streams: 50, questions: 600 };

const LANGCHAIN = 'LangChain.js';
const RELAY = 'relay';
/** Limits by name of the measurement. Memory is in MB. */
const AIMS: Readonly<Record<string, Aim>> = {
  'answers, 1 stream': ratioTo(LANGCHAIN, 2),
  'answers, 50 streams': ratioTo(LANGCHAIN, 3),
  'CPU an answer, 50 streams': { limit: 2.5 },
  'first token p95, paced, 10 streams': differenceFrom(RELAY, 10),
  'first token p95, paced, 50 streams': differenceFrom(RELAY, 25),
  'first token p95, paced, 10 streams apart': differenceFrom(RELAY, 10),
  'first token p95, paced, 50 streams apart': differenceFrom(RELAY, 25),
  'failed answers, paced, 1000 streams': { limit: 0 },
  'memory at most, 1 to 50 streams': { limit: 350 },
  'memory at most, 1000 streams': { limit: 500 },
};

/** One service in one setting. */
interface Measured {
  readonly perSecond: number;
  /** CPU of the service's process for one answer, its threads included. */
  readonly cpuMs: number;
  readonly firstToken: { readonly median: number; readonly p95: number };
  readonly megabytes: number;
  readonly failed: number;
}

interface Running {
  readonly model: Model;
  readonly visitors: Visitors;
  /** Ours is the first. */
  readonly services: ReadonlyMap<string, Answering>;
}

export function benchAnswer(): Promise<BenchResult> {
  return withDirectory(async (directory) => {
    const notInstalled = await installPeer('langchain');
    const model = await Model.start();
    const visitors = new Visitors();
    const services = new Map<string, Answering>();
    try {
      services.set('ours', await startAnsweringService(directory, model.url));
      services.set(RELAY, await startRelay(model.url));
      if (notInstalled === null) services.set(LANGCHAIN, await startLangChain(model.url, cataloguePassages()));
      const measurements = await measureAll({ model, visitors, services });
      return { measurements, leftOut: notInstalled === null ? [] : [`${LANGCHAIN}: ${notInstalled}`] };
    } finally {
      visitors.stop();
      for (const service of services.values()) await service.stop();
      model.stop();
    }
  });
}

async function measureAll(running: Running): Promise<readonly Measurement[]> {
  const { visitors, services } = running;
  console.log(`${TOKENS_AN_ANSWER} tokens an answer, ${cataloguePassages().length} passages, all questions different`);
  for (const { url, headers } of services.values()) {
    const { streams, questions } = WARM_UP;
    await visitors.ask({ url, headers, streams, questions: scaled(questions), spreadMs: 0 });
  }
  const measurements: Measurement[] = [];
  const most = new Map<string, number>();
  for (const setting of SETTINGS) {
    const measured = await measureSetting(setting, running);
    for (const [name, { failed, megabytes }] of measured) {
      if (failed > 0) throw new Error(`${failed} answers of ${name} failed, ${setting.streams} streams`);
      most.set(name, Math.max(most.get(name) ?? 0, megabytes));
    }
    measurements.push(...measurementsOf(setting, measured));
  }
  const many = await measureSetting(MANY, running);
  return [
    ...measurements,
    beside('memory at most, 1 to 50 streams', 'MB', 'lower', most),
    beside(
      'failed answers, paced, 1000 streams',
      '',
      'lower',
      valuesOf(many, ({ failed }) => failed),
    ),
    beside(
      'memory at most, 1000 streams',
      'MB',
      'lower',
      valuesOf(many, ({ megabytes }) => megabytes),
    ),
  ];
}

/** By turns, so that a busy moment of the machine meets all services. */
async function measureSetting(setting: Setting, running: Running): Promise<ReadonlyMap<string, Measured>> {
  const { streams, rounds, areApart = false } = setting;
  const spreadMs = areApart ? PACED_ANSWER_MS : 0;
  const questions = Math.max(streams, scaled(setting.questions));
  const { model, visitors, services } = running;
  await model.keepTo(PACES[setting.model]);
  const seen = new Map<string, Measured[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { pid, url, headers }] of services) {
      const measured = await measureLoad(pid, visitors, { url, headers, streams, questions, spreadMs });
      seen.set(name, [...(seen.get(name) ?? []), measured]);
    }
  }
  return new Map([...seen].map(([name, all]) => [name, middleOf(all)]));
}

async function measureLoad(pid: number, visitors: Visitors, load: Load): Promise<Measured> {
  const { result, cpuSeconds, residentMegabytes } = await whileUsing(pid, () => visitors.ask(load));
  if (result.failure !== null) console.log(`${result.failed} answers of ${load.url} failed: ${result.failure}`);
  const sorted = result.firstTokenMs.toSorted((a, b) => a - b);
  const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
  return {
    perSecond: result.perSecond,
    cpuMs: (cpuSeconds * 1000) / load.questions,
    firstToken: { median: sorted.length === 0 ? Number.NaN : median(sorted), p95 },
    megabytes: residentMegabytes,
    failed: result.failed,
  };
}

function middleOf(rounds: readonly Measured[]): Measured {
  const middle = (of: (measured: Measured) => number) => median(rounds.map(of));
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    cpuMs: middle(({ cpuMs }) => cpuMs),
    firstToken: {
      median: middle(({ firstToken }) => firstToken.median),
      p95: middle(({ firstToken }) => firstToken.p95),
    },
    megabytes: Math.max(...rounds.map(({ megabytes }) => megabytes)),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function measurementsOf(setting: Setting, measured: ReadonlyMap<string, Measured>): readonly Measurement[] {
  const { streams, areApart = false } = setting;
  const counted = `${streams} ${streams === 1 ? 'stream' : 'streams'}${areApart ? ' apart' : ''}`;
  const first = (at: 'median' | 'p95') => valuesOf(measured, ({ firstToken }) => firstToken[at]);
  if (setting.model === 'paced') {
    return [
      beside(`first token median, paced, ${counted}`, 'ms', 'lower', first('median')),
      beside(`first token p95, paced, ${counted}`, 'ms', 'lower', first('p95')),
    ];
  }
  return [
    beside(
      `answers, ${counted}`,
      '/s',
      'higher',
      valuesOf(measured, ({ perSecond }) => perSecond),
    ),
    beside(
      `CPU an answer, ${counted}`,
      'ms',
      'lower',
      valuesOf(measured, ({ cpuMs }) => cpuMs),
    ),
    beside(`first token median, ${counted}`, 'ms', 'lower', first('median')),
    beside(`first token p95, ${counted}`, 'ms', 'lower', first('p95')),
  ];
}

const valuesOf = (measured: ReadonlyMap<string, Measured>, of: (one: Measured) => number) =>
  new Map([...measured].map(([name, one]) => [name, of(one)]));

/** The first value is ours. An aim beside a service that was left out is no aim. */
function beside(
  name: string,
  unit: string,
  better: Measurement['better'],
  values: ReadonlyMap<string, number>,
): Measurement {
  const [[, value = Number.NaN] = [], ...others] = values;
  const against = others.map(([baseline, other]) => ({ name: baseline, value: other }));
  const aim = AIMS[name];
  const isJudged = aim !== undefined && (aim.of === undefined || values.has(aim.of.baseline));
  return { name, value, unit, better, against, ...(isJudged ? { aim } : {}) };
}
