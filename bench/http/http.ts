/** Requests a second of the real service, beside bare Fastify answering the same bodies to the same client in the same run. */
import { type BenchResult, type Measurement, ratioTo } from '../harness/measurement.ts';
import { median, withDirectory } from '../harness/timing.ts';
import { FilledService } from './filled-service.ts';
import type { Asked } from './messages.ts';
import { BareServer, LoadProcess } from './processes.ts';

const OBJECT = 'Fastify, object';
const connections = 16;
const milliseconds = 1_000;
const rounds = 3;
/** Both have compiled what they run, and their sockets are open. */
const warmUpMs = 1_000;

/** One server under one load. */
interface Speed {
  /** Requests a second. */
  readonly perSecond: number;
  /** Processor time of the server for one request, microseconds: what a busy machine, or a client at its limit, changes less. */
  readonly cpu: number;
}

/** `object`: bare Fastify, the body as an object that it serialises. `string`: the body as a string that needs no work at all. */
const servers = ['ours', 'object', 'string'] as const;
type Speeds = Readonly<Record<(typeof servers)[number], Speed>>;

interface HttpMeasurement extends Speeds {
  readonly what: string;
  /** Share of the requests a second of `object`. */
  readonly aim: number | null;
}

export function benchHttp(): Promise<BenchResult> {
  return withDirectory(async (directory) => {
    const load = new LoadProcess();
    const bare = await BareServer.start();
    const service = await FilledService.start(directory);
    try {
      return { measurements: (await measureAll(service, bare, load)).flatMap(measurementsOf) };
    } finally {
      load.stop();
      bare.stop();
      await service.stop();
    }
  });
}

async function measureAll(
  service: FilledService,
  bare: BareServer,
  load: LoadProcess,
): Promise<readonly HttpMeasurement[]> {
  const { asked } = service;
  const rows: readonly (readonly [what: string, requests: readonly Asked[], aim: number | null])[] = [
    ['history of 200 messages (session)', [asked.history], 0.5],
    ['chatbot (session)', [asked.chatbot], null],
    ['widget configuration (key)', [asked.config], null],
    ['feedback (key, a durable write)', asked.feedback, null],
    ['healthz', [asked.health], null],
  ];
  const measured: HttpMeasurement[] = [];
  for (const [what, requests, aim] of rows) {
    const json = await bodyOf(service.origin, requests);
    await bare.prepare(json);
    measured.push({ what, aim, ...(await measure(requests, service, bare, load)) });
  }
  return measured;
}

async function bodyOf(origin: string, [request]: readonly Asked[]): Promise<string> {
  if (request === undefined) throw new RangeError('Nothing to ask');
  const { method, path, headers, body } = request;
  const response = await fetch(`${origin}${path}`, { method, headers, body: body ?? null });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

/** By turns, so that a busy moment of the machine meets all of them. */
async function measure(
  requests: readonly Asked[],
  service: FilledService,
  bare: BareServer,
  load: LoadProcess,
): Promise<Speeds> {
  const atBare = (path: string) => requests.map((request) => ({ ...request, path }));
  const loads = {
    ours: { server: service, requests },
    object: { server: bare, requests: atBare('/object') },
    string: { server: bare, requests: atBare('/string') },
  };
  async function run(name: keyof typeof loads, duration: number): Promise<Speed> {
    const { server, requests: some } = loads[name];
    const before = await server.cpuSeconds();
    const asking = { origin: server.origin, requests: some, connections, milliseconds: duration };
    const { perSecond, failed } = await load.ask(asking);
    if (failed > 0) throw new Error(`${failed} requests failed: ${some[0]?.path}`);
    const seconds = (await server.cpuSeconds()) - before;
    return { perSecond, cpu: (seconds * 1e9) / (perSecond * duration) };
  }
  const seen = { ours: [] as Speed[], object: [] as Speed[], string: [] as Speed[] };
  for (const name of servers) await run(name, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of servers) seen[name].push(await run(name, milliseconds));
  }
  return { ours: middleOf(seen.ours), object: middleOf(seen.object), string: middleOf(seen.string) };
}

const middleOf = (speeds: readonly Speed[]): Speed => ({
  perSecond: median(speeds.map(({ perSecond }) => perSecond)),
  cpu: median(speeds.map(({ cpu }) => cpu)),
});

/** Beside bare Fastify with the same body: as an object that it serialises, and as a finished string. */
function measurementsOf({ what, aim, ours, object, string }: HttpMeasurement): readonly Measurement[] {
  const against = (of: (speed: Speed) => number) => [
    { name: OBJECT, value: of(object) },
    { name: 'Fastify, string', value: of(string) },
  ];
  const [rate, cpu] = [({ perSecond }: Speed) => perSecond, (speed: Speed) => speed.cpu];
  return [
    {
      name: what,
      value: rate(ours),
      unit: '/s',
      better: 'higher',
      against: against(rate),
      ...(aim === null ? {} : { aim: ratioTo(OBJECT, aim) }),
    },
    { name: `${what}, CPU`, value: cpu(ours), unit: 'µs', better: 'lower', against: against(cpu) },
  ];
}
