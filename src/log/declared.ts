import type { TSchema } from 'typebox';

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/**
 * The value with only the fields that its schema declares, at any depth: what came along by chance (a passage's text beside its
 * hash) must not stand in the log, least of all in clear.
 */
export function declaredOnly(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { properties, items } = shapeFor(schema, value);
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => declaredOnly(items, item));
  if (properties === undefined) return value;
  const kept: Record<string, unknown> = {};
  for (const [field, held] of Object.entries(value)) {
    const declaration = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (declaration !== undefined) kept[field] = declaredOnly(declaration, held);
  }
  return kept;
}

/** Of a union, the alternative for objects or lists: events have at most one of each. */
function shapeFor(schema: Shape, value: object): Shape {
  const wanted = Array.isArray(value) ? 'items' : 'properties';
  return schema.anyOf?.find((alternative: Shape) => alternative[wanted] !== undefined) ?? schema;
}
