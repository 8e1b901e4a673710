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

/** Bodies are taken as they are; in the address everything is text, so what should be a number is read as one. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // Compiled with the first request: a start need not wait for all of them.
  let validator: ReturnType<typeof Compile> | undefined;
  return (received: unknown) => {
    validator ??= Compile(schema);
    const value = httpPart === 'body' ? received : withNumbers(schema, received);
    const known: unknown = validator.Clean(value);
    if (!validator.Check(known)) return { error: faultsOf(validator.Errors(known)) };
    const broken = brokenTexts(known, '');
    return broken.length === 0 ? { value: known } : { error: broken };
  };
};

/** `?limit=5` as 5; anything that is not written as a whole number stays what it is, and is refused. */
function withNumbers(schema: TSchema, received: unknown): unknown {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  if (typeof received !== 'object' || received === null) return received;
  const entries = Object.entries(received).map(([name, value]) => {
    const wholeNumber = properties[name]?.type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value);
    return [name, wholeNumber ? Number(value) : value];
  });
  return Object.fromEntries(entries);
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
