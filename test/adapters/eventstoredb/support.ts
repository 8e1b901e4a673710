import { onTestFinished } from 'vitest';
import { type EventStoreLogOptions, openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { openProxy, type TcpProxy } from '../../support/engines/eventstoredb/tcp-proxy.ts';
import { TestEventStore } from '../../support/engines/eventstoredb/test-server.ts';

/** A server that ends with the running test. */
export async function startServer(): Promise<TestEventStore> {
  const server = await TestEventStore.start();
  onTestFinished(() => server.stop());
  return server;
}

/** A log that is closed when the running test ends. */
export async function openLog(
  url: string,
  deadlineMs = 2000,
  more: Pick<EventStoreLogOptions, 'report' | 'orphanCheckMs'> = {},
): Promise<EventLog> {
  const log = await openEventStoreLog({ url, deadlineMs, ...more });
  onTestFinished(() => log.close());
  return log;
}

/** A server, a log on it, and the way between them. */
export async function openBreakable(): Promise<{ server: TestEventStore; log: EventLog; way: TcpProxy }> {
  const server = await startServer();
  const way = await openProxy(() => server.port);
  onTestFinished(() => way.cut());
  return { server, way, log: await openLog(`esdb://127.0.0.1:${way.port}?tls=false`) };
}
