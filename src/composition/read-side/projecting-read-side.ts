import type { EventCodec } from '../../event-log/codec.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Report } from '../../ports/report.ts';
import { allProjections } from '../../projections/all.ts';
import { ProjectionEngine } from '../../projections/engine/engine.ts';
import { RemoteProgress } from '../../projections/engine/remote-progress.ts';
import { SharedProgress } from '../../projections/engine/shared-progress.ts';
import { LiveFeed } from '../../projections/live-feed.ts';
import type { Stores } from '../stores/stores.ts';
import { traceProjected } from '../tracing/traced-commands.ts';
import { EngineReplacement } from './engine-replacement.ts';
import type { ReadSide } from './read-side.ts';

/** Lifetime of replaced read models and search indexes that other nodes may use. Long enough for a rolling upgrade. */
export const REPLACED_RETENTION_MS = 3_600_000;
/** Requests are answered from an older state for no longer, after MongoDB was put back. */
const VERIFY_DOCUMENTS_EVERY_MS = 2_000;
/** A node that falls behind has little to spare. */
const MAX_POLL_MS = 50;

interface ProjectingOptions {
  readonly stores: Stores;
  readonly codec: EventCodec;
  readonly clock: Clock;
  readonly report: Report;
  readonly onLogReplaced: () => void;
  /** Other nodes, possibly of the release before, use the same read models. */
  readonly shared: boolean;
}

/** This process projects its read models. */
export function projectingReadSide({ stores, shared, onLogReplaced, ...options }: ProjectingOptions): ReadSide {
  const feed = new LiveFeed();
  const { log, documents, idempotency } = stores;
  const sharing = shared
    ? { replacedRetentionMs: REPLACED_RETENTION_MS, verifyDocumentsEveryMs: VERIFY_DOCUMENTS_EVERY_MS }
    : {};
  const stored = new RemoteProgress(documents, allProjections, MAX_POLL_MS);
  const newEngine = () =>
    new ProjectionEngine({
      ...options,
      log,
      documents,
      projections: allProjections,
      ...sharing,
      onWritten: (position, events) => {
        traceProjected(events);
        feed.publish(
          events.flatMap((each) => (each.ok ? [each.recorded] : [])),
          position,
        );
      },
      // They may tell of events that this log lacks.
      beforeRebuild: () => idempotency.forgetResponses(),
      onLogReplaced() {
        feed.reset();
        stored.reset();
        onLogReplaced();
      },
    });
  const engines = new EngineReplacement(newEngine, options.report);
  stores.derivable.documents?.derivable.watch({
    replacing: () => engines.suspend(),
    replaced: () => engines.replace(),
  });
  const progress = shared ? new SharedProgress(() => engines.current, stored) : null;
  return {
    feed,
    start: () => engines.current.start(),
    waitFor: (position, withinMs) => (progress ?? engines.current).waitFor(position, withinMs),
    caughtUp: () => engines.caughtUp(),
    isRebuilding: () => engines.isReplacing || engines.current.isRebuilding,
    async stop() {
      stored.stop();
      await engines.stop();
    },
    async status() {
      const entries = (await engines.current.status()).map(({ projection, checkpoint, ...rest }) => {
        return [projection, { ...rest, checkpoint: checkpoint === null ? null : String(checkpoint) }] as const;
      });
      return Object.fromEntries(entries);
    },
  };
}
