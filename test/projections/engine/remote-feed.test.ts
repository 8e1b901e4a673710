/** Events for a node whose read models another one projects. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RecordedEvent } from '../../../src/event-log/recorded-event.ts';
import { type EventLog, LogReplaced, type Position } from '../../../src/ports/event-log.ts';
import { RemoteFeed } from '../../../src/projections/engine/remote-feed.ts';
import { LiveFeed } from '../../../src/projections/live-feed.ts';
import { openReadSide, type ReadSide, record, runOf } from '../../support/projections/read-models.ts';

const heldByAll = async () => undefined;

/** Starts at the head, as a node does. */
async function startFeed(side: Pick<ReadSide, 'log' | 'codec'>, waitFor: (position: Position | null) => Promise<void>) {
  const feed = new LiveFeed();
  const told: number[] = [];
  const resets: (Position | null)[] = [];
  feed.listen({
    onEvents: (events) => told.push(...events.map(runNumber)),
    onReset: () => resets.push(feed.position),
  });
  const problems: string[] = [];
  const report = ({ message }: { message: string }) => void problems.push(message);
  const remote = new RemoteFeed({ ...side, feed, report, progress: { waitFor } });
  remote.start(await side.log.head());
  onTestFinished(() => remote.stop());
  return { feed, told, resets, problems, remote };
}

const runNumber = ({ event }: RecordedEvent) => (event.type === 'IngestionStarted' ? event.data.generation : 0);

/** The log, with subscriptions that break on demand. */
function breakable(log: EventLog): { readonly log: EventLog; breakWith: (error: Error) => void } {
  const broken: { current: PromiseWithResolvers<void> | null } = { current: null };
  const subscribe: EventLog['subscribe'] = (options) => {
    const subscription = log.subscribe(options);
    const failure = Promise.withResolvers<void>();
    broken.current = failure;
    const ended = Promise.race([subscription.ended, failure.promise]);
    ended.catch(() => subscription.stop());
    return { ended, stop: () => subscription.stop() };
  };
  const wrapped = new Proxy(log, {
    get(target, name) {
      if (name === 'subscribe') return subscribe;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { log: wrapped, breakWith: (error) => broken.current?.reject(error) };
}

describe('A node that projects nothing', () => {
  it('is told what is new, and nothing of what was before it', async () => {
    const side = await openReadSide();
    await record(side, 'source-a', runOf('a', 1));
    const { feed, told } = await startFeed(side, heldByAll);
    const head = await record(side, 'source-a', runOf('a', 2), runOf('a', 3));
    await vi.waitFor(() => expect(told).toEqual([2, 3]));
    expect(feed.position).toBe(head);
  });

  it('is told of an event only when the read models hold it', async () => {
    const side = await openReadSide();
    const asked = Promise.withResolvers<Position | null>();
    const held = Promise.withResolvers<void>();
    const { feed, told } = await startFeed(side, (position) => {
      asked.resolve(position);
      return held.promise;
    });
    const head = await record(side, 'source-a', runOf('a', 1));
    expect(await asked.promise).toBe(head);
    expect([told, feed.position]).toEqual([[], null]);
    held.resolve();
    await vi.waitFor(() => expect(told).toEqual([1]));
  });

  it('misses nothing and is told nothing twice when its subscription breaks', async () => {
    const side = await openReadSide();
    const { log, breakWith } = breakable(side.log);
    const { told, problems } = await startFeed({ ...side, log }, heldByAll);
    await record(side, 'source-a', runOf('a', 1));
    await vi.waitFor(() => expect(told).toEqual([1]));
    breakWith(new Error('The connection ended'));
    await record(side, 'source-a', runOf('a', 2));
    await vi.waitFor(() => expect(told).toEqual([1, 2]));
    expect(problems).toEqual(['Subscription of the realtime channel failed; will resubscribe']);
  });

  it('asks again for what the read models did not hold in time', async () => {
    const side = await openReadSide();
    let isLate = true;
    const { told } = await startFeed(side, async () => {
      if (!isLate) return;
      isLate = false;
      throw new Error('Too late');
    });
    await record(side, 'source-a', runOf('a', 1));
    await vi.waitFor(() => expect(told).toEqual([1]));
  });

  it('begins anew at the head of a log that was replaced', async () => {
    const side = await openReadSide();
    const { log, breakWith } = breakable(side.log);
    const { feed, told, resets } = await startFeed({ ...side, log }, heldByAll);
    const head = await record(side, 'source-a', runOf('a', 1));
    await vi.waitFor(() => expect(told).toEqual([1]));
    breakWith(new LogReplaced());
    await vi.waitFor(() => expect([resets, feed.position]).toEqual([[null], head]));
    await record(side, 'source-a', runOf('a', 2));
    await vi.waitFor(() => expect(told).toEqual([1, 2]));
  });

  it('is told nothing more once it stops', async () => {
    const side = await openReadSide();
    const { told, remote } = await startFeed(side, heldByAll);
    await remote.stop();
    await record(side, 'source-a', runOf('a', 1));
    expect(told).toEqual([]);
  });
});
