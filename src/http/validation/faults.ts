import type { TLocalizedValidationError } from 'typebox/error';

/** `instancePath` is a JSON pointer. */
export interface Fault {
  readonly instancePath: string;
  readonly message: string;
}

/** The shape that Fastify expects of a validation error. */
export interface FastifyFault extends Fault {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly params: Record<string, unknown>;
}

const MAX_FAULTS = 8;

export const toFastify = (faults: readonly Fault[]): FastifyFault[] =>
  faults.slice(0, MAX_FAULTS).map((fault) => ({ ...fault, keyword: '', schemaPath: '', params: {} }));

/** One fault per path. A missing field has its own path. A broken bound replaces the errors that follow from it. */
export function faultsOf(errors: readonly TLocalizedValidationError[], broken: readonly Fault[]): Fault[] {
  const faults = errors.flatMap((error) => (error.keyword === 'anyOf' ? unionFault(error, errors) : faultOf(error)));
  const byPath = new Map([...faults, ...broken].map((fault) => [fault.instancePath, fault]));
  return [...byPath.values()];
}

/** Reports the fault of the alternative of the value's type, or else the types allowed. */
function unionFault({ instancePath }: TLocalizedValidationError, errors: readonly TLocalizedValidationError[]): Fault {
  const alternatives = errors.filter((error) => error.instancePath === instancePath && error.keyword !== 'anyOf');
  const sameType = alternatives.find(({ keyword }) => keyword !== 'type');
  const types = alternatives.flatMap((error) => (error.keyword === 'type' ? error.params.type : []));
  return { instancePath, message: sameType?.message ?? mustBe(types) };
}

function faultOf(error: TLocalizedValidationError): Fault[] {
  const { instancePath } = error;
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => {
        return { instancePath: `${instancePath}/${name}`, message: 'is required' };
      });
    case 'type':
      return [{ instancePath, message: mustBe([error.params.type].flat()) }];
    case 'enum':
      return [{ instancePath, message: oneOf(error.params.allowedValues) }];
    case 'const':
      return [{ instancePath, message: oneOf([error.params.allowedValue]) }];
    case 'minLength':
      return [{ instancePath, message: error.params.limit === 1 ? 'must not be empty' : error.message }];
    case 'minimum':
      return [{ instancePath, message: `must be at least ${error.params.limit}` }];
    case 'maximum':
      return [{ instancePath, message: `must be at most ${error.params.limit}` }];
    default:
      return [{ instancePath, message: error.message }];
  }
}

const mustBe = (types: readonly string[]): string =>
  `must be ${types.map((type) => (type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`)).join(' or ')}`;

const oneOf = (values: readonly unknown[]): string => `must be one of: ${values.map(String).join(', ')}`;
