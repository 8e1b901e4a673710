/** The realtime channel of one embedded node: what idle streams cost, how soon a message is with all its readers, and what it costs to come back. */
import { setTimeout } from 'node:timers/promises';
import { lengthenLog, scanLog } from './channels/long-log.ts';
import type { Sent } from './channels/messages.ts';
import { ChannelService, type Load, Readers, SESSION_ID } from './channels/processes.ts';
import { median, printTable, withDirectory } from './support.ts';

const VISITORS = 1_000;
const OWNERS = 20;
const IDLE_SECONDS = 30;
const MESSAGES = { warmUp: 100, measured: 400 };
/** Milliseconds until the last reader has it. */
const AIM_P95 = 20;
/** Lengths of the log. The messages that are missed lie scattered in it. */
const LOGS = [10_000, 1_000_000] as const;
const MISSED = [1, 100, 1_000] as const;
const MAX_MISSED = 1_000;
const RETURNS = { 1: 40, 100: 20, 1000: 10 } as const;

interface Idle {
  readonly openedMs: number;
  readonly before: Load;
  readonly after: Load;
  /** Share of one core, before and with the streams. */
  readonly cpuBefore: number;
  readonly cpuAfter: number;
}

interface FanOut extends Sent {
  /** Processor time of the service for one message, milliseconds: what a busy machine changes less. */
  readonly cpu: number;
}

interface Return {
  readonly events: number;
  readonly who: 'visitor' | 'owner';
  readonly missed: number;
  readonly first: readonly number[];
  readonly all: readonly number[];
  /** Reading the whole log instead. */
  readonly scan: number;
}

interface Streams {
  readonly idle: Idle;
  readonly fanOut: FanOut;
}

export async function benchChannels(): Promise<void> {
  printStreams(await withDirectory(measureStreams));
  const returns: Return[] = [];
  for (const length of LOGS) returns.push(...(await withDirectory((directory) => measureReturns(directory, length))));
  printReturns(returns);
}

async function measureStreams(directory: string): Promise<Streams> {
  const service = await ChannelService.start(directory);
  const readers = new Readers();
  try {
    const idling = await idle(service);
    const visitors = Array.from({ length: VISITORS - 1 }, (_, number) => service.visitorStream(`idle-${number}`));
    const owners = Array.from({ length: OWNERS }, () => service.ownerStream);
    const streams = [...visitors, service.visitorStream(SESSION_ID), ...owners];
    const { milliseconds: openedMs } = await readers.open(service.origin, streams);
    const withStreams = await idle(service);
    const order = { ...service.agentMessages, readers: OWNERS + 1 };
    await readers.send({ ...order, messages: MESSAGES.warmUp });
    const loadBefore = await service.load();
    const sent = await readers.send({ ...order, messages: MESSAGES.measured });
    const cpuSeconds = (await service.load()).cpuSeconds - loadBefore.cpuSeconds;
    const fanOut = { ...sent, cpu: (cpuSeconds * 1_000) / MESSAGES.measured };
    const loads = { before: idling.load, after: withStreams.load, cpuBefore: idling.cpu, cpuAfter: withStreams.cpu };
    return { idle: { openedMs, ...loads }, fanOut };
  } finally {
    readers.stop();
    await service.stop();
  }
}

/** @returns what it uses after a while in which nothing happens, and the share of one core meanwhile */
async function idle(service: ChannelService): Promise<{ readonly load: Load; readonly cpu: number }> {
  const before = await service.load();
  await setTimeout(IDLE_SECONDS * 1_000);
  const load = await service.load();
  return { load, cpu: (load.cpuSeconds - before.cpuSeconds) / IDLE_SECONDS };
}

async function measureReturns(directory: string, events: number): Promise<readonly Return[]> {
  const fresh = await ChannelService.start(directory);
  await fresh.stop();
  await lengthenLog(directory, MAX_MISSED, events / MAX_MISSED - 1);
  const scan = await scanLog(directory);
  const service = await ChannelService.restart(directory, fresh.installed);
  const readers = new Readers();
  try {
    const returns: Return[] = [];
    const { origin } = service;
    const visitor = service.visitorStream(SESSION_ID);
    // The takeover comes before all messages.
    const { ids } = await readers.resume({ origin, stream: visitor, lastId: '0', events: 1 + MAX_MISSED });
    for (const [who, stream] of [['visitor', visitor] as const, ['owner', service.ownerStream] as const]) {
      const comeBack = (lastId: string, events: number) => readers.resume({ origin, stream, lastId, events });
      for (const missed of MISSED) {
        const lastId = ids.at(-1 - missed) ?? '';
        const seen = [];
        for (let time = 0; time < RETURNS[missed]; time += 1) seen.push(await comeBack(lastId, missed));
        const [first, all] = [seen.map((each) => each.first), seen.map((each) => each.all)];
        returns.push({ events, who, missed, first, all, scan });
      }
    }
    return returns;
  } finally {
    readers.stop();
    await service.stop();
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

function printStreams({ idle: idling, fanOut }: Streams): void {
  const streams = VISITORS + OWNERS;
  const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
  const kilobytesEach = (bytes: number) => (bytes / 1024 / streams).toFixed(1);
  const { before, after, cpuBefore, cpuAfter, openedMs } = idling;
  const memory = (what: string, of: (load: Load) => number) => [
    what,
    megabytes(of(before)),
    megabytes(of(after)),
    `${kilobytesEach(of(after) - of(before))} KB`,
  ];
  printTable(
    `${VISITORS} visitors' and ${OWNERS} owners' idle event streams on one node, opened in ${openedMs.toFixed(0)} ms`,
    ['', 'before', 'with them', 'a stream'],
    [
      memory('resident memory, MB', ({ residentBytes }) => residentBytes),
      memory('heap in use, MB', ({ heapBytes }) => heapBytes),
      ['processor, % of one core', (cpuBefore * 100).toFixed(2), (cpuAfter * 100).toFixed(2), ''],
    ],
  );

  const row = (what: string, values: readonly number[], aim: string) => [
    what,
    ...[0.5, 0.95, 0.99].map((share) => percentile(values, share).toFixed(1)),
    aim,
  ];
  const p95 = percentile(fanOut.last, 0.95);
  printTable(
    `An agent's message to ${OWNERS + 1} readers among ${streams} streams, milliseconds from its request`,
    ['until', 'median', 'p95', 'p99', 'aim'],
    [
      row('the first reader has it', fanOut.first, ''),
      row('the last reader has it', fanOut.last, `${AIM_P95} ${p95 < AIM_P95 ? 'reached' : 'missed'}`),
      row(
        'from the first reader to the last',
        fanOut.last.map((last, message) => last - (fanOut.first[message] ?? last)),
        '',
      ),
      row('its sender is answered', fanOut.answered, ''),
      ['processor time of the service', fanOut.cpu.toFixed(1), '', '', ''],
    ],
  );
}

function printReturns(returns: readonly Return[]): void {
  printTable(
    'Coming back with Last-Event-ID, milliseconds (median)',
    ['events in the log, who', 'missed', 'first event', 'all', 'p95', 'reading the whole log'],
    returns.map(({ events, who, missed, first, all, scan }) => [
      `${events.toLocaleString('en')}, ${who}`,
      missed.toLocaleString('en'),
      median(first).toFixed(1),
      median(all).toFixed(1),
      percentile(all, 0.95).toFixed(1),
      scan.toFixed(0),
    ]),
  );
}
