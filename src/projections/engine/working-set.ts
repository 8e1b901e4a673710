/** One projection's documents while a batch of events is folded: fetched once, changed in memory, written once. */
import type { CollectionDefinition, Documents, DocumentWrite, Where } from '../../ports/documents.ts';
import type { JsonObject, JsonValue, Position } from '../../ports/event-log.ts';

interface Entry {
  document: JsonObject | null;
  /** Of the last event that is in it; null when there is none. */
  position: Position | null;
  /** Whether this batch has changed it. */
  changed: boolean;
}

export class WorkingSet {
  readonly collection: CollectionDefinition;
  readonly #entries = new Map<string, Entry>();
  readonly #removals: DocumentWrite[] = [];

  constructor(collection: CollectionDefinition) {
    this.collection = collection;
  }

  /** Fetches what the batch will read. What is still on its way to the store is taken from `ahead`, newest last. */
  async fetch(ids: readonly string[], documents: Documents, ahead: readonly WorkingSet[]): Promise<void> {
    const missing: string[] = [];
    for (const id of ids) {
      const known = newestOf(ahead, id);
      if (known === undefined) missing.push(id);
      else this.#entries.set(id, { ...known, changed: false });
    }
    if (missing.length === 0) return;
    for (const { id, document, position } of await documents.getMany<JsonObject>(this.collection, missing)) {
      this.#entries.set(id, { document, position, changed: false });
    }
  }

  entry(id: string): Readonly<Entry> | undefined {
    return this.#entries.get(id);
  }

  get(id: string): JsonObject | null {
    return this.#entries.get(id)?.document ?? null;
  }

  /** Whether the document holds the event already: it is delivered again after a write whose checkpoint, or answer, was lost. */
  holds(id: string, position: Position): boolean {
    const known = this.#entries.get(id)?.position ?? null;
    return known !== null && known >= position;
  }

  set(id: string, document: JsonObject | null, position: Position): void {
    this.#entries.set(id, { document, position, changed: true });
  }

  /** Not what is newer: it was made after the removal. */
  removeWhere(where: Where, position: Position): void {
    for (const [id, { document }] of this.#entries) {
      if (document !== null && matches(document, where) && !this.holds(id, position)) this.set(id, null, position);
    }
    this.#removals.push({ kind: 'deleteWhere', where, position });
  }

  /** Removals come first: what was removed and made again within the batch stays. */
  writes(): readonly DocumentWrite[] {
    const writes = [...this.#removals];
    for (const [id, { document, position, changed }] of this.#entries) {
      if (!changed || position === null) continue;
      writes.push(document === null ? { kind: 'delete', id, position } : { kind: 'put', id, document, position });
    }
    return writes;
  }

  /** What was removed by a condition cannot be told apart from what was never there: later reads must wait for the store. */
  get removedByCondition(): boolean {
    return this.#removals.length > 0;
  }
}

function newestOf(ahead: readonly WorkingSet[], id: string): Readonly<Entry> | undefined {
  for (let at = ahead.length - 1; at >= 0; at--) {
    const known = ahead[at]?.entry(id);
    if (known !== undefined) return known;
  }
  return undefined;
}

function matches(document: JsonObject, where: Where): boolean {
  return Object.entries(where).every(([field, value]) => (document[field] as JsonValue | undefined) === value);
}
