/** Reference model of the documents port, in memory and as plain as possible; the property tests compare stores with it. */
import type { DocumentWrite, FindOptions, FoundDocument, Where } from '../../../src/ports/documents.ts';
import type { JsonObject, JsonValue } from '../../../src/ports/event-log.ts';

/** The order of values: null, numbers, strings by their UTF-8 bytes, booleans. */
function compareValues(left: JsonValue, right: JsonValue): number {
  const rank = (value: JsonValue) => ['object', 'number', 'string', 'boolean'].indexOf(typeof value);
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
  return Number(left) - Number(right);
}

function matches(document: JsonObject, where: Where): boolean {
  return Object.entries(where).every(([field, value]) => (document[field] ?? null) === value);
}

export class DocumentsModel {
  readonly #documents = new Map<string, { readonly document: JsonObject; readonly position: bigint }>();
  readonly #deletions = new Map<string, bigint>();

  apply(write: DocumentWrite): void {
    if (write.kind === 'put') {
      const newest = this.#documents.get(write.id)?.position ?? this.#deletions.get(write.id);
      if (newest !== undefined && write.position < newest) return;
      this.#deletions.delete(write.id);
      const document = JSON.parse(JSON.stringify(write.document)) as JsonObject;
      this.#documents.set(write.id, { document, position: write.position });
    } else if (write.kind === 'delete') {
      this.#delete(write.id, write.position);
    } else {
      for (const { id } of this.find({ where: write.where })) this.#delete(id, write.position);
    }
  }

  #delete(id: string, position: bigint): void {
    const newest = this.#documents.get(id)?.position ?? this.#deletions.get(id);
    if (newest !== undefined && position < newest) return;
    this.#documents.delete(id);
    this.#deletions.set(id, position);
  }

  /** All of them, in the order asked for. */
  find({ where, orderBy }: Pick<FindOptions, 'where' | 'orderBy'>): readonly FoundDocument<JsonObject>[] {
    const sign = orderBy?.direction === 'desc' ? -1 : 1;
    const sortValue = (document: JsonObject) => (orderBy === undefined ? null : (document[orderBy.field] ?? null));
    return [...this.#documents]
      .map(([id, { document }]) => ({ id, document }))
      .filter(({ document }) => matches(document, where))
      .sort(
        (left, right) =>
          sign *
          (compareValues(sortValue(left.document), sortValue(right.document)) || compareValues(left.id, right.id)),
      );
  }
}
