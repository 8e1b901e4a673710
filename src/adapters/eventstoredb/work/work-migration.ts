import type { EventFilter, Position } from '../../../ports/event-log.ts';
import type { WorkProgress } from '../../../ports/migration/work-progress.ts';
import { Calls } from '../calls.ts';
import { connectClient, type EventStoreClient } from '../client.ts';
import { parseConnectionUrl } from '../connection-url.ts';
import { typeOf } from '../failures.ts';
import { serverName } from '../shared-server.ts';
import { toPosition } from '../stored-event.ts';
import { SubscriptionGroup } from './group.ts';
import { writeMigratedWork } from './migrated-work.ts';
import { parkedWork } from './parked.ts';

const DEFAULT_DEADLINE_MS = 10_000;
const MAX_PARKED = 100_000;

export interface EventStoreWork {
  /** Groups that exist, with the number of consumers that are connected to each. */
  progress(groups: readonly string[]): Promise<readonly (WorkProgress & { readonly consumers: number })[]>;
  /** Creates the groups where they belong. May be repeated. */
  begin(groups: readonly WorkProgress[], startAfter: (group: string) => Position | null): Promise<void>;
  close(): Promise<void>;
}

export function openEventStoreWork({ url }: { readonly url: string }): EventStoreWork {
  const settings = parseConnectionUrl(url);
  const calls = new Calls(settings.deadlineMs ?? DEFAULT_DEADLINE_MS);
  const client = connectClient(settings, calls.deadlineMs);
  return {
    async progress(groups) {
      const found = [];
      for (const group of groups) {
        const progress = await progressOf(client, calls, group);
        if (progress !== null) found.push(progress);
      }
      return found;
    },
    async begin(groups, startAfter) {
      for (const each of groups) {
        await writeMigratedWork(client, calls, each);
        await new SubscriptionGroup(client, calls, each.group, each.filter).createMigrated(startAfter(each.group));
      }
    },
    async close() {
      calls.close();
      await client.close();
    },
  };
}

/** @returns null for a group that does not exist */
async function progressOf(client: EventStoreClient, calls: Calls, group: string) {
  const info = await infoOf(client, calls, group);
  if (info === null) return null;
  const { connections, stats, status } = info;
  const { readBufferCount, retryBufferCount, outstandingMessagesCount, totalInFlightMessages } = stats;
  const waiting = readBufferCount + retryBufferCount + outstandingMessagesCount + totalInFlightMessages;
  // Without waiting events, every event that the server knows is finished. Otherwise the events since its checkpoint are
  // delivered again.
  const isIdle = status === 'Live' && waiting === 0;
  const reached = isIdle
    ? (stats.lastKnownEventPosition ?? stats.lastCheckpointedEventPosition)
    : stats.lastCheckpointedEventPosition;
  const parked = await parkedWork(client, calls, group, MAX_PARKED);
  const filter: EventFilter = await new SubscriptionGroup(client, calls, group, {}).recordedFilter();
  return {
    group,
    filter,
    consumers: connections.length,
    readTo: toPosition(reached?.commit),
    unfinished: parked.map(({ event, attempts, reason }) => ({ position: event.position, attempts, parked: reason })),
  };
}

function infoOf(client: EventStoreClient, calls: Calls, group: string) {
  return calls.run(async (deadline) => {
    try {
      return await client.getPersistentSubscriptionToAllInfo(serverName(client.prefix, group), { deadline });
    } catch (error) {
      if (typeOf(error) === 'persistent-subscription-does-not-exist') return null;
      throw error;
    }
  });
}
