/**
 * Document store of the read models. It needs no transactions: documents carry the log position of their last write, so that a
 * replay from any checkpoint is idempotent.
 */
import type { JsonObject, JsonValue, Position } from './event-log.ts';

/** Each `version` is a collection of its own, for blue/green rebuilds. */
export interface CollectionDefinition {
  /** `[a-z][a-z0-9_]*` */
  readonly name: string;
  readonly version: number;
  /** Compound indexes: equality on the first fields, order on the last. Values are strings, numbers, booleans or null. */
  readonly indexes: readonly (readonly string[])[];
  /**
   * Field that `findRaw` returns as stored JSON: an object and the document's last field, after scalars only, because `findRaw`
   * locates it by its name alone.
   */
  readonly rawField?: string;
  /**
   * Build of the collection, from `ensureCollection`. Writers of a lost build never write into the next one. Absent: the build that
   * readers use, and in stores that only this process can write.
   */
  readonly generation?: string;
}

export type Where = { readonly [field: string]: string | number | boolean | null };

export interface FindOptions {
  readonly where: Where;
  /** Ties are broken by document id, in the same direction. Default: by id, ascending. */
  readonly orderBy?: { readonly field: string; readonly direction: 'asc' | 'desc' };
  /** Cursor: only documents strictly after it. */
  readonly after?: { readonly value: JsonValue; readonly id: string } | undefined;
  readonly limit: number;
}

/** Texts from `from` on, in the order of their bytes. */
export interface ValueRange {
  readonly field: string;
  readonly from: string;
}

export interface ValueList {
  readonly field: string;
  readonly among: readonly string[];
}

export interface FoundDocument<Document> {
  readonly id: string;
  readonly document: Document;
}

/** Stored JSON, never parsed. */
export interface RawPage {
  /** A JSON array in UTF-8. */
  readonly json: Uint8Array;
  /** Id of the page's last document in the requested order; null on the last page. */
  readonly nextId: string | null;
}

export interface RawFindOptions extends FindOptions {
  /** Lists the page's last document first. */
  readonly reversed: boolean;
}

/** Events up to `position` are already applied, even when delivered again. */
export interface PositionedDocument<Document> extends FoundDocument<Document> {
  readonly position: Position;
}

/** `position` is that of the causing event. A write older than the stored document has no effect. */
export type DocumentWrite =
  | {
      readonly kind: 'put';
      readonly id: string;
      readonly document: JsonObject;
      readonly position: Position;
      /** Hint: the store probably has no such document, so it tries an insert first. */
      readonly isNew?: boolean;
    }
  | { readonly kind: 'delete'; readonly id: string; readonly position: Position }
  /** Deletes every matching document that is not newer than `position`. */
  | { readonly kind: 'deleteWhere'; readonly where: Where; readonly position: Position };

export interface CollectionWrites {
  readonly collection: CollectionDefinition;
  readonly writes: readonly DocumentWrite[];
}

/** Identifies an event, to detect a log that was replaced. */
export interface LogPointer {
  readonly position: Position;
  /** `null` in checkpoints of older releases. */
  readonly eventId: string | null;
}

export interface Checkpoint extends LogPointer {
  /** `name@version`, or `name@version#generation` */
  readonly projection: string;
}

export interface LostReadModels {
  /** Keys of read models, as `messages@3`, whose loss this call has noticed. */
  readonly lost: readonly string[];
  /** Keys of those in use whose next generation is being built. */
  readonly rebuilding: readonly string[];
}

export interface ReadableDocuments {
  get<Document extends JsonObject>(collection: CollectionDefinition, id: string): Promise<Document | null>;
  /** Returns documents in no order; missing ones are left out. */
  getMany<Document extends JsonObject>(
    collection: CollectionDefinition,
    ids: readonly string[],
  ): Promise<readonly PositionedDocument<Document>[]>;
  find<Document extends JsonObject>(
    collection: CollectionDefinition,
    options: FindOptions,
  ): Promise<readonly FoundDocument<Document>[]>;
  /** @throws RangeError when the collection has no `rawField`; Error when a document lacks it */
  findRaw(collection: CollectionDefinition, options: RawFindOptions): Promise<RawPage>;
  count(collection: CollectionDefinition, where: Where): Promise<number>;
  /**
   * Counts documents by value of a text field, in one request; values without documents are left out. Needs an index: for a
   * range, on the fields of `where`, then this field; for a list, on this field, then those of `where`.
   */
  countByValue(
    collection: CollectionDefinition,
    where: Where,
    values: ValueRange | ValueList,
  ): Promise<ReadonlyMap<string, number>>;
  checkpoint(projection: string): Promise<LogPointer | null>;
  /** One request. Ordered as `projections`; null also for a generation that the next one has replaced. */
  checkpoints(projections: readonly string[]): Promise<readonly (LogPointer | null)[]>;
  /** The version that readers use; null before the first `activateVersion`, and while its next generation is being built. */
  activeVersion(name: string): Promise<number | null>;
  close(): Promise<void>;
}

export interface Documents extends ReadableDocuments {
  /**
   * Idempotent; call it before any other use of the definition. Returns the definition with the generation to write, a new one
   * when the former was lost.
   */
  ensureCollection(collection: CollectionDefinition): Promise<CollectionDefinition>;
  /**
   * Applies the writes in order, then advances the checkpoints. A crash may leave writes without their checkpoint, never the
   * reverse. A checkpoint never moves backwards.
   */
  write(changes: readonly CollectionWrites[], checkpoints: readonly Checkpoint[]): Promise<void>;
  activateVersion(name: string, version: number, generation?: string): Promise<void>;
  /** Deletes the documents and the checkpoint. */
  dropCollection(collection: CollectionDefinition): Promise<void>;
  /**
   * Empties a collection built from a replaced log and deletes its checkpoint; call `ensureCollection` again afterwards. Of
   * several nodes that saw the same checkpoint, one resets, so that no later write is lost.
   * @param seen the checkpoint that the log does not hold
   */
  resetCollection(collection: CollectionDefinition, seen: LogPointer): Promise<void>;
}
