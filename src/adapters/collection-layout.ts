/** A collection of documents as every adapter sees it: what it is called and what it can be searched by. */
import type { CollectionDefinition } from '../ports/documents.ts';
import type { JsonValue } from '../ports/event-log.ts';

export interface CollectionLayout {
  /** `name@version`. */
  readonly key: string;
  /** Every field that some index names, each once. */
  readonly fields: readonly string[];
  readonly indexes: readonly (readonly string[])[];
}

/** An indexed field's value as it is stored beside the document. */
export type FieldValue = string | number | boolean | null;

/** @throws RangeError when a name in the definition is not one. */
export function makeLayout(definition: CollectionDefinition): CollectionLayout {
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
  return { key: `${name}@${version}`, fields, indexes };
}

/** @throws RangeError when no index names the field. */
export function checkField(layout: CollectionLayout, field: string): void {
  if (!layout.fields.includes(field)) throw new RangeError(`${layout.key} cannot be searched by ${field.slice(0, 80)}`);
}

/**
 * What stands in a document's JSON before the part that is shown; after it comes only the last bracket. It stands nowhere else: a
 * quote inside a text is never bare in JSON, and no field before holds others. @throws RangeError when the collection has no such part
 */
export function beforeShown({ name, shown }: CollectionDefinition): string {
  if (shown === undefined) throw new RangeError(`${name} has no part that is shown`);
  return `,${JSON.stringify(shown)}:`;
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

/** @throws RangeError: half a surrogate pair becomes the same replacement character as any other, and two ids would be one. */
export function checkId(id: string): void {
  if (!id.isWellFormed()) throw new RangeError('A document id must be well-formed Unicode');
}

/** @throws RangeError */
export function checkLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`Not a limit: ${limit}`);
}
