import { errorMessage } from '../../lib/thrown.ts';
import type { Counters } from '../../ports/counters.ts';
import type { Documents } from '../../ports/documents.ts';
import { parsePosition } from '../../ports/event-log.ts';
import type { Report } from '../../ports/report.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';

interface AgeDeps {
  readonly counters: Pick<Counters, 'read' | 'increment'>;
  /** A start needs the side store for nothing else. */
  readonly endIdleThread: () => Promise<void> | void;
  readonly documents: Pick<Documents, 'checkpoint' | 'write'>;
  readonly path: string;
  readonly now: number;
  readonly report: Report;
}

/** Names a counter of the side store and a checkpoint of the read models. */
const STARTS = 'starts';

/**
 * Counts starts in the side store, then in the read models. A side store that knows fewer was put back from an older copy, which nothing
 * else shows. Stores that know none were lost, which is reported elsewhere.
 */
export async function countStart(deps: AgeDeps): Promise<void> {
  try {
    await countInBoth(deps);
    await deps.endIdleThread();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    deps.report({ message: `Failed to compare the age of ${deps.path} with the read models: ${errorMessage(error)}` });
  }
}

async function countInBoth({ counters, documents, path, now, report }: AgeDeps): Promise<void> {
  const [counted, checkpoint] = await Promise.all([counters.read([STARTS]), documents.checkpoint(STARTS)]);
  const known = counted.get(STARTS)?.count ?? 0;
  const expected = Number(checkpoint?.position ?? 0);
  if (known > 0 && known < expected) {
    const message = `${path} is older than the read models: usage counts of widget keys are those of its time, a repeated request whose idempotency key it does not know may be executed twice, and embeddings of text that was erased since may be in it again`;
    report({ message });
  }
  const next = Math.max(known, expected) + 1;
  await counters.increment(new Map([[STARTS, { count: next - known, lastAt: now }]]));
  await documents.write([], [{ projection: STARTS, position: parsePosition(String(next)), eventId: null }]);
}
