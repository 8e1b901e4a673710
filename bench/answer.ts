/**
 * Whole answers a second and the time to the first token: the real service over real sockets, every event durable, beside a bare
 * Fastify that relays the same model in the same run.
 */
import { AnsweringService } from './answer/answering-service.ts';
import { type Load, type Loaded, type Pace, TOKENS_AN_ANSWER } from './answer/messages.ts';
import { Model, Relay, Visitors } from './answer/processes.ts';
import { median, printTable, withDirectory } from './support.ts';

interface Setting {
  readonly model: 'without delay' | 'paced';
  readonly streams: number;
  readonly questions: number;
  readonly rounds: number;
}

interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly firstToken: { readonly median: number; readonly p95: number };
}

export interface AnswerMeasurement extends Setting {
  readonly passages: number;
  readonly ours: Measured;
  readonly byFetch: Measured;
  readonly byClient: Measured;
}

const PACES: { readonly [model in Setting['model']]: Pace } = {
  'without delay': { firstTokenMs: 0, betweenTokensMs: 0 },
  paced: { firstTokenMs: 200, betweenTokensMs: 10 },
};
const SETTINGS: readonly Setting[] = [
  { model: 'without delay', streams: 1, questions: 100, rounds: 5 },
  { model: 'without delay', streams: 10, questions: 400, rounds: 5 },
  { model: 'without delay', streams: 50, questions: 1_000, rounds: 5 },
  { model: 'paced', streams: 1, questions: 3, rounds: 5 },
  { model: 'paced', streams: 10, questions: 20, rounds: 5 },
  { model: 'paced', streams: 50, questions: 150, rounds: 5 },
];
const WARM_UP = { streams: 50, questions: 600 };
/** Targets: a share of the relay's answers a second at 50 streams, and milliseconds on top of its first token. */
const AIM = { streams: 50, share: 1 / 3, laterMs: 5 };

/** Prints nothing: give what it answers to `printAnswers`. */
export function measureAnswers(): Promise<readonly AnswerMeasurement[]> {
  return withDirectory(async (directory) => {
    const model = await Model.start();
    const visitors = new Visitors();
    const relay = await Relay.start(model.url);
    const service = await AnsweringService.start(directory, model.url);
    try {
      return await measureAll({ model, visitors, relay, service });
    } finally {
      visitors.stop();
      relay.stop();
      await service.stop();
      model.stop();
    }
  });
}

interface Running {
  readonly model: Model;
  readonly visitors: Visitors;
  readonly relay: Relay;
  readonly service: AnsweringService;
}

async function measureAll({ model, visitors, relay, service }: Running): Promise<readonly AnswerMeasurement[]> {
  const { passages, url, headers } = service;
  const asked = {
    ours: { url, headers },
    byFetch: { url: `${relay.origin}/fetch`, headers: {} },
    byClient: { url: `${relay.origin}/client`, headers: {} },
  };
  const names = ['ours', 'byFetch', 'byClient'] as const;
  const ask = async (load: Load): Promise<Loaded> => {
    const loaded = await visitors.ask(load);
    if (loaded.failed > 0) throw new Error(`${loaded.failed} answers of ${load.url} failed`);
    return loaded;
  };
  for (const name of names) await ask({ ...asked[name], ...WARM_UP });
  const measurements: AnswerMeasurement[] = [];
  for (const setting of SETTINGS) {
    const { streams, questions, rounds } = setting;
    await model.keepTo(PACES[setting.model]);
    const seen: { [name in (typeof names)[number]]: Loaded[] } = { ours: [], byFetch: [], byClient: [] };
    // By turns, so that a busy moment of the machine meets all of them.
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) seen[name].push(await ask({ ...asked[name], streams, questions }));
    }
    const [ours, byFetch, byClient] = [measured(seen.ours), measured(seen.byFetch), measured(seen.byClient)];
    measurements.push({ ...setting, passages, ours, byFetch, byClient });
  }
  return measurements;
}

function measured(rounds: readonly Loaded[]): Measured {
  const p95s = rounds.map(({ firstTokenMs }) => {
    const sorted = firstTokenMs.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
  });
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    firstToken: { median: median(rounds.map(({ firstTokenMs }) => median(firstTokenMs))), p95: median(p95s) },
  };
}

export function printAnswers(measurements: readonly AnswerMeasurement[]): void {
  const rate = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
  const verdict = (reached: boolean) => (reached ? 'reached' : 'missed');
  const title = `${TOKENS_AN_ANSWER} tokens an answer, ${measurements[0]?.passages ?? 0} passages, beside bare Fastify relays of the same model`;

  const head = ['model, streams', 'ours', 'fetch relay', 'ours / it', 'openai relay', 'ours / it', 'aim'];
  const rates = measurements.map(({ model, streams, ours, byFetch, byClient }) => {
    const [share, ofClient] = [ours.perSecond / byFetch.perSecond, ours.perSecond / byClient.perSecond];
    const aimed = model === 'without delay' && streams === AIM.streams;
    const aim = aimed ? `${AIM.share.toFixed(2)} ${verdict(share >= AIM.share)}` : '';
    const cells = [ours.perSecond, byFetch.perSecond].map(rate);
    return [`${model}, ${streams}`, ...cells, share.toFixed(2), rate(byClient.perSecond), ofClient.toFixed(2), aim];
  });
  printTable(`Answers a second. ${title}`, head, rates);

  const firstHead = ['model, streams', 'ours', 'p95', 'fetch relay', 'p95', 'openai relay', 'p95', 'p95 later', 'aim'];
  const firsts = measurements.map(({ model, streams, ours, byFetch, byClient }) => {
    const later = ours.firstToken.p95 - byFetch.firstToken.p95;
    const cells = [ours, byFetch, byClient].flatMap(({ firstToken }) => [firstToken.median, firstToken.p95]);
    const aim = model === 'paced' ? `${AIM.laterMs} ${verdict(later <= AIM.laterMs)}` : '';
    return [`${model}, ${streams}`, ...cells.map((value) => value.toFixed(1)), later.toFixed(1), aim];
  });
  printTable('Time to the first token, milliseconds', firstHead, firsts);
}
