import type { CollectionDefinition, FindOptions, ReadableDocuments } from '../ports/documents.ts';
import type { JsonObject } from '../ports/event-log.ts';

const PAGE = 500;

/** Page by page. Use it only where the number is small. */
export async function findAll<Document extends JsonObject>(
  documents: ReadableDocuments,
  collection: CollectionDefinition,
  options: { readonly where: FindOptions['where']; readonly orderBy: NonNullable<FindOptions['orderBy']> },
): Promise<readonly Document[]> {
  const all: Document[] = [];
  let after: FindOptions['after'];
  for (;;) {
    const page = await documents.find<Document>(collection, {
      ...options,
      ...(after === undefined ? {} : { after }),
      limit: PAGE,
    });
    for (const { document } of page) all.push(document);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return all;
    after = { value: last.document[options.orderBy.field] ?? null, id: last.id };
  }
}
