import type { CollectionDefinition, FindOptions, FoundDocument, ReadableDocuments } from '../ports/documents.ts';
import type { JsonObject } from '../ports/event-log.ts';

const DEFAULT_PAGE_SIZE = 500;

interface Walk extends Partial<Pick<FindOptions, 'where' | 'orderBy'>> {
  /** Documents in memory at a time. Default 500. */
  readonly pageSize?: number;
}

/** Yields the documents that match, page by page; each page is read when it is reached. */
export async function* eachDocument<Document extends JsonObject>(
  documents: Pick<ReadableDocuments, 'find'>,
  collection: CollectionDefinition,
  { pageSize = DEFAULT_PAGE_SIZE, where = {}, ...order }: Walk = {},
): AsyncGenerator<FoundDocument<Document>, undefined> {
  let after: FindOptions['after'];
  for (;;) {
    const page = await documents.find<Document>(collection, { where, ...order, after, limit: pageSize });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    const value = order.orderBy === undefined ? null : (last.document[order.orderBy.field] ?? null);
    after = { value, id: last.id };
  }
}

/** Use it only where the number is small. */
export function findAll<Document extends JsonObject>(
  documents: Pick<ReadableDocuments, 'find'>,
  collection: CollectionDefinition,
  options: Required<Pick<FindOptions, 'where' | 'orderBy'>>,
): Promise<readonly Document[]> {
  return Array.fromAsync(eachDocument<Document>(documents, collection, options), ({ document }) => document);
}
