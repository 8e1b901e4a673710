import { setTimeout as pause } from 'node:timers/promises';
import type { Calls } from '../calls.ts';
import type { EventStoreClient } from '../client.ts';

/** Milliseconds. An answer that got lost costs a repetition, so this is not worth waiting for longer. */
const [longestWait, between] = [1000, 10];

/**
 * Until the server has no more events out with this process than the process itself knows of, so that the lanes may be closed: the
 * server says nothing to an answer, and forgets those that it has not read when a lane ends.
 */
export async function answersArrived(
  client: EventStoreClient,
  calls: Calls,
  group: string,
  unanswered: () => number,
): Promise<void> {
  const endsAt = performance.now() + longestWait;
  while (!calls.closed && performance.now() < endsAt) {
    const out = await eventsOut(client, group, longestWait);
    if (out === null || out <= unanswered()) return;
    await pause(between);
  }
}

/** Null when the server does not say. */
async function eventsOut(client: EventStoreClient, group: string, deadline: number): Promise<number | null> {
  const asked = client.getPersistentSubscriptionToAllInfo(group, { deadline }).then(
    ({ connections }) =>
      connections
        .filter(({ connectionName }) => connectionName === client.connectionName)
        .reduce((sum, { inFlightMessages }) => sum + inFlightMessages, 0),
    () => null,
  );
  return Promise.race([asked, pause(deadline, null, { ref: false })]);
}
