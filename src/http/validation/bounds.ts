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

function knownAt(schema: BoundedSchema, value: unknown, path: string, broken: Fault[]): unknown {
  if (schema.anyOf !== undefined) {
    const alternatives: readonly BoundedSchema[] = schema.anyOf;
    const fitting = alternatives.find(({ type }) => type === typeName(value));
    return fitting === undefined ? value : knownAt(fitting, value, path, broken);
  }
  // Validation refuses a value of another type without walking it.
  if (schema.type !== typeName(value)) return value;
  const fault = boundFault(schema, value);
  if (fault !== null) {
    broken.push({ instancePath: path, message: fault });
    return undefined;
  }
  const { properties, items } = schema;
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item, index) => knownAt(items, item, `${path}/${index}`, broken));
  }
  if (typeof value !== 'object' || value === null || properties === undefined) return value;
  const names = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(
    names.map(([name, property]) => [name, knownAt(property, Reflect.get(value, name), `${path}/${name}`, broken)]),
  );
}

function boundFault(schema: BoundedSchema, value: unknown): string | null {
  if (typeof value === 'string') return textFault(value, schema);
  const { maxItems = Number.POSITIVE_INFINITY } = schema;
  return Array.isArray(value) && value.length > maxItems ? `must not have more than ${maxItems} items` : null;
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
