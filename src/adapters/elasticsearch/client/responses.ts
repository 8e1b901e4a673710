import { isObject } from '../../../lib/is-object.ts';

/** The response is complete but has an unexpected shape. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';
}

/** Member of nested objects. Returns undefined when it is absent. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) current = isObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  return current;
}

/** @throws UnexpectedResponse */
export function textAt(value: unknown, ...keys: readonly string[]): string {
  const found = valueAt(value, ...keys);
  if (typeof found === 'string') return found;
  throw new UnexpectedResponse(`expected a string at (${keys.join('.')})`);
}

/** @throws UnexpectedResponse */
export function numberAt(value: unknown, ...keys: readonly string[]): number {
  const found = valueAt(value, ...keys);
  if (typeof found === 'number') return found;
  throw new UnexpectedResponse(`expected a number at (${keys.join('.')})`);
}

/** @throws UnexpectedResponse */
export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...keys);
  if (Array.isArray(found)) return found;
  throw new UnexpectedResponse(`expected an array at (${keys.join('.')})`);
}

const TYPE_OF_ERROR = /^[a-z_]{1,80}$/;

/** The `type`, such as `mapper_parsing_exception`, or an empty string. Never the `reason`, which can quote documents. */
export function errorType(error: unknown): string {
  const type = valueAt(error, 'type');
  return typeof type === 'string' && TYPE_OF_ERROR.test(type) ? type : '';
}
