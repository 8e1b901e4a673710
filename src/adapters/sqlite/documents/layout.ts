/**
 * How a collection lies in documents.db: one table for each version, `"messages@3"`, with the document as JSON text, the position
 * that wrote it, and one column for each indexed field.
 */
import type { CollectionDefinition } from '../../../ports/documents.ts';
import type { JsonValue } from '../../../ports/event-log.ts';

export interface CollectionLayout {
  /** `name@version`. */
  readonly key: string;
  /** The table's name, quoted. */
  readonly table: string;
  /** Every field that some index names, each once. */
  readonly fields: readonly string[];
  readonly indexes: readonly (readonly string[])[];
}

/** A field's value on its way to the thread. */
export type FieldValue = string | number | boolean | null;

const layouts = new WeakMap<CollectionDefinition, CollectionLayout>();

/** @throws RangeError when a name in the definition is not one. */
export function layoutOf(definition: CollectionDefinition): CollectionLayout {
  const known = layouts.get(definition);
  if (known !== undefined) return known;
  const layout = makeLayout(definition);
  layouts.set(definition, layout);
  return layout;
}

function makeLayout(definition: CollectionDefinition): CollectionLayout {
  const { name, version, indexes } = definition;
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new RangeError(`Not a collection name: ${name.slice(0, 80)}`);
  if (!Number.isSafeInteger(version) || version < 0) throw new RangeError(`Not a version of ${name}: ${version}`);
  const fields = [...new Set(indexes.flat())];
  for (const field of fields) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(field)) {
      throw new RangeError(`Not a field ${name} can be searched by: ${field.slice(0, 80)}`);
    }
  }
  // SQLite's column names ignore case.
  if (new Set(fields.map((field) => field.toLowerCase())).size < fields.length) {
    throw new RangeError(`Fields of ${name} differ only in case: ${fields.join(', ')}`);
  }
  const key = `${name}@${version}`;
  return { key, table: `"${key}"`, fields, indexes };
}

/** The field's column, quoted. @throws RangeError when no index names the field. */
export function columnOf(layout: CollectionLayout, field: string): string {
  if (!layout.fields.includes(field)) throw new RangeError(`${layout.key} cannot be searched by ${field.slice(0, 80)}`);
  return `"field ${field}"`;
}

/** @throws RangeError for a list or an object. A field that is missing is null. */
export function fieldValue(layout: CollectionLayout, field: string, value: JsonValue | undefined): FieldValue {
  if (value === undefined || value === null) return null;
  // As JSON would write them.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'object')
    throw new RangeError(`${layout.key} is searched by ${field}, which is no single value`);
  return value;
}

const falseInColumn = Uint8Array.of(0);
const trueInColumn = Uint8Array.of(1);

/**
 * SQLite has no booleans. As blobs they equal no number and sort after all else: null, numbers, strings, booleans is also
 * MongoDB's order.
 */
export function columnValue(value: FieldValue): string | number | Uint8Array | null {
  if (typeof value !== 'boolean') return value;
  return value ? trueInColumn : falseInColumn;
}

/** The same in SQL, of a document that is already stored. */
export function columnFromDocument(field: string): string {
  const path = `'$."${field}"'`;
  return `CASE json_type(document, ${path})
    WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' WHEN 'null' THEN NULL ELSE json_extract(document, ${path}) END`;
}
