/**
 * Process manager of erasure, driven by the log: a crash leaves nothing half erased. Every step is idempotent. The cleanup worker
 * removes the content of deleted chatbots and sources from search index and blobs.
 */
import type { AccountCommands } from '../../commands/accounts.ts';
import type { DomainEvent } from '../../domain/events.ts';
import { ERASING_EVENTS, subjectsErasedBy } from '../../event-log/erasures.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoredEvent, WorkConsumer, WorkResult } from '../../ports/event-log.ts';
import type { Keys } from '../../ports/keys.ts';
import { consumeEvents, type EventConsumerDeps } from '../consume-events.ts';
import { workContext } from '../work-context.ts';
import type { WorkGroup } from '../work-groups.ts';

export interface ErasureDeps extends EventConsumerDeps {
  readonly keys: Keys;
  readonly accounts: Pick<AccountCommands, 'finishDeletion'>;
  readonly clock: Clock;
}

const GROUP: WorkGroup = 'erasure';

export function startErasureWorker(deps: ErasureDeps): WorkConsumer {
  return consumeEvents(deps, {
    group: GROUP,
    filter: { types: ERASING_EVENTS },
    concurrency: 4,
    maxAttempts: 20,
    handle: (event, stored) => erase(event, stored, deps),
  });
}

async function erase(event: DomainEvent, stored: StoredEvent, deps: ErasureDeps): Promise<WorkResult> {
  for (const subject of subjectsErasedBy(event)) await deps.keys.erase(subject);
  if (event.type === 'AccountDeleted') {
    await deps.accounts.finishDeletion(event.data.accountId, workContext('erasure', stored, deps.clock.now()));
  }
  return { kind: 'ack' };
}
