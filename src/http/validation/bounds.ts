/** Drops unknown fields and checks size bounds before validation. */
import type { TRefinement, TSchema } from 'typebox';
import type { Fault } from './faults.ts';

interface BoundedSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly '~refine'?: readonly TRefinement[];
}

interface Known {
  /** Without unknown fields. Values that break a bound are undefined. */
  readonly value: unknown;
  readonly broken: readonly Fault[];
}

/** The schema bounds the cost, whatever the size of the value. */
export function dropUnknownFields(schema: TSchema, received: unknown): Known {
  const broken: Fault[] = [];
  return { value: knownAt(schema, received, '', broken), broken };
}

function knownAt(schema: TSchema, value: unknown, path: string, broken: Fault[]): unknown {
  const { type, properties, items, anyOf, maxItems } = schema as BoundedSchema;
  if (anyOf !== undefined) {
    const fitting = anyOf.find((alternative) => (alternative as BoundedSchema).type === typeName(value));
    return fitting === undefined ? value : knownAt(fitting, value, path, broken);
  }
  // Validation refuses a value of another type without walking it.
  if (type !== typeName(value)) return value;
  if (typeof value === 'string') {
    const message = textFault(value, schema);
    if (message === null) return value;
    broken.push({ instancePath: path, message });
    return undefined;
  }
  if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems) {
      broken.push({ instancePath: path, message: `must not have more than ${maxItems} items` });
      return undefined;
    }
    return items === undefined ? value : value.map((item, index) => knownAt(items, item, `${path}/${index}`, broken));
  }
  if (typeof value !== 'object' || value === null || properties === undefined) return value;
  const known: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) {
      known[name] = knownAt(property, Reflect.get(value, name), `${path}/${name}`, broken);
    }
  }
  return known;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A refinement's message is more specific than those of other keywords. */
function textFault(text: string, schema: BoundedSchema): string | null {
  const { maxLength = Number.POSITIVE_INFINITY, '~refine': rules = [] } = schema;
  if (isLonger(text, maxLength)) return `must not have more than ${maxLength} characters`;
  return rules.find((rule) => !rule.check(text))?.error(text) ?? null;
}

/** Counts code points, as JSON Schema does. Each has at most two UTF-16 units. */
function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || [...text].length > max;
}
