import type { CollectionDefinition } from '../../ports/documents.ts';
import type { JsonValue } from '../../ports/event-log.ts';

export interface CollectionLayout {
  /** `name@version` */
  readonly key: string;
  /** Distinct fields of all indexes. */
  readonly fields: readonly string[];
  readonly indexes: readonly (readonly string[])[];
}

export type FieldValue = string | number | boolean | null;

/** @throws RangeError for an invalid name in the definition */
export function makeLayout(definition: CollectionDefinition): CollectionLayout {
  const { name, version, indexes } = definition;
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new RangeError(`Not a collection name: ${name.slice(0, 80)}`);
  if (!Number.isSafeInteger(version) || version < 0) throw new RangeError(`Not a version of ${name}: ${version}`);
  const fields = [...new Set(indexes.flat())];
  for (const field of fields) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(field)) {
      throw new RangeError(`Invalid index field of ${name}: ${field.slice(0, 80)}`);
    }
  }
  // SQLite column names are case-insensitive.
  if (new Set(fields.map((field) => field.toLowerCase())).size < fields.length) {
    throw new RangeError(`Fields of ${name} differ only in case: ${fields.join(', ')}`);
  }
  return { key: `${name}@${version}`, fields, indexes };
}

/** @throws RangeError when no index names the field */
export function checkField(layout: CollectionLayout, field: string): void {
  if (!layout.fields.includes(field)) throw new RangeError(`${layout.key} cannot be searched by ${field.slice(0, 80)}`);
}

/**
 * JSON before the raw field, which only the closing bracket follows. It occurs nowhere else, because JSON strings escape quotes
 * and no earlier field nests objects.
 * @throws RangeError when the collection has no raw field
 */
export function rawFieldPrefix({ name, rawField }: CollectionDefinition): string {
  if (rawField === undefined) throw new RangeError(`${name} has no raw field`);
  return `,${JSON.stringify(rawField)}:`;
}

/** @throws RangeError for an array or object. A missing field is null. */
export function fieldValue(layout: CollectionLayout, field: string, value: JsonValue | undefined): FieldValue {
  if (value === undefined || value === null) return null;
  // JSON writes other numbers as null.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'object')
    throw new RangeError(`${layout.key} is searched by ${field}, which does not hold a single value`);
  return value;
}

/** @throws RangeError for a lone surrogate: stored as a replacement character, it could make two ids one */
export function checkId(id: string): void {
  if (!id.isWellFormed()) throw new RangeError('A document id must be well-formed Unicode');
}

/** @throws RangeError */
export function checkLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`Not a limit: ${limit}`);
}
