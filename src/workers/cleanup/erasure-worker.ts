/**
 * Process manager of erasure, driven by the log: a crash leaves nothing half erased. Every step is idempotent. The cleanup worker
 * removes the content of deleted chatbots and sources from search index and blobs.
 */
import type { AccountCommands } from '../../commands/accounts.ts';
import type { EventCodec } from '../../event-log/codec.ts';
import { ERASING_EVENTS, subjectsErasedBy } from '../../event-log/erasures.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog, StoredEvent, WorkConsumer, WorkResult } from '../../ports/event-log.ts';
import type { Keys } from '../../ports/keys.ts';
import { retryWhileUnavailable, willRetry } from '../retry-while-unavailable.ts';
import { workContext } from '../work-context.ts';

export interface ErasureDeps {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly keys: Keys;
  readonly accounts: Pick<AccountCommands, 'finishDeletion'>;
  readonly clock: Clock;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

const GROUP = 'erasure';

export function startErasureWorker(deps: ErasureDeps): WorkConsumer {
  return deps.log.consume({
    group: GROUP,
    filter: { types: ERASING_EVENTS },
    concurrency: 4,
    maxAttempts: 20,
    handle: (stored, _attempt, signal) =>
      retryWhileUnavailable(() => handle(stored, deps), {
        message: willRetry(GROUP, stored),
        signal,
        report: deps.report,
      }),
  });
}

async function handle(stored: StoredEvent, deps: ErasureDeps): Promise<WorkResult> {
  const [decoded] = await deps.codec.decode([stored]);
  if (decoded === undefined) return { kind: 'ack' };
  if (!decoded.ok) return { kind: 'park', reason: decoded.error.message };
  const { event } = decoded.recorded;
  for (const subject of subjectsErasedBy(event)) await deps.keys.erase(subject);
  if (event.type === 'AccountDeleted') {
    await deps.accounts.finishDeletion(event.data.accountId, workContext('erasure', stored, deps.clock.now()));
  }
  return { kind: 'ack' };
}
