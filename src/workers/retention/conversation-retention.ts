/**
 * Erases conversations by age (RETENTION_DAYS), the oldest first, on one node at a time. Each erasure is an event that is completed from
 * the log, so a crash leaves nothing half erased.
 */
import { hash, randomBytes } from 'node:crypto';
import type { ConversationCommands } from '../../commands/conversations.ts';
import type { CommandContext } from '../../event-log/event-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReadableLog } from '../../ports/event-log.ts';
import { type Idempotency, REQUEST_LEASE_MS, type RequestLease } from '../../ports/idempotency.ts';
import type { Report } from '../../ports/report.ts';
import type { ConversationQueries } from '../../projections/conversations/queries.ts';
import { type PeriodicTask, startPeriodicTask } from '../periodic-task.ts';
import { ClockLeaps, type ClockLeapsDeps, newestEventAt } from './clock-leaps.ts';

export interface RetentionDeps {
  readonly conversations: Pick<ConversationCommands, 'erase'>;
  readonly queries: Pick<ConversationQueries, 'inactiveSince'>;
  /** Leases exclude other nodes. */
  readonly leases: Pick<Idempotency, 'claim' | 'renew' | 'release'>;
  readonly clock: Clock;
  readonly maxAgeMs: number;
}

const BATCH_SIZE = 100;
/** Ages are days, so an hour more does not matter. */
const INTERVAL_MS = 3_600_000;
const LEASE_ID = hash('sha256', 'conversation retention', 'hex');
const RENEW_AFTER_MS = REQUEST_LEASE_MS / 3;

interface Erased {
  readonly erased: number;
  /** Conversations that became active again. */
  readonly spared: number;
}

/** Returns null when another node holds the lease. @throws StoreUnavailable */
export async function eraseInactiveConversations(deps: RetentionDeps, signal: AbortSignal): Promise<Erased | null> {
  const lease = { id: LEASE_ID, holder: randomBytes(16).toString('hex') };
  const attempt = { group: LEASE_ID, fingerprint: null, commandId: 'conversation retention', now: deps.clock.now() };
  if ((await deps.leases.claim({ ...lease, ...attempt })).kind !== 'acquired') return null;
  try {
    return await eraseHolding(lease, deps, signal);
  } finally {
    await deps.leases.release(lease);
  }
}

async function eraseHolding(lease: RequestLease, deps: RetentionDeps, signal: AbortSignal): Promise<Erased> {
  const { conversations, queries, leases, clock, maxAgeMs } = deps;
  const before = clock.now() - maxAgeMs;
  let [erased, spared, renewedAt] = [0, 0, clock.now()];
  for await (const { id, chatbotId, sessionId, messageCount, handoffRequested } of queries.inactiveSince(
    before,
    BATCH_SIZE,
  )) {
    if (signal.aborted) break;
    if (clock.now() - renewedAt > RENEW_AFTER_MS) {
      if (!(await leases.renew(lease, clock.now()))) break;
      renewedAt = clock.now();
    }
    const context: CommandContext = {
      commandId: `retention/${id}`,
      actor: { kind: 'system', part: 'retention' },
      at: clock.now(),
    };
    const seen = { messageCount, handoffRequested };
    const erasure = { conversationId: id, reason: 'retention', seen } as const;
    const result = await conversations.erase({ chatbotId, sessionId }, erasure, context);
    if (result.ok) erased += 1;
    else spared += 1;
  }
  return { erased, spared };
}

export interface RetentionOptions extends RetentionDeps, Pick<ClockLeapsDeps, 'onLeap'> {
  readonly log: Pick<ReadableLog, 'readLatest'>;
  /** Default: that of the process. */
  readonly monotonic?: ClockLeapsDeps['monotonic'];
  /** Resolves when the read models have caught up. */
  readonly ready: () => Promise<void>;
  readonly report: Report;
  readonly onErased: (erased: Erased) => void;
}

/** An erasure cannot be undone, so a clock that has leapt ahead must settle before ages are measured by it. */
export function startConversationRetention(options: RetentionOptions): PeriodicTask {
  const { clock, log, onLeap, monotonic = () => performance.now() } = options;
  // Read now: later events are recorded by a clock that may be wrong.
  const newestAtStart = newestEventAt(log, clock.now());
  newestAtStart.catch(() => undefined);
  let leaps: ClockLeaps | null = null;
  return startPeriodicTask({
    poll: async (signal) => {
      leaps ??= new ClockLeaps({
        clock,
        monotonic,
        onLeap,
        newestEventAt: await newestAtStart.catch(() => newestEventAt(log, clock.now())),
      });
      const settlesIn = leaps.settlesIn();
      if (settlesIn > 0) return Math.min(settlesIn, INTERVAL_MS);
      const erased = await eraseInactiveConversations(options, signal);
      if (erased !== null && erased.erased + erased.spared > 0) options.onErased(erased);
      return INTERVAL_MS;
    },
    retryMs: INTERVAL_MS,
    failure: 'Failed to erase conversations by age; will retry',
    ready: options.ready,
    report: options.report,
  });
}
