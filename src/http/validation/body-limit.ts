/** The size of the largest valid body. */
import type { TSchema } from 'typebox';

export const MAX_JSON_BYTES = 1024 * 1024;
/** Leaves room for unknown fields, which are dropped. */
export const MIN_BODY_LIMIT = 16 * 1024;

/** An escaped character outside the basic plane: `\ud83d\ude00`. */
const BYTES_PER_CHARACTER = 12;
const BYTES_PER_NUMBER = 24;
/** Quotes, colon, comma. */
const BYTES_PER_VALUE = 6;

interface SizedSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** Rounded up to a power of two. */
export function bodyLimitOf(schema: TSchema): number {
  const bytes = MIN_BODY_LIMIT / 2 + maxBytes(schema);
  if (bytes >= MAX_JSON_BYTES) return MAX_JSON_BYTES;
  return Math.max(MIN_BODY_LIMIT, 2 ** Math.ceil(Math.log2(bytes)));
}

/** Infinite when the schema sets no bound. */
function maxBytes(schema: TSchema): number {
  const { type, properties, items, anyOf, maxItems, maxLength, const: constant, enum: values } = schema as SizedSchema;
  if (anyOf !== undefined) return Math.max(...anyOf.map(maxBytes));
  if (values !== undefined) return Math.max(...values.map((value) => escapedBytes(String(value).length)));
  if (constant !== undefined) return escapedBytes(String(constant).length);
  if (type === 'string') return escapedBytes(maxLength ?? Number.POSITIVE_INFINITY);
  if (type === 'array') return (maxItems ?? Number.POSITIVE_INFINITY) * (items === undefined ? 0 : maxBytes(items));
  if (type !== 'object') return BYTES_PER_NUMBER;
  return Object.entries(properties ?? {}).reduce((sum, [name, property]) => {
    return sum + escapedBytes(name.length) + maxBytes(property);
  }, BYTES_PER_VALUE);
}

const escapedBytes = (characters: number): number => characters * BYTES_PER_CHARACTER + BYTES_PER_VALUE;

/** `1MB`, `64KB`. */
export const sizeName = (bytes: number): string =>
  bytes >= MAX_JSON_BYTES ? `${bytes / MAX_JSON_BYTES}MB` : `${bytes / 1024}KB`;
