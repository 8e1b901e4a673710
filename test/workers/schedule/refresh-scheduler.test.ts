import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ChatbotChanges } from '../../../src/domain/chatbot/configuration.ts';
import { nextDue } from '../../../src/domain/chatbot/refresh-schedule.ts';
import type { SourceType } from '../../../src/domain/data-source/events.ts';
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import { dataSources } from '../../../src/projections/data-sources/projection.ts';
import { DataSourceQueries } from '../../../src/projections/data-sources/queries.ts';
import { ReadingProgress } from '../../../src/projections/data-sources/reading-progress.ts';
import { SkippedUrls } from '../../../src/projections/data-sources/skipped-urls.ts';
import type { ProjectionEngine } from '../../../src/projections/engine/engine.ts';
import { refreshSchedules } from '../../../src/projections/refresh-schedules/projection.ts';
import {
  requestDueRefreshes,
  requestRefreshesAhead,
  startRefreshScheduler,
} from '../../../src/workers/schedule/refresh-scheduler.ts';
import { startScheduledRefreshWorker } from '../../../src/workers/schedule/scheduled-refresh.ts';
import { idOf, NOON, sha256Of } from '../../support/fixtures.ts';
import { type Node, newCommand, nodeOn, valueOrThrow } from '../../support/inside.ts';
import { openReadSide, type ReadSide, startEngine } from '../../support/projections/read-models.ts';

const DAY = 24 * 3_600_000;
const { signal } = new AbortController();
const report = () => undefined;

let side: ReadSide;
let node: Node;
let engine: ProjectionEngine;
/** Time of the schedulers' clocks, epoch milliseconds. */
let now: number;
let owner: string;
const clock = { now: () => now };

beforeEach(async () => {
  side = await openReadSide();
  node = nodeOn(side, undefined, clock);
  now = NOON;
  engine = (await startEngine(side, [refreshSchedules, dataSources])).engine;
  const person = { email: 'ada@example.com', name: 'Ada', password: 'p' };
  owner = valueOrThrow(await node.accounts.register(person, newCommand())).accountId;
});

const caughtUp = async () => engine.waitFor(await side.log.head());

async function chatbotWith(changes: ChatbotChanges): Promise<string> {
  const { chatbotId } = valueOrThrow(await node.chatbots.create(owner, 'Helper', newCommand(now)));
  valueOrThrow(await node.chatbots.configure(owner, chatbotId, { changes }, newCommand(now)));
  await caughtUp();
  return chatbotId;
}

/** A source that was read. */
async function sourceOf(chatbotId: string, sourceType: SourceType, name: string): Promise<string> {
  const sourceId = idOf(name);
  const content = {
    sourceUrl: 'https://example.com/',
    title: null,
    fileName: null,
    contentHash: null,
    contentType: null,
  };
  valueOrThrow(
    await node.dataSources.add(
      owner,
      chatbotId,
      { sourceId, sourceType, isRecursive: false, ...content },
      newCommand(),
    ),
  );
  await finishRun(sourceId, 1);
  return sourceId;
}

async function finishRun(sourceId: string, generation: number): Promise<void> {
  const counts = { pageCount: 1, chunkCount: 1, siteType: null, sparseContent: false, crawl: null };
  await node.dataSources.startRun({ sourceId, generation }, { name: '1', stepsKept: 0 }, newCommand());
  const read = { ...counts, manifestHash: sha256Of('m'), sitemapUrl: null, skippedUrls: [] };
  await node.dataSources.completeRun({ sourceId, generation, attempt: 1 }, read, newCommand());
  await caughtUp();
}

/** One look of a scheduler on a node of its own. Returns when it looks again. */
async function look(scheduler: Node = nodeOn(side, undefined, clock)): Promise<number> {
  const sleepMs = await requestDueRefreshes({ documents: side.documents, chatbots: scheduler.chatbots, clock }, signal);
  await caughtUp();
  return sleepMs;
}

/** The rarer look of a scheduler on a node of its own, for times that have not come. */
async function lookAhead(): Promise<void> {
  const { chatbots } = nodeOn(side, undefined, clock);
  await requestRefreshesAhead({ documents: side.documents, chatbots, clock }, signal);
  await caughtUp();
}

async function facts(type: string): Promise<readonly StoredEvent[]> {
  return (await side.log.readAll({ after: null, limit: 10_000, filter: { types: [type] } })).events;
}
const requests = async () => (await facts('ScheduledRefreshRequested')).map(({ data }) => data.dueAt);

/** Consumes the schedulers' requests until it is stopped. */
function startWorker(dataSourceCommands: Pick<Node['dataSources'], 'refreshBySchedule'> = node.dataSources) {
  const worker = startScheduledRefreshWorker({
    log: side.log,
    codec: side.codec,
    chatbots: node.chatbots,
    clock,
    report,
    progress: engine,
    dataSources: dataSourceCommands,
    sources: new DataSourceQueries(
      side.documents,
      new ReadingProgress(side.documents),
      new SkippedUrls(side.documents),
    ),
  });
  onTestFinished(() => worker.stop(0));
  return worker;
}

async function refreshed(count: number): Promise<readonly string[]> {
  const bySchedule = async () => (await facts('IngestionRequested')).filter(({ data }) => data.cause === 'schedule');
  await expect
    .poll(async () => (await bySchedule()).length, { interval: 5, timeout: 5_000 })
    .toBeGreaterThanOrEqual(count);
  return (await bySchedule()).map(({ data }) => String(data.sourceId));
}

describe('A chatbot with a schedule', () => {
  it('asks for its refresh when it is due, not before, and again a period later', async () => {
    await chatbotWith({ autoRefreshSchedule: 'daily' });
    now = NOON + DAY - 5_000;
    expect(await look()).toBe(5_000);
    expect(await requests()).toEqual([]);
    now = NOON + DAY;
    await look();
    expect(await requests()).toEqual([NOON + DAY]);
    expect(await look()).toBe(60_000);
    now = NOON + 2 * DAY + 7;
    await look();
    expect(await requests()).toEqual([NOON + DAY, NOON + 2 * DAY]);
  });

  it.each(['daily', 'weekly', 'monthly'] as const)(
    'asks again once a clock that was far ahead is set back: %s',
    async (schedule) => {
      await chatbotWith({ autoRefreshSchedule: schedule });
      const first = nextDue(schedule, NOON, NOON);
      now = first;
      await look();
      now = first + 400 * DAY;
      await look();
      const [, ahead] = await requests();
      now = first + 5_000;
      await lookAhead();
      await lookAhead();
      expect(await requests()).toEqual([first, ahead, first]);
      const second = nextDue(schedule, NOON, first);
      now = second;
      await look();
      expect(await requests()).toEqual([first, ahead, first, second]);
    },
  );

  it('that was set by a clock far ahead asks at that time of day once the clock is set back', async () => {
    now = NOON + 400 * DAY;
    await chatbotWith({ autoRefreshSchedule: 'daily' });
    now = NOON + 3_600_000;
    await lookAhead();
    expect(await requests()).toEqual([NOON]);
    now = NOON + DAY;
    await look();
    expect(await requests()).toEqual([NOON, NOON + DAY]);
  });

  it('asks for nothing twice when the clock is set back by less than a period', async () => {
    await chatbotWith({ autoRefreshSchedule: 'daily' });
    now = NOON + DAY;
    await look();
    now = NOON + 60_000;
    await lookAhead();
    await look();
    expect(await requests()).toEqual([NOON + DAY]);
  });

  it.each(['daily', 'weekly', 'monthly'] as const)(
    'that nobody looked at for three periods asks once: %s',
    async (schedule) => {
      await chatbotWith({ autoRefreshSchedule: schedule });
      const due = [NOON];
      for (let period = 1; period <= 4; period += 1) due.push(nextDue(schedule, NOON, due.at(-1) ?? NOON));
      now = (due[3] ?? 0) + 3_600_000;
      await look();
      await look();
      expect(await requests()).toEqual([due[3]]);
      now = due[4] ?? 0;
      await look();
      expect(await requests()).toEqual([due[3], due[4]]);
    },
  );

  it('asks once, however many schedulers look at the same time', async () => {
    for (const schedule of ['daily', 'weekly', 'monthly'] as const)
      await chatbotWith({ autoRefreshSchedule: schedule });
    now = NOON + 40 * DAY;
    await Promise.all([look(), look(), look(), look()]);
    expect(await requests()).toHaveLength(3);
  });

  it('asks for its refresh however many are due, also while the read models stand still', async () => {
    // More than the scheduler reads in one page.
    const many = 51;
    for (let n = 0; n < many; n += 1) {
      const person = { email: `owner-${n}@example.com`, name: 'Ada', password: 'p' };
      owner = valueOrThrow(await node.accounts.register(person, newCommand())).accountId;
      await chatbotWith({ autoRefreshSchedule: 'daily' });
    }
    await engine.stop();
    now = NOON + DAY;
    const { chatbots } = nodeOn(side, undefined, clock);
    expect(await requestDueRefreshes({ documents: side.documents, chatbots, clock }, signal)).toBe(60_000);
    expect(await requests()).toHaveLength(many);
  });

  it('asks no more once it has none, and by the new one once it has another', async () => {
    const chatbotId = await chatbotWith({ autoRefreshSchedule: 'daily' });
    now = NOON + DAY / 2;
    await node.chatbots.configure(owner, chatbotId, { changes: { autoRefreshSchedule: 'weekly' } }, newCommand(now));
    await caughtUp();
    now = NOON + 7 * DAY;
    await look();
    expect(await requests()).toEqual([]);
    now = NOON + 7.5 * DAY;
    await look();
    expect(await requests()).toEqual([NOON + 7.5 * DAY]);
    await node.chatbots.configure(owner, chatbotId, { changes: { autoRefreshSchedule: 'none' } }, newCommand(now));
    await caughtUp();
    now = NOON + 70 * DAY;
    await look();
    expect(await requests()).toHaveLength(1);
  });

  it('is left alone by a scheduler that has not heard yet of a change', async () => {
    const chatbotId = await chatbotWith({ autoRefreshSchedule: 'daily' });
    const known = await side.documents.find(refreshSchedules.collection, { where: {}, limit: 10 });
    const stale = { ...side.documents, find: async () => known as never };
    await node.chatbots.configure(owner, chatbotId, { changes: { autoRefreshSchedule: 'none' } }, newCommand(now));
    now = NOON + 2 * DAY;
    await requestDueRefreshes({ documents: stale, chatbots: node.chatbots, clock }, signal);
    expect(await requests()).toEqual([]);
  });

  it('asks no more once it was deleted', async () => {
    const chatbotId = await chatbotWith({ autoRefreshSchedule: 'daily' });
    await node.chatbots.delete(owner, chatbotId, newCommand());
    await caughtUp();
    now = NOON + 9 * DAY;
    await look();
    expect(await requests()).toEqual([]);
    expect(await side.documents.count(refreshSchedules.collection, {})).toBe(0);
  });

  it('keeps its time when something else is changed, and counts from when the schedule was set', async () => {
    now = NOON + 1_234;
    const chatbotId = await chatbotWith({ autoRefreshSchedule: 'daily' });
    now = NOON + DAY / 2;
    await node.chatbots.configure(
      owner,
      chatbotId,
      { changes: { tone: 'warm', autoRefreshSchedule: 'daily' } },
      newCommand(now),
    );
    await caughtUp();
    now = NOON + DAY + 1_234;
    await look();
    expect(await requests()).toEqual([now]);
  });
});

describe('A scheduled refresh', () => {
  it('has the websites and videos of the chatbot read again, and nothing else', async () => {
    const chatbotId = await chatbotWith({ autoRefreshSchedule: 'daily' });
    const other = await chatbotWith({ autoRefreshSchedule: 'none' });
    const changing = [await sourceOf(chatbotId, 'url', 'site'), await sourceOf(chatbotId, 'youtube', 'video')];
    await sourceOf(chatbotId, 'text', 'text');
    await sourceOf(chatbotId, 'file', 'file');
    await sourceOf(other, 'url', 'site of another');
    startWorker();
    now = NOON + DAY;
    await look();
    expect((await refreshed(2)).toSorted()).toEqual(changing.toSorted());
    const [asked] = await facts('IngestionRequested');
    expect(asked?.metadata.actor).toEqual({ kind: 'system', part: 'scheduled-refresh' });
  });

  it('that was cut off in the middle goes on elsewhere, and asks for nothing twice', async () => {
    const chatbotId = await chatbotWith({ autoRefreshSchedule: 'daily' });
    const sources: string[] = [];
    for (let number = 0; number < 6; number += 1) sources.push(await sourceOf(chatbotId, 'url', `site ${number}`));
    const cutOff = Promise.withResolvers<void>();
    let asked = 0;
    const dying = startWorker({
      async refreshBySchedule(...request) {
        asked += 1;
        if (asked <= 3) return node.dataSources.refreshBySchedule(...request);
        cutOff.resolve();
        return new Promise(() => undefined);
      },
    });
    now = NOON + DAY;
    await look();
    await cutOff.promise;
    // A source that has been read since is not requested again either.
    await finishRun(sources[0] ?? '', 2);
    await dying.stop(0);
    startWorker();
    expect((await refreshed(6)).toSorted()).toEqual(sources.toSorted());
  });

  it('of a chatbot that was deleted meanwhile asks for nothing', async () => {
    const chatbotId = await chatbotWith({ autoRefreshSchedule: 'daily' });
    await sourceOf(chatbotId, 'url', 'site');
    now = NOON + DAY;
    await look();
    await node.chatbots.delete(owner, chatbotId, newCommand());
    const next = await chatbotWith({ autoRefreshSchedule: 'daily' });
    const expected = await sourceOf(next, 'url', 'other site');
    now = NOON + 2 * DAY + 1;
    await look();
    startWorker();
    expect(await refreshed(1)).toEqual([expected]);
  });
});

describe('The scheduler', () => {
  it('looks as soon as the read models have caught up, and ends when it is told to', async () => {
    await chatbotWith({ autoRefreshSchedule: 'daily' });
    now = NOON + DAY;
    const ready = Promise.withResolvers<void>();
    const deps = { documents: side.documents, chatbots: node.chatbots, clock, report };
    const scheduler = startRefreshScheduler({ ...deps, ready: () => ready.promise });
    const never = startRefreshScheduler({ ...deps, ready: () => new Promise<void>(() => undefined) });
    expect(await requests()).toEqual([]);
    ready.resolve();
    await expect.poll(requests, { interval: 5, timeout: 5_000 }).toEqual([NOON + DAY]);
    await scheduler.stop();
    await never.stop();
  });
});
