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
  /**
   * The part of each document that is shown word for word: its last field, an object. The fields before it are texts without
   * anything inside, numbers, booleans or null: `findShown` looks for this one by its name alone.
   */
  readonly shown?: string;
}

export type Where = { readonly [field: string]: string | number | boolean | null };

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

/** A page of what documents show, ready to be sent: most of the work would else be to parse it and to write it again. */
export interface ShownPage {
  /** JSON of a list, in UTF-8. */
  readonly list: Uint8Array;
  /** Id of the page's last document in the order asked for, when there are more after it. */
  readonly more: string | null;
}

export interface ShowOptions extends FindOptions {
  /** Whether the list begins with the page's last document. */
  readonly reversed: boolean;
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
  /** What the documents show that `find` finds. @throws RangeError when the collection has no such part; Error when a document has none */
  findShown(collection: CollectionDefinition, options: ShowOptions): Promise<ShownPage>;
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
