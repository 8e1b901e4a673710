import type { Health } from '../http/deps.ts';
import type { IndexSuccession } from '../workers/ingestion/index-succession.ts';
import type { ReadSide } from './read-side.ts';
import type { Stores } from './stores.ts';

/** A store that does not answer a trifle within this time does not answer. */
const PROBE_MS = 2_000;

export interface ServiceHealth extends Health {
  /** From now on not ready. */
  stopping(): void;
}

/**
 * Ready once the read models have caught up, while every store answers, until the service is told to stop. An index that is being built
 * for another embedding model is told of, and keeps nobody waiting.
 * @param succession null where another node sees to it
 */
export function healthOf(
  readSide: ReadSide,
  stores: Stores,
  succession: Pick<IndexSuccession, 'status'> | null,
): ServiceHealth {
  let state: 'starting' | 'running' | 'stopping' = 'starting';
  readSide.caughtUp().then(
    () => {
      if (state === 'starting') state = 'running';
    },
    // What stopped a read model is in its status.
    () => undefined,
  );
  return {
    caughtUp: () => state !== 'starting',
    leaving: () => state === 'stopping',
    stopping: () => {
      state = 'stopping';
    },
    async ready() {
      const [projections, ...answers] = await Promise.all([
        answerOf(readSide.status()),
        ...probesOf(stores).map(async ([name, probe]) => [name, (await answerOf(probe())).ok] as const),
      ]);
      const ready = state === 'running' && projections.ok && answers.every(([, ok]) => ok);
      const away = Object.fromEntries(answers.map(([name, ok]) => [name, ok ? 'ok' : 'away']));
      return {
        ready,
        checks: {
          service: state,
          ...away,
          projections: projections.ok ? projections.value : 'unknown',
          ...(succession === null ? {} : { indexBuilding: succession.status }),
        },
      };
    },
  };
}

/** The least that each store can be asked. */
function probesOf(stores: Stores): readonly (readonly [string, () => Promise<unknown>])[] {
  const { log, documents, searchIndex, keys, blobs } = stores;
  return [
    ['eventLog', () => log.head()],
    ['documents', () => documents.checkpoint('readiness')],
    ['searchIndex', () => searchIndex.count('readiness', 'readiness')],
    ['keys', () => keys.find(['probe:readiness'])],
    ['blobs', () => blobs.has('readiness', '0'.repeat(64))],
  ];
}

type Answer<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false };

async function answerOf<Value>(asked: Promise<Value>): Promise<Answer<Value>> {
  const late = Promise.withResolvers<Answer<Value>>();
  const timer = setTimeout(() => late.resolve({ ok: false }), PROBE_MS);
  const answered = asked.then(
    (value): Answer<Value> => ({ ok: true, value }),
    (): Answer<Value> => ({ ok: false }),
  );
  const answer = await Promise.race([answered, late.promise]);
  clearTimeout(timer);
  return answer;
}
