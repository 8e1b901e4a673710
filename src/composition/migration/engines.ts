import { setTimeout as pause } from 'node:timers/promises';
import { elasticsearchAddress } from '../../adapters/elasticsearch/client/address.ts';
import { ElasticsearchConnection } from '../../adapters/elasticsearch/client/connection.ts';
import { openEventStoreLog } from '../../adapters/eventstoredb/event-log.ts';
import { openMongoMigration } from '../../adapters/mongodb/migration.ts';
import type { Config } from '../../config.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { MigrationRefused } from './migration-refused.ts';
import { engineUrls } from './sides.ts';

const PROBE = { deadlineMs: 5_000, attempts: 1 };
/** Doubles between these bounds. */
const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;

interface Engine {
  readonly name: string;
  readonly variable: string;
  /** @throws Error that says why it does not answer */
  probe(): Promise<void>;
}

/** @throws MigrationRefused that names a variable which is not set */
export function enginesOf(config: Config): readonly Engine[] {
  const { eventStoreUrl, mongoUrl, elasticsearchUrl } = engineUrls(config);
  const { url } = elasticsearchAddress(elasticsearchUrl);
  return [
    {
      name: 'EventStoreDB',
      variable: 'EVENTSTORE_URL',
      probe: () =>
        closing(openEventStoreLog({ url: eventStoreUrl }), async (log) => {
          await log.head();
        }),
    },
    {
      name: 'MongoDB',
      variable: 'MONGODB_URL',
      probe: () =>
        closing(openMongoMigration(mongoUrl), async ({ marker }) => {
          await marker.read();
        }),
    },
    {
      name: 'Elasticsearch',
      variable: 'ELASTICSEARCH_URL',
      probe: () =>
        closing(Promise.resolve(new ElasticsearchConnection(url)), async (connection) => {
          await connection.call(PROBE, (client, options) => client.cluster.health({}, options));
        }),
    },
  ];
}

async function closing<Store extends { close(): Promise<void> }>(
  opening: Promise<Store>,
  ask: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await opening;
  try {
    await ask(store);
  } finally {
    await store.close();
  }
}

/** Names an engine that does not answer; null when all do. @throws any other error */
async function silentEngine(engines: readonly Engine[]): Promise<string | null> {
  const silent = await Promise.all(
    engines.map(async ({ name, variable, probe }) => {
      try {
        await probe();
        return null;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        return `${name} does not answer (${reasonOf(error)}). Start it, or correct ${variable}`;
      }
    }),
  );
  return silent.find((sentence) => sentence !== null) ?? null;
}

/** Drops the store's name, and the words that gRPC puts around the system's error. */
const reasonOf = ({ message, store }: StoreUnavailable): string =>
  message
    .replace(`${store}: `, '')
    .replace(/^.*Last error: (?:Error: )?/, '')
    .replace(/\.? Resolution note: *$/, '');

/** @throws MigrationRefused that names the engine which does not answer */
export async function requireEngines(engines: readonly Engine[]): Promise<void> {
  const silent = await silentEngine(engines);
  if (silent !== null) throw new MigrationRefused(`${silent}, then run the same command again.`);
}

/**
 * @param seconds longest wait
 * @param onWait called with a sentence for operators when it has to wait
 * @throws MigrationRefused when an engine is still away then
 */
export async function untilEnginesAnswer(
  engines: readonly Engine[],
  seconds: number,
  onWait: (sentence: string) => void,
): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  let told = false;
  for (let delayMs = MIN_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
    const silent = await silentEngine(engines);
    if (silent === null) return;
    if (performance.now() + delayMs >= endsAt) {
      throw new MigrationRefused(`${silent}, then run the same command again: the migration resumes where it stopped.`);
    }
    if (!told) onWait(`${silent}. The migration waits for it, at most ${seconds} seconds (START_TIMEOUT).`);
    told = true;
    await pause(delayMs);
  }
}
