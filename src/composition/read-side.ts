/** The read models as a process sees them: projected by itself, or by another node. */
import type { EventCodec } from '../log/codec.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReadProgress } from '../ports/read-progress.ts';
import { allProjections } from '../projections/all.ts';
import { ProjectionEngine } from '../projections/engine/engine.ts';
import { RemoteProgress } from '../projections/engine/remote-progress.ts';
import { projectionKey } from '../projections/projection.ts';
import type { Stores } from './stores.ts';

/** How long a node that projects nothing itself waits between two looks at whether the others are ready. */
const LOOK_EVERY_MS = 100;
/** Long enough to replace all nodes by those of a release whose read models are others. */
const REPLACED_KEPT_MS = 3_600_000;

export interface ReadSide extends ReadProgress {
  start(): Promise<void>;
  /** Settles when the read models hold all that was in the log at the start. @throws what keeps them from it */
  caughtUp(): Promise<void>;
  /** Each read model's standing, as JSON. */
  status(): Promise<Readonly<Record<string, unknown>>>;
  stop(): Promise<void>;
}

interface ReadSideOptions {
  readonly stores: Stores;
  readonly codec: EventCodec;
  readonly clock: Clock;
  readonly report: (problem: { message: string; projection?: string; error?: unknown }) => void;
  /** Whether other nodes, maybe of the release before, read the same read models. */
  readonly shared: boolean;
}

/** Projected by this process. */
export function projectingReadSide({ stores, shared, ...options }: ReadSideOptions): ReadSide {
  const { log, documents } = stores;
  const replacedKeptMs = shared ? REPLACED_KEPT_MS : 0;
  const engine = new ProjectionEngine({ ...options, log, documents, projections: allProjections, replacedKeptMs });
  return {
    start: () => engine.start(),
    waitFor: (position) => engine.waitFor(position),
    caughtUp: once(() => engine.caughtUp()),
    stop: () => engine.stop(),
    async status() {
      const entries = (await engine.status()).map(({ projection, checkpoint, ...rest }) => {
        return [projection, { ...rest, checkpoint: checkpoint === null ? null : String(checkpoint) }] as const;
      });
      return Object.fromEntries(entries);
    },
  };
}

/** Projected by another node: this one only looks how far that is. */
export function followingReadSide({ stores }: Pick<ReadSideOptions, 'stores'>): ReadSide {
  const { log, documents } = stores;
  const progress = new RemoteProgress(documents, allProjections);
  const stopping = new AbortController();

  /** The versions that this release reads have been swapped in, and hold what was in the log. */
  async function usable(head: bigint | null): Promise<boolean> {
    const versions = await Promise.all(
      allProjections.map(({ collection }) => documents.activeVersion(collection.name)),
    );
    if (allProjections.some(({ collection }, place) => versions[place] !== collection.version)) return false;
    const position = await progress.position();
    return head === null || (position !== null && position >= head);
  }

  return {
    start: async () => undefined,
    waitFor: (position) => progress.waitFor(position),
    caughtUp: once(async () => {
      const head = await log.head();
      while (!stopping.signal.aborted && !(await usable(head).catch(() => false))) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    }),
    async status() {
      const entries = allProjections.map(async (projection) => {
        const checkpoint = await documents.checkpoint(projectionKey(projection));
        return [projectionKey(projection), { checkpoint: checkpoint === null ? null : String(checkpoint) }] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
    async stop() {
      stopping.abort();
      progress.stop();
    },
  };
}

/** All who ask are told at the same moment: who is told that the service answers, and the service itself. */
function once(ask: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null;
  return () => {
    asked ??= ask();
    return asked;
  };
}
