/** Schemas with a title stand once in the document, under `components`, and everywhere else by reference: clients get named types. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** @throws Error when two different schemas have one name */
export function shareNamedSchemas<Document extends object>(document: Document): Document {
  const named = new Map<string, Json>();
  const whole = structuredClone(document) as JsonObject;
  const { info, components, ...rest } = whole;
  const shared = share(rest, named) as JsonObject;
  const schemas = Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)));
  const result: JsonObject = { ...shared, components: { ...(components as JsonObject), schemas } };
  if (info !== undefined) result.info = info;
  return result as unknown as Document;
}

function share(value: Json, named: Map<string, Json>): Json {
  if (Array.isArray(value)) return value.map((item) => share(item, named));
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, share(part, named)]));
  const { title, ...schema } = inside;
  const isNamedSchema = typeof title === 'string' && ('type' in schema || 'enum' in schema || 'anyOf' in schema);
  if (!isNamedSchema) return inside;
  const known = named.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`Two schemas are called ${title}`);
  }
  named.set(title, schema);
  return { $ref: `#/components/schemas/${title}` };
}
