import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { dropUnknownFields } from './bounds.ts';
import { type Fault, faultsOf, toFastify } from './faults.ts';

/**
 * Drops unknown fields. Coerces query and path values, but no body values, as they may be stored. Size bounds are checked first, so that
 * validation never sees more than the schema allows.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // Compiled on first use, for a fast start.
  let validator: ReturnType<typeof Compile> | undefined;
  return (received: unknown) => {
    validator ??= Compile(schema);
    const { value, broken } = dropUnknownFields(schema, httpPart === 'body' ? received : coerced(schema, received));
    if (broken.length > 0 || !validator.Check(value)) {
      return { error: toFastify(faultsOf(validator.Errors(value), broken)) };
    }
    const malformed = malformedTexts(value, '');
    return malformed.length === 0 ? { value } : { error: toFastify(malformed) };
  };
};

/** Reads `?limit=5` as 5, `?takenOver=true` as true, and one value of a list as a list. Other spellings stay text and fail validation. */
function coerced(schema: TSchema, received: unknown): unknown {
  const { properties } = schema as { properties?: Record<string, { type?: string }> };
  if (properties === undefined || typeof received !== 'object' || received === null) return received;
  const values: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    if (Object.hasOwn(received, name)) values[name] = coercedTo(type, Reflect.get(received, name));
  }
  return values;
}

function coercedTo(type: string | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return type === 'array' ? [value] : value;
}

/** JSON can express lone surrogates. No store keeps them, so two session ids could become one. */
function malformedTexts(value: unknown, instancePath: string): Fault[] {
  if (typeof value === 'string') {
    return value.isWellFormed() ? [] : [{ instancePath, message: 'must be well-formed Unicode' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => malformedTexts(part, `${instancePath}/${name}`));
}
