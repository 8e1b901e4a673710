/** Documents in memory, for read models that are folded to a point in time and then dropped. */
import type {
  CollectionDefinition,
  CollectionWrites,
  FindOptions,
  FoundDocument,
  PositionedDocument,
  RawFindOptions,
  RawPage,
  ReadableDocuments,
  ValueList,
  ValueRange,
  Where,
} from '../../ports/documents.ts';
import type { JsonObject, JsonValue, Position } from '../../ports/event-log.ts';

interface Entry {
  readonly document: JsonObject;
  readonly position: Position;
}

type IdentifiedEntry = readonly [id: string, entry: Entry];

export class MemoryDocuments implements ReadableDocuments {
  readonly #collections = new Map<string, Map<string, Entry>>();
  /** Entries by collection, field and its value; made by the first search, dropped by the next change. */
  readonly #indexes = new Map<string, ReadonlyMap<JsonValue, readonly IdentifiedEntry[]>>();

  /** Writes of one batch after the other, in log order. */
  apply({ collection, writes }: CollectionWrites): void {
    if (writes.length === 0) return;
    this.#indexes.clear();
    const entries = this.#entries(collection);
    for (const write of writes) {
      if (write.kind === 'put') entries.set(write.id, { document: write.document, position: write.position });
      else if (write.kind === 'delete') entries.delete(write.id);
      else deleteMatching(entries, write.where);
    }
  }

  delete(collection: CollectionDefinition, id: string): void {
    this.#indexes.clear();
    this.#entries(collection).delete(id);
  }

  async get<Document extends JsonObject>(collection: CollectionDefinition, id: string): Promise<Document | null> {
    return (this.#entries(collection).get(id)?.document as Document | undefined) ?? null;
  }

  async getMany<Document extends JsonObject>(
    collection: CollectionDefinition,
    ids: readonly string[],
  ): Promise<readonly PositionedDocument<Document>[]> {
    const entries = this.#entries(collection);
    return [...new Set(ids)].flatMap((id) => {
      const entry = entries.get(id);
      return entry === undefined ? [] : [{ id, document: entry.document as Document, position: entry.position }];
    });
  }

  async find<Document extends JsonObject>(
    collection: CollectionDefinition,
    { where, orderBy, after, limit }: FindOptions,
  ): Promise<readonly FoundDocument<Document>[]> {
    const sign = orderBy?.direction === 'desc' ? -1 : 1;
    const orderOf = (document: JsonObject) => (orderBy === undefined ? null : (document[orderBy.field] ?? null));
    return this.#matching(collection, where)
      .map(([id, { document }]) => ({ id, document: document as Document, value: orderOf(document) }))
      .filter((each) => after === undefined || sign * compareMarks(each, after) > 0)
      .toSorted((left, right) => sign * compareMarks(left, right))
      .slice(0, limit)
      .map(({ id, document }) => ({ id, document }));
  }

  async findRaw(collection: CollectionDefinition, { reversed, ...options }: RawFindOptions): Promise<RawPage> {
    const { rawField } = collection;
    if (rawField === undefined) throw new RangeError(`${collection.name} has no raw field`);
    const found = await this.find<JsonObject>(collection, { ...options, limit: options.limit + 1 });
    const page = found.slice(0, options.limit);
    const raw = page.map(({ document }) => document[rawField]);
    const nextId = found.length > page.length ? (page.at(-1)?.id ?? null) : null;
    return { json: Buffer.from(JSON.stringify(reversed ? raw.toReversed() : raw)), nextId };
  }

  async count(collection: CollectionDefinition, where: Where): Promise<number> {
    return this.#matching(collection, where).length;
  }

  async countByValue(
    collection: CollectionDefinition,
    where: Where,
    values: ValueRange | ValueList,
  ): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const [, { document }] of this.#matching(collection, where)) {
      const value = document[values.field];
      if (typeof value !== 'string') continue;
      if ('among' in values ? values.among.includes(value) : value >= values.from)
        counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return counts;
  }

  /** These documents follow no log, so they have no checkpoint. */
  async checkpoint(): Promise<null> {
    return null;
  }

  async checkpoints(projections: readonly string[]): Promise<readonly null[]> {
    return projections.map(() => null);
  }

  async activeVersion(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {
    this.#indexes.clear();
    this.#collections.clear();
  }

  #matching(collection: CollectionDefinition, where: Where): readonly IdentifiedEntry[] {
    const [field] = Object.keys(where);
    if (field === undefined) return [...this.#entries(collection)];
    const some = this.#indexBy(collection, field).get(where[field] ?? null) ?? [];
    return some.filter(([, { document }]) => matches(document, where));
  }

  #indexBy(collection: CollectionDefinition, field: string): ReadonlyMap<JsonValue, readonly IdentifiedEntry[]> {
    const name = `${collection.name}.${field}`;
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const index = Map.groupBy(this.#entries(collection), ([, { document }]) => document[field] ?? null);
    this.#indexes.set(name, index);
    return index;
  }

  #entries({ name }: CollectionDefinition): Map<string, Entry> {
    const entries = this.#collections.get(name) ?? new Map<string, Entry>();
    this.#collections.set(name, entries);
    return entries;
  }
}

function deleteMatching(entries: Map<string, Entry>, where: Where): void {
  for (const [id, { document }] of entries) if (matches(document, where)) entries.delete(id);
}

const matches = (document: JsonObject, where: Where): boolean =>
  Object.entries(where).every(([field, value]) => (document[field] ?? null) === value);

interface Mark {
  readonly id: string;
  readonly value: JsonValue;
}

const compareMarks = (left: Mark, right: Mark): number =>
  compare(left.value, right.value) || compare(left.id, right.id);

function compare(left: JsonValue, right: JsonValue): number {
  if (left === right || left === null || right === null) return 0;
  return left < right ? -1 : 1;
}
