/** One table per version, `"messages@3"`, with the document as JSON, the position that wrote it, and a column per indexed field. */
import type { CollectionDefinition } from '../../../ports/documents.ts';
import { type CollectionLayout, checkField, type FieldValue, makeLayout } from '../../shared/collection-layout.ts';

export interface TableLayout extends CollectionLayout {
  readonly table: string;
}

const layouts = new WeakMap<CollectionDefinition, TableLayout>();

/** @throws RangeError for an invalid name in the definition */
export function layoutOf(definition: CollectionDefinition): TableLayout {
  const known = layouts.get(definition);
  if (known !== undefined) return known;
  const common = makeLayout(definition);
  const layout = { ...common, table: `"${common.key}"` };
  layouts.set(definition, layout);
  return layout;
}

/** @throws RangeError when no index names the field */
export function columnOf(layout: CollectionLayout, field: string): string {
  checkField(layout, field);
  return `"field ${field}"`;
}

const FALSE_IN_COLUMN = Uint8Array.of(0);
const TRUE_IN_COLUMN = Uint8Array.of(1);

/** SQLite has no booleans. Blobs equal no number and sort last: null, numbers, strings, booleans, as in MongoDB. */
export function columnValue(value: FieldValue): string | number | Uint8Array | null {
  if (typeof value !== 'boolean') return value;
  return value ? TRUE_IN_COLUMN : FALSE_IN_COLUMN;
}

export function columnFromDocument(field: string): string {
  const path = `'$."${field}"'`;
  return `CASE json_type(document, ${path})
    WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' WHEN 'null' THEN NULL ELSE json_extract(document, ${path}) END`;
}
