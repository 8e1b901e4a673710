/**
 * Each version of a read model has a collection, such as `messages.v3` (see generations.ts), of
 *
 *     { _id, position, fields: { <indexed field>: value }, document: '<JSON>' }
 *
 * The document is JSON text because BSON cannot hold all JSON: no NUL in field names, no 100 levels, and it reinterprets some
 * objects (`{ "$ref": …, "$id": … }`, `_bsontype`). Indexed fields are copied beside it in MongoDB's types, whose order is the
 * port's: null, numbers, strings by their bytes, booleans.
 *
 * A deleted document leaves `{ _id, position, deletedOn }`, see tombstones.ts.
 */
import type { Collection, Db, Filter, IndexDescription } from 'mongodb';
import type { CollectionDefinition, Where } from '../../../ports/documents.ts';
import type { JsonObject } from '../../../ports/event-log.ts';
import {
  type CollectionLayout,
  checkField,
  type FieldValue,
  fieldValue,
  makeLayout,
} from '../../shared/collection-layout.ts';

export interface StoredDocument {
  _id: string;
  /** Log position of the last write. */
  position: bigint;
  fields?: Readonly<Record<string, FieldValue>>;
  document?: string;
  /** Present only in tombstones. */
  deletedOn?: Date;
}

export interface MongoLayout extends CollectionLayout {
  readonly generation: string;
  readonly collection: string;
}

const LAYOUTS = new WeakMap<CollectionDefinition, Map<string, MongoLayout>>();

/**
 * @param generation empty for the first one
 * @throws RangeError for an invalid name in the definition
 */
export function layoutOf(definition: CollectionDefinition, generation: string): MongoLayout {
  const known = LAYOUTS.get(definition) ?? new Map<string, MongoLayout>();
  const cached = known.get(generation);
  if (cached !== undefined) return cached;
  const layout = makeLayout(definition);
  const inMongo = { ...layout, generation, collection: collectionNamed(layout.key, generation) };
  LAYOUTS.set(definition, known.set(generation, inMongo));
  return inMongo;
}

/**
 * As `messages.v3`, or `messages.1f2e3d4c.v3` in a later generation.
 * @param key as `messages@3`
 */
export const collectionNamed = (key: string, generation: string): string =>
  key.replace('@', generation === '' ? '.v' : `.${generation}.v`);

export const checkpointNamed = (key: string, generation: string): string =>
  generation === '' ? key : `${key}#${generation}`;

export function collectionOf(db: Db, layout: MongoLayout): Collection<StoredDocument> {
  return db.collection<StoredDocument>(layout.collection);
}

/** @throws RangeError when no index names the field */
export function pathOf(layout: MongoLayout, field: string): string {
  checkField(layout, field);
  return `fields.${field}`;
}

export function indexesOf(layout: MongoLayout): readonly IndexDescription[] {
  const searched = layout.indexes.map((index) => ({
    name: index.join(','),
    key: Object.fromEntries([...index.map((field) => [pathOf(layout, field), 1]), ['_id', 1]]),
  }));
  return [...searched, { name: 'tombstones', key: { deletedOn: 1 }, sparse: true }];
}

/** @throws RangeError for an indexed field that holds an array or an object */
export function fieldsOf(layout: MongoLayout, document: JsonObject): Record<string, FieldValue> {
  return Object.fromEntries(layout.fields.map((field) => [field, fieldValue(layout, field, document[field])]));
}

/** Never matches tombstones. @throws RangeError when no index names a field */
export function filterOf(layout: MongoLayout, where: Where): Filter<StoredDocument> {
  const conditions = Object.entries(where).map(([field, value]) => ({
    path: pathOf(layout, field),
    value: fieldValue(layout, field, value),
  }));
  const filter = Object.fromEntries(conditions.map(({ path, value }) => [path, value]));
  // A tombstone has no fields, so any non-null value excludes it and the index alone suffices.
  const excludesTombstones = conditions.some(({ value }) => value !== null);
  return excludesTombstones ? filter : { ...filter, document: { $exists: true } };
}

/** @throws Error that names the document and quotes nothing of it, when it is no JSON */
export function parseDocument<Document extends JsonObject>(
  { collection }: MongoLayout,
  id: string,
  json: string,
): Document {
  try {
    return JSON.parse(json) as Document;
  } catch {
    const place = `The document ${id} of the MongoDB collection ${collection}`;
    throw new Error(`${place} is no JSON: drop the collection, and the nodes build it again from the log`);
  }
}
