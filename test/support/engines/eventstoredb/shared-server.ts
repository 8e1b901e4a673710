/**
 * EventStoreDB servers that the installations of a test process share, each under a prefix of its own: starting a server costs more than
 * most test files do.
 */
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { RealEventStore } from './real-server.ts';

/** A service reads the whole log of its server at the start, so a server is replaced before its log is long. */
const MAX_INSTALLATIONS = 8;

class SharedServer {
  readonly #starting = RealEventStore.start();
  #begun = 0;
  #left = 0;

  get isUsedUp(): boolean {
    return this.#begun === MAX_INSTALLATIONS;
  }

  async share(): Promise<{ readonly url: string; remove(): Promise<void> }> {
    this.#begun += 1;
    const server = (await this.#starting).url();
    const prefix = `t${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    return {
      url: `${server}&prefix=${prefix}`,
      remove: async () => {
        await deleteGroups(server, prefix);
        this.#left += 1;
        if (this.isUsedUp && this.#left === MAX_INSTALLATIONS) await this.remove();
      },
    };
  }

  async remove(): Promise<void> {
    await (await this.#starting).remove();
  }
}

/** Without them the server no longer hands out the events of the others to them. */
async function deleteGroups(url: string, prefix: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    const groups = await client.listAllPersistentSubscriptions();
    const own = groups.filter(({ groupName }) => groupName.startsWith(`${prefix}.`));
    for (const { groupName } of own) await client.deletePersistentSubscriptionToAll(groupName);
  } finally {
    await client.dispose();
  }
}

let newest: SharedServer | undefined;

/** The address of a log that no other installation has. */
export async function shareEventStore() {
  if (newest === undefined || newest.isUsedUp) newest = new SharedServer();
  return newest.share();
}
