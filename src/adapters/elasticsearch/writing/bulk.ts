/** Bulk writes with bounded bodies, a few in flight. Every item is checked. */
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { ElasticsearchConnection, RetryPolicy } from '../client/connection.ts';
import { describeRefusal, IndexMissing, RetryableError, refusal } from '../client/failures.ts';
import { errorType, listAt, numberAt, valueAt } from '../client/responses.ts';

/** The action line and, to index, the document line; both JSON. */
export interface BulkWrite {
  readonly action: string;
  readonly document: string | null;
}

const MAX_WRITES = 500;
/** UTF-16 units: joining takes a few milliseconds. Elasticsearch accepts 100 MB. */
const MAX_BODY_LENGTH = 1_000_000;
/** The engine writes one while the next is built. */
const MAX_BODIES_IN_FLIGHT = 3;
const RETRY_POLICY: RetryPolicy = { deadlineMs: 60_000, attempts: 8 };

/**
 * Bodies may overtake each other, so one call must not write a document twice.
 * @returns the number of changed documents
 * @throws StoreUnavailable when a write failed after all attempts; Error when Elasticsearch rejects a document
 */
export async function sendBulk(connection: ElasticsearchConnection, writes: Iterable<BulkWrite>): Promise<number> {
  const bodies = bodiesOf(writes);
  let changed = 0;
  async function sender(): Promise<void> {
    for await (const body of bodies) changed += await sendBody(connection, body);
  }
  // A failing sender closes the generator for all. After waiting for the others, nothing is written after the call.
  const results = await Promise.allSettled(Array.from({ length: MAX_BODIES_IN_FLIGHT }, sender));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return changed;
}

/** Yields to the event loop: building a body takes many milliseconds. */
async function* bodiesOf(writes: Iterable<BulkWrite>): AsyncGenerator<readonly BulkWrite[]> {
  const eventLoopBudget = new EventLoopBudget();
  let body: BulkWrite[] = [];
  let length = 0;
  for (const write of writes) {
    const added = write.action.length + (write.document?.length ?? 0);
    if (body.length === MAX_WRITES || (body.length > 0 && length + added > MAX_BODY_LENGTH)) {
      yield body;
      body = [];
      length = 0;
    }
    body.push(write);
    length += added;
    await eventLoopBudget.yieldIfUsedUp();
  }
  if (body.length > 0) yield body;
}

/** `retryable` is the reason. */
type Outcome = 'changed' | 'unchanged' | { readonly retryable: string };

async function sendBody(connection: ElasticsearchConnection, body: readonly BulkWrite[]): Promise<number> {
  let pending = body;
  let changed = 0;
  await connection.call(RETRY_POLICY, async (client, options) => {
    const operations = pending.flatMap(({ action, document }) => (document === null ? [action] : [action, document]));
    const answer = await client.bulk({ operations }, options);
    const outcomes = listAt(answer, 'items').map(outcomeOf);
    if (outcomes.length !== pending.length)
      throw new RetryableError('answered with a different number of items than were sent');
    changed += outcomes.filter((outcome) => outcome === 'changed').length;
    pending = pending.filter((_, position) => isRetryable(outcomes[position]));
    const refused = outcomes.find(isRetryable);
    if (refused !== undefined) throw new RetryableError(refused.retryable);
  });
  return changed;
}

/** @throws StoreUnavailable when the index is blocked or closed; Error when Elasticsearch rejects a document permanently */
function outcomeOf(item: unknown): Outcome {
  const result = valueAt(item, 'index') ?? valueAt(item, 'delete');
  const status = numberAt(result, 'status');
  if (status >= 200 && status < 300) return 'changed';
  const type = errorType(valueAt(result, 'error'));
  if (type === 'index_not_found_exception') throw new IndexMissing();
  if (status === 404) return 'unchanged';
  const { error, retryable } = refusal({ status, type, what: 'passage' });
  if (retryable) return { retryable: describeRefusal({ status, type }) };
  throw error;
}

const isRetryable = (outcome: Outcome | undefined): outcome is Exclude<Outcome, string> => typeof outcome === 'object';
