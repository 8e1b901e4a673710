/** Requests a second of the real service, beside bare Fastify answering the same bodies to the same client in the same run. */
import { FilledService } from './http/filled-service.ts';
import type { Asked } from './http/messages.ts';
import { BareServer, LoadProcess } from './http/processes.ts';
import { median, printTable, withDirectory } from './support.ts';

const connections = 16;
const milliseconds = 1_000;
const rounds = 5;
/** Both have compiled what they run, and their sockets are open. */
const warmUpMs = 1_500;

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
  readonly bytes: number;
  /** Share of the requests a second of `object`. */
  readonly aim: number | null;
}

/** Prints nothing: give what it answers to `printHttp`. */
export function measureHttp(): Promise<readonly HttpMeasurement[]> {
  return withDirectory(async (directory) => {
    const load = new LoadProcess();
    const bare = await BareServer.start();
    const service = await FilledService.start(directory);
    try {
      return await measureAll(service, bare, load);
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
    measured.push({ what, bytes: Buffer.byteLength(json), aim, ...(await measure(requests, service, bare, load)) });
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

export function printHttp(measurements: readonly HttpMeasurement[]): void {
  const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });
  const title = `connections, beside bare Fastify with the same body: as an object, as a finished string`;
  const speeds = measurements.map(({ what, bytes, ours, object, string, aim }) => {
    const reached =
      aim === null ? '' : `${aim.toFixed(2)} ${ours.perSecond / object.perSecond >= aim ? 'reached' : 'missed'}`;
    const shares = [object, string].map(({ perSecond }) => [whole(perSecond), (ours.perSecond / perSecond).toFixed(2)]);
    return [what, whole(bytes), whole(ours.perSecond), ...shares.flat(), reached];
  });
  const head = ['requests a second', 'bytes', 'ours', 'object', 'ours / it', 'string', 'ours / it', 'aim'];
  printTable(`HTTP, ${connections} ${title}`, head, speeds);
  const costs = measurements.map(({ what, ours, object, string }) => {
    return [what, whole(ours.cpu), whole(object.cpu), (object.cpu / ours.cpu).toFixed(2), whole(string.cpu)];
  });
  printTable(
    'Processor time of the server',
    ['microseconds a request', 'ours', 'object', 'it / ours', 'string'],
    costs,
  );
}
