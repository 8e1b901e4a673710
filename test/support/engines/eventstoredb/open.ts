import { openEventStoreLog } from '../../../../src/adapters/eventstoredb/event-log.ts';
import type { EventLog } from '../../../../src/ports/event-log.ts';
import type { OpenedLog } from '../../../contracts/event-log.ts';
import { RealEventStore } from './real-server.ts';
import { openProxy, type TcpProxy } from './tcp-proxy.ts';
import { TestEventStore } from './test-server.ts';

export async function openOnTestServer(): Promise<OpenedLog> {
  const server = await TestEventStore.start();
  return openOn(server.port, () => server.stop());
}

export async function openOnRealServer(): Promise<OpenedLog> {
  const server = await RealEventStore.start();
  return openOn(server.port, () => server.remove());
}

/** Each log has a way of its own to the server, which is cut when its process is killed. */
async function openOn(port: number, remove: () => Promise<void>): Promise<OpenedLog> {
  const opened: { readonly log: EventLog; readonly way: TcpProxy }[] = [];
  async function open(): Promise<EventLog> {
    const way = await openProxy(() => port);
    const log = await openEventStoreLog({ url: `esdb://127.0.0.1:${way.port}?tls=false` });
    opened.push({ log, way });
    return log;
  }
  return {
    log: await open(),
    async restart() {
      await opened.at(-1)?.log.close();
      return open();
    },
    async crash() {
      await opened.at(-1)?.way.cut();
      return open();
    },
    async close() {
      await Promise.all(opened.map(({ log }) => log.close()));
      await Promise.all(opened.map(({ way }) => way.cut()));
      await remove();
    },
  };
}
