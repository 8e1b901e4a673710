/**
 * Where read models live: small JSON documents by id, in named and versioned collections.
 *
 * Shaped so that a store without transactions fits: every written document carries the log position that caused it, and the
 * only promise about checkpoints is that replaying from one changes nothing.
 */
import type { JsonObject, JsonValue, Position } from './event-log.ts';

/** One physical collection. A changed `version` is another collection, built beside the one in use. */
export interface CollectionDefinition {
  /** `[a-z][a-z0-9_]*` */
  readonly name: string;
  readonly version: number;
  /**
   * What it can be searched by. Each index is a list of top-level fields: equality on the first ones, order on the last.
   * Field values are strings, numbers, booleans or null.
   */
  readonly indexes: readonly (readonly string[])[];
}

/** Of an indexed field. */
export type IndexedValue = string | number | boolean | null;

export type Where = { readonly [field: string]: IndexedValue };

export interface FindOptions {
  readonly where: Where;
  /** Ties are broken by document id, in the same direction. Default: by id, ascending. */
  readonly orderBy?: { readonly field: string; readonly direction: 'asc' | 'desc' };
  /** Only documents strictly after this one in the order asked for: the last row of the page before. */
  readonly after?: { readonly value: JsonValue; readonly id: string };
  readonly limit: number;
}

export interface Found<Document> {
  readonly id: string;
  readonly document: Document;
}

/** A document that nobody has read: to be shown as it is, most of the work of which would be to parse and to write it again. */
export interface FoundText {
  readonly id: string;
  /** As JSON, without white space, the fields in the order in which they were written. */
  readonly text: string;
  /** Of the field asked for: null when the document has none. */
  readonly value: IndexedValue;
}

/** With the position of its last write: what came before is in it already, should it be delivered again. */
export interface Placed<Document> extends Found<Document> {
  readonly position: Position;
}

/** `position` is that of the event that caused the write: a write older than what the document carries changes nothing. */
export type DocumentWrite =
  | { readonly kind: 'put'; readonly id: string; readonly document: JsonObject; readonly position: Position }
  | { readonly kind: 'delete'; readonly id: string; readonly position: Position }
  /** Deletes every document that matches and is not newer than `position`. */
  | { readonly kind: 'deleteWhere'; readonly where: Where; readonly position: Position };

export interface CollectionWrites {
  readonly collection: CollectionDefinition;
  readonly writes: readonly DocumentWrite[];
}

export interface Checkpoint {
  /** Whose progress: a projection's `name@version`. */
  readonly projection: string;
  readonly position: Position;
}

export interface Documents {
  /** Makes the collection and its indexes when they are missing. Call before anything else with that definition. */
  prepare(collection: CollectionDefinition): Promise<void>;
  get<Document extends JsonObject>(collection: CollectionDefinition, id: string): Promise<Document | null>;
  /** Those of the ids that exist, in no order. */
  getMany<Document extends JsonObject>(
    collection: CollectionDefinition,
    ids: readonly string[],
  ): Promise<readonly Placed<Document>[]>;
  find<Document extends JsonObject>(
    collection: CollectionDefinition,
    options: FindOptions,
  ): Promise<readonly Found<Document>[]>;
  /** What `find` finds, unread. @param options.field an indexed field whose value comes with each text */
  findText(
    collection: CollectionDefinition,
    options: FindOptions & { readonly field: string },
  ): Promise<readonly FoundText[]>;
  count(collection: CollectionDefinition, where: Where): Promise<number>;
  /**
   * Writes in the order given, then moves the checkpoints. A crash in between may leave writes without their checkpoint,
   * never a checkpoint without its writes. A checkpoint never moves backwards.
   */
  write(changes: readonly CollectionWrites[], checkpoints: readonly Checkpoint[]): Promise<void>;
  checkpoint(projection: string): Promise<Position | null>;
  /** The version of the collection that readers are to use; null before the first `activate`. */
  activeVersion(name: string): Promise<number | null>;
  activate(name: string, version: number): Promise<void>;
  /** Removes the collection's documents and the checkpoint of `name@version`. */
  drop(collection: CollectionDefinition): Promise<void>;
  close(): Promise<void>;
}
