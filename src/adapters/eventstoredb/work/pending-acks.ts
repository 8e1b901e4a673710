import { setTimeout as pause } from 'node:timers/promises';
import type { Calls } from '../calls.ts';
import type { EventStoreClient } from '../client.ts';
import { serverName } from '../shared-server.ts';

/** A lost ack only costs a redelivery, so a longer wait is not worth it. */
const MAX_WAIT_MS = 1000;
const POLL_INTERVAL_MS = 10;

/**
 * Waits, for a limited time, until the server has processed all acks of this process, so that connections can be closed. The
 * server confirms no acks and drops unread ones when a connection closes, so this compares in-flight counts.
 * @param inFlight events in flight as this process counts them
 */
export async function pendingAcksArrived(
  client: EventStoreClient,
  calls: Calls,
  group: string,
  inFlight: () => number,
): Promise<void> {
  const endsAt = performance.now() + MAX_WAIT_MS;
  while (!calls.closed && performance.now() < endsAt) {
    const onServer = await inFlightOnServer(client, group, MAX_WAIT_MS);
    if (onServer === null || onServer <= inFlight()) return;
    await pause(POLL_INTERVAL_MS);
  }
}

async function inFlightOnServer(client: EventStoreClient, group: string, deadline: number): Promise<number | null> {
  const counted = client.getPersistentSubscriptionToAllInfo(serverName(client.prefix, group), { deadline }).then(
    ({ connections }) =>
      connections
        .filter(({ connectionName }) => connectionName === client.connectionName)
        .reduce((sum, { inFlightMessages }) => sum + inFlightMessages, 0),
    () => null,
  );
  return Promise.race([counted, pause(deadline, null, { ref: false })]);
}
