import type { Health } from '../../http/deps.ts';
import type { IndexMigration } from '../../workers/ingestion/index-migration.ts';
import type { ModelState } from '../models/model-availability.ts';
import type { ReadSide } from '../read-side/read-side.ts';
import type { Stores } from '../stores/stores.ts';
import type { KeyStoreWatch } from './key-store-watch.ts';
import type { LogWatch } from './log-watch.ts';
import type { ReadModelWatch } from './read-model-watch.ts';

/** A store that does not answer a probe by then counts as unavailable. */
const PROBE_TIMEOUT_MS = 2_000;

export interface ServiceHealth extends Health {
  /** Fails readiness from now on. */
  stopping(): void;
}

export interface HealthSources {
  /** `null` for an embedded key store, which only this process can write. */
  readonly keyStoreWatch: Pick<KeyStoreWatch, 'isLost'> | null;
  /** `null` for an embedded log. */
  readonly logWatch: Pick<LogWatch, 'isLost'> | null;
  /** `null` for embedded read models. */
  readonly readModelWatch: Pick<ReadModelWatch, 'isRebuilding'> | null;
  /** `null` on nodes without the role `scheduler`. */
  readonly indexMigration: Pick<IndexMigration, 'status'> | null;
  readonly modelStates: () => Readonly<Record<string, ModelState>>;
}

/**
 * Ready means that the read models have caught up, every store answers, and no shutdown has begun. An index migration, failing models and a
 * disk without room for files are reported and do not affect readiness.
 */
export function healthOf(readSide: ReadSide, stores: Stores, sources: HealthSources): ServiceHealth {
  const { indexMigration, modelStates } = sources;
  const isWhole = () => !readSide.isRebuilding() && Object.keys(lostStores(sources)).length === 0;
  let state: 'starting' | 'running' | 'stopping' = 'starting';
  readSide.caughtUp().then(
    () => {
      if (state === 'starting') state = 'running';
    },
    // Its status says why a read model stopped.
    () => undefined,
  );
  return {
    caughtUp: () => state !== 'starting' && isWhole(),
    isShuttingDown: () => state === 'stopping',
    stopping: () => {
      state = 'stopping';
    },
    async ready() {
      const { folder, projections, allAnswer, probed } = await probeAll(stores, readSide);
      const isWritable = folder === 'ok' || folder === 'nearly full';
      return {
        ready: state === 'running' && isWhole() && isWritable && projections.ok && allAnswer,
        checks: {
          service: state === 'running' && readSide.isRebuilding() ? 'rebuilding' : state,
          ...probed,
          ...lostStores(sources),
          ...modelStates(),
          ...(stores.dataFolder === null ? {} : { dataFolder: folder }),
          projections: projections.ok ? projections.value : 'unknown',
          ...(indexMigration === null ? {} : { indexBuilding: indexMigration.status }),
        },
      };
    },
  };
}

function lostStores({ keyStoreWatch, logWatch, readModelWatch }: HealthSources): Readonly<Record<string, string>> {
  return {
    ...(keyStoreWatch?.isLost === true ? { keys: 'lost' } : {}),
    ...(logWatch?.isLost === true ? { eventLog: 'lost' } : {}),
    ...(readModelWatch?.isRebuilding === true ? { documents: 'rebuilding' } : {}),
  };
}

async function probeAll(stores: Stores, readSide: ReadSide) {
  const [dataFolder, projections, ...probes] = await Promise.all([
    withTimeout(stores.dataFolder?.state() ?? Promise.resolve('ok' as const)),
    withTimeout(readSide.status()),
    ...probesOf(stores).map(async ([name, probe]) => [name, (await withTimeout(probe())).ok] as const),
  ]);
  return {
    folder: dataFolder.ok ? dataFolder.value : ('away' as const),
    projections,
    allAnswer: probes.every(([, ok]) => ok),
    probed: Object.fromEntries(probes.map(([name, ok]) => [name, ok ? 'ok' : 'away'])),
  };
}

/** Names the stores, other than the log, that do not answer. */
export async function findUnavailableStores(stores: Stores): Promise<readonly string[]> {
  const probes = probesOf(stores).filter(([name]) => name !== 'eventLog');
  const answers = await Promise.all(probes.map(async ([name, probe]) => ({ name, ...(await withTimeout(probe())) })));
  return answers.filter(({ ok }) => !ok).map(({ name }) => name);
}

/** The cheapest request of each store. */
function probesOf(stores: Stores): readonly (readonly [string, () => Promise<unknown>])[] {
  const { log, documents, searchIndex, keys, blobs, derivable } = stores;
  return [
    ['eventLog', () => log.head()],
    ['documents', derivable.documents?.probe ?? (() => documents.checkpoint('readiness'))],
    ['searchIndex', derivable.searchIndex?.probe ?? (() => searchIndex.countPassages('readiness', 'readiness'))],
    ...(derivable.sideStores === undefined ? [] : [['sideStores', derivable.sideStores.probe] as const]),
    ['keys', () => keys.find(['probe:readiness'])],
    ['blobs', () => blobs.has('readiness', '0'.repeat(64))],
  ];
}

type Answer<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false };

async function withTimeout<Value>(request: Promise<Value>): Promise<Answer<Value>> {
  const timeout = Promise.withResolvers<Answer<Value>>();
  const timer = setTimeout(() => timeout.resolve({ ok: false }), PROBE_TIMEOUT_MS);
  const answered = request.then(
    (value): Answer<Value> => ({ ok: true, value }),
    (): Answer<Value> => ({ ok: false }),
  );
  const answer = await Promise.race([answered, timeout.promise]);
  clearTimeout(timer);
  return answer;
}
