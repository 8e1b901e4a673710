import { comparable, compareModel } from '../../audit/replay/compare-models.ts';
import type { Difference, IndexDifference } from '../../audit/replay/differences.ts';
import { RebuiltModels } from '../../audit/replay/rebuilt-models.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Position } from '../../ports/event-log.ts';
import type { Projection } from '../../projections/projection.ts';
import type { AuditContext } from './command.ts';
import type { Progress } from './output.ts';

export interface Replay {
  readonly documents: Documents;
  /** Read models that could be compared. */
  readonly models: readonly Projection[];
  readonly differences: readonly (Difference | IndexDifference)[];
  readonly poison: readonly string[];
  readonly events: number;
  readonly compared: number;
  readonly undecided: number;
  /** The rebuilt documents are as of here. */
  readonly foldedTo: Position | null;
  /** `null` when the search index was not compared. */
  readonly passages: number | null;
  /** Passages that were compared without their vectors. */
  readonly vectorsUnknown: number;
}

export interface ReplayOptions {
  readonly context: AuditContext;
  /** An empty store. */
  readonly documents: Documents;
  readonly projections: readonly Projection[];
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Goes on to the head of the log after the comparison, also for read models that cannot be compared. */
  readonly toHead: boolean;
}

export async function replayModels(options: ReplayOptions): Promise<Replay> {
  const { context, documents, projections, progress, signal, toHead } = options;
  const { log, codec } = context;
  const live = context.openDocuments();
  const head = await log.head();
  const onFolded = (position: bigint, events: number) =>
    progress.report(() => `rebuilding: ${events} events, at position ${position} of ${head}`);
  const onCompared = (model: string, count: number) => progress.report(() => `comparing ${model}: ${count} documents`);
  const { models, incomparable } = await comparable({ log, live, projections });
  const built = toHead ? projections : models;
  const rebuilt = await RebuiltModels.open({ log, codec, documents, projections: built, onFolded });
  const differences: (Difference | IndexDifference)[] = [...incomparable];
  let [compared, undecided] = [0, 0];
  for (const projection of models) {
    const comparison = await compareModel(projection, { log, live, rebuilt, projections, onCompared, signal });
    for (const difference of comparison.differences) differences.push(difference);
    compared += comparison.compared;
    undecided += comparison.undecided;
  }
  if (toHead && head !== null) await rebuilt.foldTo(head, signal);
  const { poison, events, foldedTo } = rebuilt;
  const counts = { events, compared, undecided, passages: null, vectorsUnknown: 0 };
  return { documents, models, differences, poison, foldedTo, ...counts };
}
