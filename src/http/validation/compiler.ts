/** Checks requests against the TypeBox schemas of their routes. Unknown fields are dropped, wrong types are refused. */
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';

interface Fault {
  readonly instancePath: string;
  readonly message: string;
  readonly keyword: string;
  readonly schemaPath: string;
  readonly params: Record<string, unknown>;
}

/**
 * Bodies are taken as they are, without what nobody knows: they may be stored. In the address everything is text, so what should be a
 * number is read as one.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // Compiled with the first request: a start need not wait for all of them.
  let validator: ReturnType<typeof Compile> | undefined;
  return (received: unknown) => {
    validator ??= Compile(schema);
    const known: unknown = httpPart === 'body' ? validator.Clean(received) : knownInAddress(schema, received);
    if (!validator.Check(known)) return { error: faultsOf(validator.Errors(known)) };
    const broken = brokenTexts(known, '');
    return broken.length === 0 ? { value: known } : { error: broken };
  };
};

/** `?limit=5` as 5; anything that is not written as a whole number stays what it is, and is refused. */
function knownInAddress(schema: TSchema, received: unknown): unknown {
  const { properties } = schema as { properties?: Record<string, { type?: string }> };
  if (properties === undefined || typeof received !== 'object' || received === null) return received;
  const known: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    if (!Object.hasOwn(received, name)) continue;
    const value: unknown = Reflect.get(received, name);
    known[name] = type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  }
  return known;
}

/** Halves of surrogate pairs, which JSON can spell: no store keeps them, so that two session ids could become one. */
function brokenTexts(value: unknown, instancePath: string): Fault[] {
  if (typeof value === 'string') {
    const fault = { message: 'must be well-formed Unicode', keyword: 'wellFormed', schemaPath: '', params: {} };
    return value.isWellFormed() ? [] : [{ instancePath, ...fault }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => brokenTexts(part, `${instancePath}/${name}`));
}

/** One fault a place: a missing field is named by its own path, and a union says once that nothing of it fits. */
function faultsOf(errors: readonly TLocalizedValidationError[]): Fault[] {
  const faults = errors.flatMap((error): Fault[] => {
    const { instancePath, message, keyword, schemaPath } = error;
    const params = error.params as Record<string, unknown>;
    if (error.keyword !== 'required') return [{ instancePath, message, keyword, schemaPath, params }];
    return error.params.requiredProperties.map((name) => {
      return { instancePath: `${instancePath}/${name}`, message: 'is required', keyword, schemaPath, params };
    });
  });
  const byPath = new Map(faults.map((fault) => [fault.instancePath, fault]));
  return [...byPath.values()];
}
