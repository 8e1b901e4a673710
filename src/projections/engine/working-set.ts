/** One projection's documents during a batch: fetched once, changed in memory, written once. */
import type { CollectionDefinition, DocumentWrite, ReadableDocuments, Where } from '../../ports/documents.ts';
import type { JsonObject, JsonValue, Position } from '../../ports/event-log.ts';

interface Entry {
  document: JsonObject | null;
  /** Last folded event. */
  position: Position | null;
  changed: boolean;
  /** No write before this batch is known. */
  isNew: boolean;
}

export class WorkingSet {
  readonly collection: CollectionDefinition;
  readonly #entries = new Map<string, Entry>();
  readonly #removals: DocumentWrite[] = [];

  constructor(collection: CollectionDefinition) {
    this.collection = collection;
  }

  /** Documents of `unwritten` batches (oldest first) are newer than the stored ones. */
  async fetch(
    ids: readonly string[],
    documents: Pick<ReadableDocuments, 'getMany'>,
    unwritten: readonly WorkingSet[],
  ): Promise<void> {
    const missing: string[] = [];
    for (const id of ids) {
      const known = newestOf(unwritten, id);
      if (known === undefined) missing.push(id);
      else this.#entries.set(id, { ...known, changed: false, isNew: false });
    }
    if (missing.length === 0) return;
    for (const { id, document, position } of await documents.getMany<JsonObject>(this.collection, missing)) {
      this.#entries.set(id, { document, position, changed: false, isNew: false });
    }
  }

  entry(id: string): Readonly<Entry> | undefined {
    return this.#entries.get(id);
  }

  get(id: string): JsonObject | null {
    return this.#entries.get(id)?.document ?? null;
  }

  /** True when the event is folded already: it is redelivered after a write whose response was lost. */
  holds(id: string, position: Position): boolean {
    const known = this.#entries.get(id)?.position ?? null;
    return known !== null && known >= position;
  }

  set(id: string, document: JsonObject | null, position: Position): void {
    const isNew = this.#entries.get(id)?.isNew ?? true;
    this.#entries.set(id, { document, position, changed: true, isNew });
  }

  /** Keeps newer documents, which were created after the removal. */
  removeWhere(where: Where, position: Position): void {
    for (const [id, { document }] of this.#entries) {
      if (document !== null && matches(document, where) && !this.holds(id, position)) this.set(id, null, position);
    }
    this.#removals.push({ kind: 'deleteWhere', where, position });
  }

  /** Removals come first, so that documents created again within the batch stay. */
  writes(): readonly DocumentWrite[] {
    const writes = [...this.#removals];
    for (const [id, { document, position, changed, isNew }] of this.#entries) {
      if (!changed || position === null) continue;
      writes.push(
        document === null ? { kind: 'delete', id, position } : { kind: 'put', id, document, position, isNew },
      );
    }
    return writes;
  }

  /** Deleted documents cannot be told from unknown ones until the store has the conditional delete. */
  get removedByCondition(): boolean {
    return this.#removals.length > 0;
  }
}

function newestOf(unwritten: readonly WorkingSet[], id: string): Readonly<Entry> | undefined {
  for (let at = unwritten.length - 1; at >= 0; at--) {
    const known = unwritten[at]?.entry(id);
    if (known !== undefined) return known;
  }
  return undefined;
}

function matches(document: JsonObject, where: Where): boolean {
  return Object.entries(where).every(([field, value]) => (document[field] as JsonValue | undefined) === value);
}
