/** The realtime channel of one embedded node: what idle streams cost, how soon a message is with all its readers, and what it costs to come back. */
import { setTimeout } from 'node:timers/promises';
import type { BenchResult, Measurement } from '../harness/measurement.ts';
import { median, percentile, scaled, withDirectory } from '../harness/timing.ts';
import { lengthenLog, scanLog } from './long-log.ts';
import type { Sent } from './messages.ts';
import { ChannelService, type Load, Readers, SESSION_ID } from './processes.ts';

const VISITORS = 1_000;
const OWNERS = 20;
const IDLE_SECONDS = 15;
const MESSAGES = { warmUp: 100, measured: 400 };
/** Milliseconds until the last reader has it. */
const AIM_P95 = 20;
/** Lengths of the log. The messages that are missed lie scattered in it. */
const LOGS = [10_000, scaled(200_000)] as const;
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
  readonly all: readonly number[];
  /** Reading the whole log instead. */
  readonly scan: number;
}

interface Streams {
  readonly idle: Idle;
  readonly fanOut: FanOut;
}

export async function benchChannels(): Promise<BenchResult> {
  const streams = await withDirectory(measureStreams);
  const returns: Return[] = [];
  for (const length of LOGS) returns.push(...(await withDirectory((directory) => measureReturns(directory, length))));
  return { measurements: [...streamMeasurements(streams), ...returns.map(returnMeasurement)] };
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
        returns.push({ events, who, missed, all: seen.map((resumed) => resumed.all), scan });
      }
    }
    return returns;
  } finally {
    readers.stop();
    await service.stop();
  }
}

function streamMeasurements({ idle: idling, fanOut }: Streams): readonly Measurement[] {
  const streams = VISITORS + OWNERS;
  const { before, after, cpuBefore, cpuAfter, openedMs } = idling;
  const better = 'lower';
  const memory = (name: string, of: (load: Load) => number): Measurement => ({
    name,
    value: (of(after) - of(before)) / 1024 / streams,
    unit: 'KB',
    better,
  });
  const until = (what: string, values: readonly number[]): readonly Measurement[] => [
    { name: `${what}, median`, value: median(values), unit: 'ms', better },
    { name: `${what}, p95`, value: percentile(values, 0.95), unit: 'ms', better },
  ];
  const p95 = percentile(fanOut.last, 0.95);
  return [
    { name: `${streams} idle event streams opened`, value: openedMs, unit: 'ms', better },
    memory('resident memory of an idle stream', ({ residentBytes }) => residentBytes),
    memory('heap of an idle stream', ({ heapBytes }) => heapBytes),
    {
      name: `CPU with ${streams} idle streams, of one core`,
      value: cpuAfter * 100,
      unit: '%',
      better,
      against: [{ name: 'without them', value: cpuBefore * 100 }],
    },
    ...until("agent's message with its first reader", fanOut.first),
    {
      name: `agent's message with the last of ${OWNERS + 1} readers, p95`,
      value: p95,
      unit: 'ms',
      better,
      aim: { limit: AIM_P95 },
    },
    ...until("agent's message answered", fanOut.answered),
    { name: "CPU of an agent's message", value: fanOut.cpu, unit: 'ms', better },
  ];
}

/** Coming back with Last-Event-ID. */
function returnMeasurement({ events, who, missed, all, scan }: Return): Measurement {
  const name = `${who} comes back for ${missed} missed of ${events.toLocaleString('en')} events`;
  const against = [{ name: 'reading the whole log', value: scan }];
  return { name, value: median(all), unit: 'ms', better: 'lower', against };
}
