/**
 * How a document lies in MongoDB: one collection for each version, `messages.v3`, of
 *
 *     { _id, position, fields: { <indexed field>: value }, document: '<JSON>' }
 *
 * The document is JSON text because BSON cannot hold every JSON: not NUL in a field's name, nor 100 levels; and it would read some
 * as something else (`{ "$ref": …, "$id": … }`, `_bsontype`). What it is searched by stands beside it, in MongoDB's own types, whose
 * order is the port's: null, numbers, strings by their bytes, booleans.
 *
 * A deleted document leaves `{ _id, position, deletedOn }`, see tombstones.ts.
 */
import type { Collection, Db, Filter, IndexDescription } from 'mongodb';
import type { CollectionDefinition, Where } from '../../../ports/documents.ts';
import type { JsonObject } from '../../../ports/event-log.ts';
import { type CollectionLayout, checkField, type FieldValue, fieldValue, makeLayout } from '../../collection-layout.ts';

export interface StoredDocument {
  _id: string;
  /** Of the write it comes from. */
  position: bigint;
  fields?: Readonly<Record<string, FieldValue>>;
  document?: string;
  /** Only of a deleted one. */
  deletedOn?: Date;
}

export interface MongoLayout extends CollectionLayout {
  /** The collection's name in MongoDB. */
  readonly collection: string;
}

const layouts = new WeakMap<CollectionDefinition, MongoLayout>();

/** @throws RangeError when a name in the definition is not one. */
export function layoutOf(definition: CollectionDefinition): MongoLayout {
  const known = layouts.get(definition);
  if (known !== undefined) return known;
  const layout = { ...makeLayout(definition), collection: `${definition.name}.v${definition.version}` };
  layouts.set(definition, layout);
  return layout;
}

export function collectionOf(db: Db, layout: MongoLayout): Collection<StoredDocument> {
  return db.collection<StoredDocument>(layout.collection);
}

/** Where an indexed field lies. @throws RangeError when no index names it. */
export function pathOf(layout: MongoLayout, field: string): string {
  checkField(layout, field);
  return `fields.${field}`;
}

/** Equality on the first fields, order on the last, ties by id. */
export function indexesOf(layout: MongoLayout): readonly IndexDescription[] {
  const searched = layout.indexes.map((index) => ({
    name: index.join(','),
    key: Object.fromEntries([...index.map((field) => [pathOf(layout, field), 1]), ['_id', 1]]),
  }));
  return [...searched, { name: 'tombstones', key: { deletedOn: 1 }, sparse: true }];
}

/** @throws RangeError for an indexed field that holds a list or an object. */
export function fieldsOf(layout: MongoLayout, document: JsonObject): Record<string, FieldValue> {
  return Object.fromEntries(layout.fields.map((field) => [field, fieldValue(layout, field, document[field])]));
}

/** Documents that match, and no tombstones. @throws RangeError when no index names a field. */
export function filterOf(layout: MongoLayout, where: Where): Filter<StoredDocument> {
  const conditions = Object.entries(where).map(([field, value]) => ({
    path: pathOf(layout, field),
    value: fieldValue(layout, field, value),
  }));
  const filter = Object.fromEntries(conditions.map(({ path, value }) => [path, value]));
  // A tombstone has no fields, so a value that is not null excludes it, and the index alone answers.
  const excludesTombstones = conditions.some(({ value }) => value !== null);
  return excludesTombstones ? filter : { ...filter, document: { $exists: true } };
}
