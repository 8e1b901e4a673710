import type { Position } from '../../ports/event-log.ts';
import { READ_WAIT_MS, type ReadProgress } from '../../ports/read-progress.ts';
import type { RemoteProgress } from './remote-progress.ts';

/** A projector that keeps up needs less, so the stored checkpoints are polled for one that is behind alone. */
const PATIENCE_MS = 100;

/**
 * Several projectors write the same read models. When this process falls behind, its callers wait for the checkpoints that another
 * one has stored.
 */
export class SharedProgress implements ReadProgress {
  readonly #own: () => ReadProgress;
  readonly #stored: Pick<RemoteProgress, 'waitFor'>;

  /** @param own progress of this process's engine, which may be replaced */
  constructor(own: () => ReadProgress, stored: Pick<RemoteProgress, 'waitFor'>) {
    this.#own = own;
    this.#stored = stored;
  }

  async waitFor(position: Position | null, withinMs = READ_WAIT_MS): Promise<void> {
    const own = this.#own().waitFor(position, withinMs);
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
