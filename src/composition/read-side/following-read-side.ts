import type { EventCodec } from '../../event-log/codec.ts';
import type { Report } from '../../ports/report.ts';
import { allProjections } from '../../projections/all.ts';
import { RemoteFeed } from '../../projections/engine/remote-feed.ts';
import { RemoteProgress } from '../../projections/engine/remote-progress.ts';
import { LiveFeed } from '../../projections/live-feed.ts';
import { projectionKey } from '../../projections/projection.ts';
import type { Stores } from '../stores/stores.ts';
import { ReadModelRegress } from './read-model-regress.ts';
import type { ReadSide } from './read-side.ts';

/** While the read models catch up. */
const POLL_MS = 100;
/** Between checks that the read models were not put back to an older state. */
const VERIFY_EVERY_MS = 2_000;

interface FollowingOptions {
  readonly stores: Stores;
  readonly codec: EventCodec;
  readonly report: Report;
  readonly verifyEveryMs?: number;
}

/** This node, without the role `projector`, polls the progress of another one's read models. */
export function followingReadSide({
  stores,
  codec,
  report,
  verifyEveryMs = VERIFY_EVERY_MS,
}: FollowingOptions): ReadSide {
  const { log, documents } = stores;
  const progress = new RemoteProgress(documents, allProjections);
  const stopping = new AbortController();
  const feed = new LiveFeed();
  const remoteFeed = new RemoteFeed({ log, codec, progress, feed, report });
  const regress = new ReadModelRegress({ log, progress, report });

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
      if (stopping.signal.aborted) return;
      remoteFeed.start(head);
      void regress.watch(stopping.signal, verifyEveryMs);
    }),
    isRebuilding: () => regress.isBehind,
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
