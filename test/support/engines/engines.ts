/** Stores of a test's own service: embedded, or in a distributed run on the available engines. */
import { randomUUID } from 'node:crypto';
import type { Environment } from '../processes/service-process.ts';
import { engineUrl } from './engine-url.ts';

export interface Installation {
  /** Environment of each of its services; empty when everything is embedded. */
  readonly environment: Environment;
  /** Removes all its data from the engines. Call it when its services have stopped. */
  remove(): Promise<void>;
}

/** True in the distributed run only, whatever addresses the environment names. */
export function onEngines(): boolean {
  return process.env.TEST_ENGINES === 'true';
}

/**
 * A log, a database and indices that no other test has. The latter are made by the service that is started with it.
 * @param eventStoreUrl of a server that the test has started itself
 */
export async function newInstallation(eventStoreUrl?: string): Promise<Installation> {
  const name = `test-${randomUUID().slice(0, 13)}`;
  const all = onEngines() ? [await onEventStore(eventStoreUrl), onMongo(name), onElasticsearch(name)] : [];
  const parts = all.filter((part) => part !== null);
  return {
    environment: Object.fromEntries(parts.flatMap(({ environment }) => Object.entries(environment))),
    async remove() {
      for (const part of parts) await part.remove();
    },
  };
}

// The engines' clients are loaded where they are needed: most runs have no engine.

async function onEventStore(given?: string): Promise<Installation | null> {
  if (given !== undefined) return { environment: { EVENTSTORE_URL: given }, remove: async () => undefined };
  if (engineUrl('EVENTSTOREDB_PROGRAM') === null) return null;
  const { shareEventStore } = await import('./eventstoredb/shared-server.ts');
  const { url, remove } = await shareEventStore();
  return { environment: { EVENTSTORE_URL: url }, remove };
}

function onMongo(name: string): Installation | null {
  const server = engineUrl('MONGODB_URL');
  if (server === null) return null;
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    environment: { MONGODB_URL: url.href, MASTER_KEY: '07'.repeat(32) },
    async remove() {
      const { withDatabase } = await import('./mongodb.ts');
      await withDatabase(url.href, async (db) => void (await db.dropDatabase()));
    },
  };
}

function onElasticsearch(name: string): Installation | null {
  const server = engineUrl('ELASTICSEARCH_URL');
  if (server === null) return null;
  return {
    environment: { ELASTICSEARCH_URL: withPrefix(server, name) },
    async remove() {
      const { removeIndices } = await import('./elasticsearch.ts');
      await removeIndices(server, name);
    },
  };
}

function withPrefix(address: string, prefix: string): string {
  const url = new URL(address);
  url.searchParams.set('prefix', prefix);
  return url.href;
}
