import type { TSchema } from 'typebox';

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/**
 * Keeps only the fields that the schema declares, at any depth. Others, such as a passage's text beside its hash, must not
 * enter the log in clear.
 */
export function pickDeclared(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { properties, items } = shapeFor(schema, value);
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => pickDeclared(items, item));
  if (properties === undefined) return value;
  const declared: Record<string, unknown> = {};
  for (const [field, held] of Object.entries(value)) {
    const declaration = Object.hasOwn(properties, field) ? properties[field] : undefined;
    // JSON has no undefined fields, and an event passed on from memory must equal the one read from the log.
    if (declaration !== undefined && held !== undefined) declared[field] = pickDeclared(declaration, held);
  }
  return declared;
}

/** Events have at most one alternative for objects and one for arrays. */
function shapeFor(schema: Shape, value: object): Shape {
  const wanted = Array.isArray(value) ? 'items' : 'properties';
  return schema.anyOf?.find((alternative: Shape) => alternative[wanted] !== undefined) ?? schema;
}
