import type { Json } from './json.ts';

interface Exemplary {
  readonly examples?: readonly Json[];
  readonly default?: Json;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly Exemplary[];
  readonly type?: string;
  readonly items?: Exemplary;
  readonly properties?: Readonly<Record<string, Exemplary>>;
  readonly minimum?: number;
}

/**
 * The schema's first example, or one composed from its parts: the first alternative, one item of a list, every field of an
 * object.
 * @throws Error for a string schema without an example
 */
export function exampleOf(schema: object): Json {
  return exampleFrom(schema as Exemplary);
}

function exampleFrom(schema: Exemplary): Json {
  const own = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (own !== undefined) return own;
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return exampleFrom(first);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [name, exampleFrom(part)]),
      );
    case 'array':
      return schema.items === undefined ? [] : [exampleFrom(schema.items)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      throw new Error(`A schema has no example: ${JSON.stringify(schema)}`);
  }
}
