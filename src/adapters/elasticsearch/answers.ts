/** Reads what an engine answered without believing that it is what was asked for. */

/** The answer came whole and is not of the promised shape. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What lies under nested keys; undefined when there is none. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) current = isObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  return current;
}

/** @throws UnexpectedAnswer when there is no string */
export function textAt(value: unknown, ...keys: readonly string[]): string {
  const found = at(value, ...keys);
  if (typeof found === 'string') return found;
  throw new UnexpectedAnswer(`a text is missing (${keys.join('.')})`);
}

/** @throws UnexpectedAnswer when there is no number */
export function numberAt(value: unknown, ...keys: readonly string[]): number {
  const found = at(value, ...keys);
  if (typeof found === 'number') return found;
  throw new UnexpectedAnswer(`a number is missing (${keys.join('.')})`);
}

/** @throws UnexpectedAnswer when there is no list */
export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = at(value, ...keys);
  if (Array.isArray(found)) return found;
  throw new UnexpectedAnswer(`a list is missing (${keys.join('.')})`);
}

const TYPE_OF_ERROR = /^[a-z_]{1,80}$/;

/** The `type` of an error, such as `mapper_parsing_exception`; empty when there is none. Its `reason` can quote documents. */
export function errorType(error: unknown): string {
  const type = at(error, 'type');
  return typeof type === 'string' && TYPE_OF_ERROR.test(type) ? type : '';
}
