/** This process projects its read models, or another node does. */
import type { EventCodec } from '../../event-log/codec.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import { allProjections } from '../../projections/all.ts';
import { ProjectionEngine } from '../../projections/engine/engine.ts';
import { RemoteFeed } from '../../projections/engine/remote-feed.ts';
import { RemoteProgress } from '../../projections/engine/remote-progress.ts';
import type { ProjectionProblem } from '../../projections/engine/runner.ts';
import { LiveFeed } from '../../projections/live-feed.ts';
import { projectionKey } from '../../projections/projection.ts';
import type { Stores } from '../stores/stores.ts';
import { traceProjected } from '../tracing/commands.ts';
import { EngineReplacement } from './engine-replacement.ts';

/** For a node without the role `projector`, while the read models catch up. */
const POLL_MS = 100;
/** Long enough for a rolling upgrade to a release with new read-model versions. */
const REPLACED_RETENTION_MS = 3_600_000;

export interface ReadSide extends ReadProgress {
  /** New events, once the read models hold them. */
  readonly feed: LiveFeed;
  start(): Promise<void>;
  /**
   * Resolves when the read models have folded everything that was in the log at the start.
   * @throws Error that stopped a read model
   */
  caughtUp(): Promise<void>;
  /** The log was replaced. */
  rebuilding(): boolean;
  /** Progress of the read models, as JSON for `/readyz`. */
  status(): Promise<Readonly<Record<string, unknown>>>;
  stop(): Promise<void>;
}

/** Position that every read model of a status has passed; 0 before the first event. */
export function leastCheckpoint(status: Readonly<Record<string, unknown>>): bigint {
  const checkpoints = Object.values(status as Readonly<Record<string, { readonly checkpoint?: string | null }>>);
  const positions = checkpoints.map(({ checkpoint }) => BigInt(checkpoint ?? 0));
  return positions.reduce((least, each) => (each < least ? each : least), positions[0] ?? 0n);
}

interface ReadSideOptions {
  readonly stores: Stores;
  readonly codec: EventCodec;
  readonly clock: Clock;
  readonly report: (problem: ProjectionProblem) => void;
  readonly onLogReplaced: () => void;
  /** Other nodes, possibly of the release before, use the same read models. */
  readonly shared: boolean;
}

export function projectingReadSide({ stores, shared, onLogReplaced, ...options }: ReadSideOptions): ReadSide {
  const feed = new LiveFeed();
  const { log, documents } = stores;
  const replacedRetentionMs = shared ? REPLACED_RETENTION_MS : 0;
  const newEngine = () =>
    new ProjectionEngine({
      ...options,
      log,
      documents,
      projections: allProjections,
      replacedRetentionMs,
      onWritten: (position, events) => {
        traceProjected(events);
        feed.publish(
          events.flatMap((each) => (each.ok ? [each.recorded] : [])),
          position,
        );
      },
      onLogReplaced() {
        feed.reset();
        onLogReplaced();
      },
    });
  const engines = new EngineReplacement(newEngine, options.report);
  stores.derivable.documents?.derivable.watch({
    replacing: () => engines.suspend(),
    replaced: () => engines.replace(),
  });
  return {
    feed,
    start: () => engines.current.start(),
    waitFor: (position, withinMs) => engines.current.waitFor(position, withinMs),
    caughtUp: () => engines.caughtUp(),
    rebuilding: () => engines.isReplacing || engines.current.rebuilding,
    stop: () => engines.stop(),
    async status() {
      const entries = (await engines.current.status()).map(({ projection, checkpoint, ...rest }) => {
        return [projection, { ...rest, checkpoint: checkpoint === null ? null : String(checkpoint) }] as const;
      });
      return Object.fromEntries(entries);
    },
  };
}

/** This node polls the progress of another one's read models. */
export function followingReadSide({
  stores,
  codec,
  report,
}: Pick<ReadSideOptions, 'stores' | 'codec' | 'report'>): ReadSide {
  const { log, documents } = stores;
  const progress = new RemoteProgress(documents, allProjections);
  const stopping = new AbortController();
  const feed = new LiveFeed();
  const remoteFeed = new RemoteFeed({ log, codec, progress, feed, report });

  /** This release's versions are active and have folded the log up to `head`. */
  async function usable(head: bigint | null): Promise<boolean> {
    const versions = await Promise.all(
      allProjections.map(({ collection }) => documents.activeVersion(collection.name)),
    );
    if (allProjections.some(({ collection }, place) => versions[place] !== collection.version)) return false;
    const position = await progress.position();
    return head === null || (position !== null && position >= head);
  }

  return {
    feed,
    start: async () => undefined,
    waitFor: (position, withinMs) => progress.waitFor(position, withinMs),
    caughtUp: once(async () => {
      const head = await log.head();
      while (!stopping.signal.aborted && !(await usable(head).catch(() => false))) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      if (!stopping.signal.aborted) remoteFeed.start(head);
    }),
    rebuilding: () => false,
    async status() {
      const keys = allProjections.map(projectionKey);
      const pointers = await documents.checkpoints(keys);
      return Object.fromEntries(
        keys.map((key, at) => {
          const position = pointers[at]?.position ?? null;
          return [key, { checkpoint: position === null ? null : String(position) }];
        }),
      );
    },
    async stop() {
      stopping.abort();
      progress.stop();
      await remoteFeed.stop();
    },
  };
}

/** Shares one call, so that all callers resolve at the same moment. */
function once(ask: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null;
  return () => {
    asked ??= ask();
    return asked;
  };
}
