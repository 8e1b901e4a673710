/** Writes of many documents, each of which is checked. */
import { Turns } from '../../runtime/turns.ts';
import { at, errorType, listAt, numberAt } from './answers.ts';
import type { Connection, Patience } from './connection.ts';
import { IndexMissing, TryAgain } from './failures.ts';

/** One line for what is to be done and, to index, one for the document; both JSON. */
export interface BulkWrite {
  readonly action: string;
  readonly document: string | null;
}

const MOST_WRITES = 500;
/** UTF-16 units, about bytes: what is joined and sent in a few milliseconds. Elasticsearch takes 100 MB. */
const LONGEST_BODY = 1_000_000;
/** On their way at once: the engine writes one while the next is made. */
const BODIES_UNDERWAY = 3;
const PATIENCE: Patience = { deadlineMs: 60_000, attempts: 8 };

/**
 * Sends writes as they come, some bodies at a time, so bounded in memory. Two writes to the same document must not be in one call: bodies
 * overtake each other.
 * @returns how many documents were changed: what was to be deleted and is not there is not counted
 * @throws StoreUnavailable when some could not be written; Error when Elasticsearch refuses a document
 */
export async function sendBulk(connection: Connection, writes: Iterable<BulkWrite>): Promise<number> {
  const bodies = bodiesOf(writes);
  let changed = 0;
  async function sender(): Promise<void> {
    for await (const body of bodies) changed += await sendBody(connection, body);
  }
  // A sender that fails ends the bodies for the others too; what is underway is waited for, so that nothing is written afterwards.
  const ends = await Promise.allSettled(Array.from({ length: BODIES_UNDERWAY }, sender));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return changed;
}

/** Making a body is work of many milliseconds. */
async function* bodiesOf(writes: Iterable<BulkWrite>): AsyncGenerator<readonly BulkWrite[]> {
  const turns = new Turns();
  let body: BulkWrite[] = [];
  let length = 0;
  for (const write of writes) {
    const added = write.action.length + (write.document?.length ?? 0);
    if (body.length === MOST_WRITES || (body.length > 0 && length + added > LONGEST_BODY)) {
      yield body;
      body = [];
      length = 0;
    }
    body.push(write);
    length += added;
    await turns.yieldWhenLong();
  }
  if (body.length > 0) yield body;
}

async function sendBody(connection: Connection, body: readonly BulkWrite[]): Promise<number> {
  let waiting = body;
  let changed = 0;
  await connection.call(PATIENCE, async (client, options) => {
    const operations = waiting.flatMap(({ action, document }) => (document === null ? [action] : [action, document]));
    const answer = await client.bulk({ operations }, options);
    const outcomes = listAt(answer, 'items').map(outcomeOf);
    if (outcomes.length !== waiting.length) throw new TryAgain('answered for other documents than were sent');
    changed += outcomes.filter((outcome) => outcome === 'changed').length;
    waiting = waiting.filter((_, place) => outcomes[place] === 'turned away');
    if (waiting.length > 0) throw new TryAgain('is overloaded');
  });
  return changed;
}

const TURNED_AWAY = new Set([429, 500, 502, 503, 504]);

/** @throws Error for a document that Elasticsearch refuses for good */
function outcomeOf(item: unknown): 'changed' | 'unchanged' | 'turned away' {
  const result = at(item, 'index') ?? at(item, 'delete');
  const status = numberAt(result, 'status');
  if (status >= 200 && status < 300) return 'changed';
  const type = errorType(at(result, 'error'));
  if (type === 'index_not_found_exception') throw new IndexMissing();
  if (status === 404) return 'unchanged';
  if (TURNED_AWAY.has(status)) return 'turned away';
  throw new Error(`The search index refused a passage: answered ${status} (${type})`);
}
