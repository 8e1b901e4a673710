/**
 * Document store of the read models: small JSON documents by id, in named and versioned collections. It asks for no transactions:
 * every document carries the log position of its last write, so that a replay from any checkpoint is idempotent.
 */
import type { JsonObject, JsonValue, Position } from './event-log.ts';

/** A physical collection. Each `version` is a collection of its own, for blue/green rebuilds. */
export interface CollectionDefinition {
  /** `[a-z][a-z0-9_]*` */
  readonly name: string;
  readonly version: number;
  /**
   * Compound indexes on top-level fields: equality on the first ones, order on the last. Indexed values are strings, numbers,
   * booleans or null.
   */
  readonly indexes: readonly (readonly string[])[];
  /**
   * Field that `findRaw` returns as stored JSON. It is the document's last field and an object; the fields before it are scalars,
   * because `findRaw` locates it by its name alone.
   */
  readonly rawField?: string;
}

export type Where = { readonly [field: string]: string | number | boolean | null };

export interface FindOptions {
  readonly where: Where;
  /** Ties are broken by document id, in the same direction. Default: by id, ascending. */
  readonly orderBy?: { readonly field: string; readonly direction: 'asc' | 'desc' };
  /** Cursor: only documents strictly after this one in the requested order. */
  readonly after?: { readonly value: JsonValue; readonly id: string };
  readonly limit: number;
}

export interface FoundDocument<Document> {
  readonly id: string;
  readonly document: Document;
}

/** A page of raw fields as JSON, which saves parsing and serialising them again. */
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

/** A document with the position of its last write. Events up to there are already applied, even when delivered again. */
export interface PositionedDocument<Document> extends FoundDocument<Document> {
  readonly position: Position;
}

/** `position` is that of the causing event. A write older than the stored document's position has no effect. */
export type DocumentWrite =
  | { readonly kind: 'put'; readonly id: string; readonly document: JsonObject; readonly position: Position }
  | { readonly kind: 'delete'; readonly id: string; readonly position: Position }
  /** Deletes every document that matches and is not newer than `position`. */
  | { readonly kind: 'deleteWhere'; readonly where: Where; readonly position: Position };

export interface CollectionWrites {
  readonly collection: CollectionDefinition;
  readonly writes: readonly DocumentWrite[];
}

/** Identifies an event of the log; detects a log that was replaced. */
export interface LogPointer {
  /** Position of the last applied event. */
  readonly position: Position;
  /** Id of that event; null in checkpoints of older releases. */
  readonly eventId: string | null;
}

export interface Checkpoint extends LogPointer {
  /** `name@version` */
  readonly projection: string;
}

export interface Documents {
  /** Creates the collection and its indexes when missing. Call it before any other use of the definition. */
  ensureCollection(collection: CollectionDefinition): Promise<void>;
  get<Document extends JsonObject>(collection: CollectionDefinition, id: string): Promise<Document | null>;
  /** Returns the documents that exist, in no order. */
  getMany<Document extends JsonObject>(
    collection: CollectionDefinition,
    ids: readonly string[],
  ): Promise<readonly PositionedDocument<Document>[]>;
  find<Document extends JsonObject>(
    collection: CollectionDefinition,
    options: FindOptions,
  ): Promise<readonly FoundDocument<Document>[]>;
  /** Finds as `find` does. @throws RangeError when the collection has no `rawField`; Error when a document lacks it */
  findRaw(collection: CollectionDefinition, options: RawFindOptions): Promise<RawPage>;
  count(collection: CollectionDefinition, where: Where): Promise<number>;
  /**
   * Applies the writes in order, then advances the checkpoints. A crash may leave writes without their checkpoint, never the
   * reverse. A checkpoint never moves backwards.
   */
  write(changes: readonly CollectionWrites[], checkpoints: readonly Checkpoint[]): Promise<void>;
  checkpoint(projection: string): Promise<LogPointer | null>;
  /** The version that readers use; null before the first `activateVersion`. */
  activeVersion(name: string): Promise<number | null>;
  activateVersion(name: string, version: number): Promise<void>;
  /** Deletes the collection's documents and the checkpoint of `name@version`. */
  dropCollection(collection: CollectionDefinition): Promise<void>;
  /**
   * Empties a collection built from a replaced log and deletes its checkpoint. When several nodes saw the same checkpoint, one
   * resets and the others wait, so that no later write is lost. Call `ensureCollection` again afterwards.
   * @param seen the checkpoint that the log does not hold
   */
  resetCollection(collection: CollectionDefinition, seen: LogPointer): Promise<void>;
  close(): Promise<void>;
}
