/** Capacity plan: nodes, shards and requests for a rate of messages, calculated from the figures of `npm run bench -- engines`. */
import type { Part } from '../results.ts';
import { valueIn } from './recorded.ts';

/** Share of its time that a part may be busy: queues grow without end as it nears 1. */
const MAX_UTILISATION = 0.7;
const RATES = [10, 1_000, 100_000];
const ACT = 'engines, message, answered, 20 at once';
const [SECONDS_A_DAY, GIGABYTE] = [86_400, 1e9];

/** Cost of one message at each part, and the capacity of one of each part. */
export interface Measured {
  readonly appends: number;
  readonly logBytes: number;
  /** Milliseconds of a core. */
  readonly httpCpuMs: number;
  /** CPU of its main thread, which writes all read models. */
  readonly projectorCpuMs: number;
  readonly mongoRequests: number;
  readonly searchRequests: number;
  readonly appendsPerSecond: number;
}

export interface Plan {
  readonly perSecond: number;
  /** Cores of the nodes with the role `http`. */
  readonly httpCores: number;
  /** Installations side by side, each with a projector and an EventStoreDB leader of its own. */
  readonly shards: number;
  /** The part whose limit decides the number of shards. */
  readonly heldBy: 'nothing' | 'projector' | 'EventStoreDB';
  readonly appends: number;
  readonly mongoRequests: number;
  readonly searchRequests: number;
  readonly logGigabytesADay: number;
}

export function measuredFrom(engines: Part): Measured {
  const value = (name: string) => valueIn(engines, name);
  const requests = (engine: string) =>
    value(`${ACT}: http node's requests to ${engine}`) + value(`${ACT}: projector's requests to ${engine}`);
  return {
    appends: value(`${ACT}: appends`),
    logBytes: value(`${ACT}: events in the log`),
    httpCpuMs: value(`${ACT}: CPU of the http node`),
    projectorCpuMs: value(`${ACT}: CPU of the projector's main thread`),
    mongoRequests: requests('mongodb'),
    searchRequests: requests('elasticsearch'),
    appendsPerSecond: value('engines: appends by 64'),
  };
}

export function planFor(perSecond: number, measured: Measured): Plan {
  const forProjector = (perSecond * measured.projectorCpuMs) / 1000 / MAX_UTILISATION;
  const forLog = (perSecond * measured.appends) / (measured.appendsPerSecond * MAX_UTILISATION);
  const shards = Math.max(1, Math.ceil(Math.max(forProjector, forLog)));
  const slower = forProjector > forLog ? 'projector' : 'EventStoreDB';
  return {
    perSecond,
    httpCores: Math.ceil((perSecond * measured.httpCpuMs) / 1000 / MAX_UTILISATION),
    shards,
    heldBy: shards === 1 ? 'nothing' : slower,
    appends: perSecond * measured.appends,
    mongoRequests: perSecond * measured.mongoRequests,
    searchRequests: perSecond * measured.searchRequests,
    logGigabytesADay: (perSecond * measured.logBytes * SECONDS_A_DAY) / GIGABYTE,
  };
}

/** Rows of the plan in `docs/scaling.md`. */
export function planRows(measured: Measured): readonly (readonly (number | string)[])[] {
  const plans = RATES.map((rate) => planFor(rate, measured));
  const row = (what: string, of: (plan: Plan) => number | string) => [what, ...plans.map(of)];
  return [
    row('Messages a second', ({ perSecond }) => perSecond),
    row('Cores of `http` nodes', ({ httpCores }) => httpCores),
    row('Appends a second', ({ appends }) => appends),
    row('Requests a second to MongoDB', ({ mongoRequests }) => mongoRequests),
    row('Requests a second to Elasticsearch', ({ searchRequests }) => searchRequests),
    row('Growth of the log, GB a day', ({ logGigabytesADay }) => logGigabytesADay),
    row('Shards', ({ shards }) => shards),
    row('Shards follow from', ({ heldBy }) => heldBy),
  ];
}
