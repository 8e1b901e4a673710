import type { Position } from '../../ports/event-log.ts';
import { READ_WAIT_MS, type ReadProgress } from '../../ports/read-progress.ts';
import type { RemoteProgress } from './remote-progress.ts';

/** A projector that keeps up needs less, so the stored checkpoints are polled only for one that is behind. */
const PATIENCE_MS = 100;

interface OwnProgress extends ReadProgress {
  /** The read models went back: to the beginning, or to an older copy. */
  readonly isRebuilding: boolean;
}

/**
 * Several projectors write the same read models. When this one falls behind, its callers wait for the checkpoints of another
 * one.
 */
export class SharedProgress implements ReadProgress {
  readonly #own: () => OwnProgress;
  readonly #stored: Pick<RemoteProgress, 'waitFor' | 'reset'>;

  /** @param own progress of this process's engine, which may be replaced */
  constructor(own: () => OwnProgress, stored: Pick<RemoteProgress, 'waitFor' | 'reset'>) {
    this.#own = own;
    this.#stored = stored;
  }

  async waitFor(position: Position | null, withinMs = READ_WAIT_MS): Promise<void> {
    const engine = this.#own();
    const own = engine.waitFor(position, withinMs);
    // Positions that the read models had passed before count no more.
    if (engine.isRebuilding) this.#stored.reset();
    if (await passesWithin(PATIENCE_MS, own)) return;
    const stored = this.#stored.waitFor(position, Math.max(0, withinMs - PATIENCE_MS));
    // When neither passes it, the own reason says why.
    await Promise.any([own, stored]).catch(() => own);
  }
}

/** @throws what `passed` rejects with in that time */
async function passesWithin(ms: number, passed: Promise<void>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ms);
  try {
    return await Promise.race([passed.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
