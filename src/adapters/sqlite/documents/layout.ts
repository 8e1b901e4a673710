/**
 * How a collection lies in documents.db: one table for each version, `"messages@3"`, with the document as JSON text, the position
 * that wrote it, and one column for each indexed field.
 */
import type { CollectionDefinition } from '../../../ports/documents.ts';
import { type CollectionLayout, checkField, type FieldValue, makeLayout } from '../../collection-layout.ts';

export interface TableLayout extends CollectionLayout {
  /** The table's name, quoted. */
  readonly table: string;
}

const layouts = new WeakMap<CollectionDefinition, TableLayout>();

/** @throws RangeError when a name in the definition is not one. */
export function layoutOf(definition: CollectionDefinition): TableLayout {
  const known = layouts.get(definition);
  if (known !== undefined) return known;
  const common = makeLayout(definition);
  const layout = { ...common, table: `"${common.key}"` };
  layouts.set(definition, layout);
  return layout;
}

/** The field's column, quoted. @throws RangeError when no index names the field. */
export function columnOf(layout: CollectionLayout, field: string): string {
  checkField(layout, field);
  return `"field ${field}"`;
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
