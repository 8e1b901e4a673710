/** Completes the search index after a change of the model, and when its file was replaced. */
import { aborted } from '../lib/aborted.ts';
import type { PassagePreparer } from '../ports/content/passage-preparer.ts';
import type { Report } from '../ports/report.ts';
import type { IndexMigration, IndexMigrationStatus } from '../workers/ingestion/index-migration.ts';
import { removeUnknownSources } from '../workers/ingestion/unknown-sources.ts';
import { retryWhileUnavailable } from '../workers/retry-while-unavailable.ts';
import type { Application, ApplicationDeps } from './application.ts';
import type { Stores } from './stores/stores.ts';
import type { Workers } from './yielding-workers.ts';

/** Between two passes while other indexes are retained: nodes of the release before index new sources in theirs only. */
const RECHECK_MS = 600_000;
const RETRIED_REMOVAL = 'Store is unavailable; will retry to remove text of unknown sources from the search index';

/** The only index lacked passages: it was damaged, deleted, or replaced by an older or foreign one. */
function reportRefill({ sources: { indexed }, otherIndexes }: IndexMigrationStatus, report: Report): void {
  if (indexed === 0 || otherIndexes.length > 0) return;
  const sources = `${indexed} ${indexed === 1 ? 'source, which has' : 'sources, which have'}`;
  const message = `The search index lacked passages of ${sources} been indexed again. Answers found less until now; nothing is lost`;
  report({ message });
}

function reportRemoval(sources: number, report: Report): void {
  if (sources === 0) return;
  const message = `The search index held text of ${sources === 1 ? '1 source that is' : `${sources} sources that are`} not in the event log, which has been removed: the index was newer than the log, or another installation's. No answer used it`;
  report({ message });
}

type StoresInUse = Pick<Stores, 'documents' | 'blobs' | 'searchIndex' | 'embeddingCache'> & {
  readonly derivable: Pick<Stores['derivable'], 'searchIndex' | 'documents'>;
};

interface ReindexingDeps {
  readonly application: {
    readonly readSide: Pick<Application['readSide'], 'caughtUp'>;
    readonly commands: { readonly dataSources: Pick<Application['commands']['dataSources'], 'isLive' | 'isKnown'> };
  };
  readonly stores: StoresInUse;
  readonly models: Pick<ApplicationDeps['models'], 'embedder'>;
  readonly preparer: PassagePreparer;
  readonly report: Report;
  readonly indexMigration: Pick<IndexMigration, 'run' | 'status'>;
}

/**
 * Waits for the read models, removes what does not belong in the search index, then completes it. A failed removal does not keep it from
 * being completed: answers would find less.
 */
export function startReindexing(deps: ReindexingDeps): Workers {
  const { application, stores, models, preparer, report, indexMigration } = deps;
  const { documents, blobs, searchIndex, embeddingCache } = stores;
  const stopping = new AbortController();
  const { signal } = stopping;
  const reportFailure = (message: string) => (error: unknown) => {
    if (!signal.aborted) report({ message, error });
  };
  const removeUnknown = async () => {
    const listSources = stores.derivable.searchIndex?.sources;
    if (listSources === undefined) return;
    const unknown = { listSources, searchIndex, documents, commands: application.commands.dataSources };
    const retry = { message: RETRIED_REMOVAL, signal, report };
    reportRemoval(await retryWhileUnavailable(() => removeUnknownSources(unknown, signal), retry), report);
  };
  let recheck: NodeJS.Timeout | undefined;
  const complete = async () => {
    const reindexing = { documents, blobs, preparer, searchIndex, embeddingCache, embedder: models.embedder, report };
    await indexMigration.run(reindexing, signal);
    reportRefill(indexMigration.status, report);
    const { state, otherIndexes } = indexMigration.status;
    clearTimeout(recheck);
    if (state === 'whole' && otherIndexes.length > 0 && !signal.aborted) recheck = setTimeout(again, RECHECK_MS);
  };
  const run = async () => {
    // A rebuild may take minutes, or never end while a store is damaged.
    await Promise.race([application.readSide.caughtUp(), aborted(signal)]);
    if (signal.aborted) return;
    await removeUnknown().catch(reportFailure('Failed to remove text of unknown sources from the search index'));
    await complete();
  };
  const runOnce = () => run().catch(reportFailure('Failed to complete the search index'));
  let reindexing = runOnce();
  const again = () => {
    reindexing = reindexing.then(() => (signal.aborted ? undefined : runOnce()));
  };
  stores.derivable.searchIndex?.derivable.watch({ replaced: again });
  stores.derivable.documents?.derivable.watch({ replaced: again });
  return {
    async stop() {
      stopping.abort();
      clearTimeout(recheck);
      await reindexing;
    },
  };
}
