/** Walks two copies of a collection in the order of ids, a page of each in memory. */
import type { CollectionDefinition, FoundDocument, ReadableDocuments } from '../../ports/documents.ts';
import type { JsonObject } from '../../ports/event-log.ts';
import { eachDocument } from '../../projections/each-document.ts';

const PAGE = 256;

/** A document that only one copy holds is null in the other. */
export interface Pair {
  readonly id: string;
  readonly left: JsonObject | null;
  readonly right: JsonObject | null;
}

export async function* pairsById(
  collection: CollectionDefinition,
  left: ReadableDocuments,
  right: ReadableDocuments,
): AsyncGenerator<Pair> {
  const all = (side: ReadableDocuments) => eachDocument<JsonObject>(side, collection, { pageSize: PAGE });
  const [lefts, rights] = [all(left), all(right)];
  let [a, b] = [await lefts.next(), await rights.next()];
  for (;;) {
    const order = orderOf(a, b);
    const [atLeft, atRight] = [order <= 0 ? a.value : undefined, order >= 0 ? b.value : undefined];
    const id = atLeft?.id ?? atRight?.id;
    if (id === undefined) return;
    yield { id, left: atLeft?.document ?? null, right: atRight?.document ?? null };
    if (atLeft !== undefined) a = await lefts.next();
    if (atRight !== undefined) b = await rights.next();
  }
}

type NextDocument = IteratorResult<FoundDocument<JsonObject>, undefined>;

/** Negative when the left copy has the next id, 0 when both have it. */
function orderOf(left: NextDocument, right: NextDocument): number {
  if (left.done === true) return 1;
  return right.done === true ? -1 : compareIds(left.value.id, right.value.id);
}

/** Stores order ids by the bytes of UTF-8. */
function compareIds(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
