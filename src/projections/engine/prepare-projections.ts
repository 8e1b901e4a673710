/** Resets collections that were built from another log. */
import type { CollectionDefinition, Documents, LogPointer } from '../../ports/documents.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Projection } from '../projection.ts';
import { DEAD_LETTERS } from './dead-letters.ts';
import type { EngineOptions } from './engine-options.ts';
import { logMismatch } from './log-identity.ts';
import { ProjectionState } from './projection-state.ts';
import type { RunnerOptions } from './runner.ts';

export interface PreparedProjection {
  readonly state: ProjectionState;
  /** Last event that was folded; null for the beginning. */
  readonly pointer: LogPointer | null;
}

interface PrepareOptions extends Pick<RunnerOptions, 'report'> {
  readonly log: EventLog;
  readonly documents: Documents;
  readonly projections: readonly Projection[];
  readonly beforeRebuild?: EngineOptions['beforeRebuild'];
  readonly dropReplaced: (inUse: CollectionDefinition) => Promise<void>;
}

/** @param known reason why the log was replaced, if that was noticed already */
export async function prepareProjections(
  options: PrepareOptions,
  known: string | null,
): Promise<readonly PreparedProjection[]> {
  const { documents, log, projections, report } = options;
  await documents.ensureCollection(DEAD_LETTERS);
  const prepared = await Promise.all(projections.map((projection) => prepareOne(projection, options)));
  const compared = await Promise.all(
    prepared.map(async ({ state, pointer }) => ({
      state,
      pointer,
      why: pointer && (await logMismatch(log, pointer)),
    })),
  );
  const why = known ?? compared.find((each) => each.why !== null)?.why ?? null;
  if (why === null) return prepared;
  report({
    message: `The event log is not the one that the read models were built from: ${why}. They are rebuilt from the log as it is. If events were lost, stop the service and restore the log from a backup`,
    severity: 'error',
  });
  // Before the first reset, after which no start would notice the other log.
  await options.beforeRebuild?.();
  return Promise.all(
    compared.map(({ why: mismatch, ...each }) => (mismatch === null ? each : reset(each, mismatch, documents))),
  );
}

async function prepareOne(
  projection: Projection,
  { documents, dropReplaced }: PrepareOptions,
): Promise<PreparedProjection> {
  const { name, version } = projection.collection;
  const collection = await documents.ensureCollection(projection.collection);
  const active = await documents.activeVersion(name);
  if (active === version) await dropReplaced(projection.collection);
  const state = new ProjectionState({ ...projection, collection }, active === version ? 'live' : 'building');
  return { state, pointer: await documents.checkpoint(state.checkpointKey) };
}

async function reset(
  { state: { projection, key }, pointer }: PreparedProjection,
  why: string,
  documents: Documents,
): Promise<PreparedProjection> {
  const rebuiltIn = (collection: CollectionDefinition) => {
    const rebuilt = new ProjectionState({ ...projection, collection }, 'building');
    rebuilt.rebuiltBecause = why;
    return rebuilt;
  };
  if (pointer === null) return { state: rebuiltIn(projection.collection), pointer };
  const deletion = { kind: 'deleteWhere', where: { projection: key }, position: pointer.position } as const;
  await documents.write([{ collection: DEAD_LETTERS, writes: [deletion] }], []);
  await documents.resetCollection(projection.collection, pointer);
  const state = rebuiltIn(await documents.ensureCollection(projection.collection));
  // Another node may have started the rebuild.
  return { state, pointer: await documents.checkpoint(state.checkpointKey) };
}
