/** Requests a second of the real service, beside bare Fastify answering the same bodies to the same client in the same run. */
import { FilledService } from './http/filled-service.ts';
import type { Asked, Load } from './http/messages.ts';
import { BareServer, LoadProcess } from './http/processes.ts';
import { median, printTable, withDirectory } from './support.ts';

const connections = 16;
const milliseconds = 1_000;
const rounds = 5;
/** Both have compiled what they run, and their sockets are open. */
const warmUpMs = 1_500;

interface HttpMeasurement {
  readonly what: string;
  readonly bytes: number;
  /** A second. */
  readonly ours: number;
  /** A second, of bare Fastify: the body as an object that it serialises. */
  readonly object: number;
  /** A second, of bare Fastify: the body as a string that needs no work at all. */
  readonly string: number;
  /** Share of `object`. */
  readonly aim?: number;
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
  { origin, asked }: FilledService,
  bare: BareServer,
  load: LoadProcess,
): Promise<readonly HttpMeasurement[]> {
  const rows: readonly (readonly [what: string, requests: readonly Asked[], aim?: number])[] = [
    ['history of 200 messages (session)', [asked.history], 0.5],
    ['chatbot (session)', [asked.chatbot]],
    ['widget configuration (key)', [asked.config]],
    ['feedback (key, a durable write)', asked.feedback],
    ['healthz', [asked.health]],
  ];
  const measured: HttpMeasurement[] = [];
  for (const [what, requests, aim] of rows) {
    const json = await bodyOf(origin, requests);
    await bare.prepare({ json });
    const { ours, object, string } = await measure({ origin, requests, connections, milliseconds }, bare, load);
    const row = { what, bytes: Buffer.byteLength(json), ours, object, string };
    measured.push(aim === undefined ? row : { ...row, aim });
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
  ours: Load,
  bare: BareServer,
  load: LoadProcess,
): Promise<Record<'ours' | 'object' | 'string', number>> {
  const { origin } = bare;
  const atBare = (path: string) => ours.requests.map((request) => ({ ...request, path }));
  const by = {
    ours,
    object: { ...ours, origin, requests: atBare('/object') },
    string: { ...ours, origin, requests: atBare('/string') },
  };
  const seen = { ours: [] as number[], object: [] as number[], string: [] as number[] };
  const names = ['ours', 'object', 'string'] as const;
  for (const name of names) await load.ask({ ...by[name], milliseconds: warmUpMs });
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const { perSecond, failed } = await load.ask(by[name]);
      if (failed > 0) throw new Error(`${failed} requests failed: ${by[name].requests[0]?.path}`);
      seen[name].push(perSecond);
    }
  }
  return { ours: median(seen.ours), object: median(seen.object), string: median(seen.string) };
}

export function printHttp(measurements: readonly HttpMeasurement[]): void {
  const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });
  const head = [
    'requests a second',
    'bytes',
    'ours',
    'Fastify, object',
    'ours / it',
    'Fastify, string',
    'ours / it',
    'aim',
  ];
  const rows = measurements.map(({ what, bytes, ours, object, string, aim }) => {
    const reached = aim === undefined ? '' : `${aim.toFixed(2)} ${ours / object >= aim ? 'reached' : 'missed'}`;
    const ratios = [whole(object), (ours / object).toFixed(2), whole(string), (ours / string).toFixed(2)];
    return [what, whole(bytes), whole(ours), ...ratios, reached];
  });
  printTable(`HTTP, ${connections} connections, beside bare Fastify`, head, rows);
}
