import type { Result } from '../domain/result.ts';
import type { Position } from '../ports/event-log.ts';

/** Result with its consistency token: a response waits until the read models have passed `position`; null needs no wait. */
export type CommandResult<Value, Rejection extends string> = Result<Value, Rejection> & {
  readonly position: Position | null;
};

/** Result of a command that is never rejected. */
export interface Done<Value> {
  readonly ok: true;
  readonly value: Value;
  readonly position: Position | null;
}

export const done = <Value>(value: Value, position: Position | null): Done<Value> => ({ ok: true, value, position });

export const rejected = <const Rejection extends string>(
  rejection: Rejection,
  position: Position | null = null,
): { ok: false; rejection: Rejection; position: Position | null } => ({ ok: false, rejection, position });

export const withoutValue = <Rejection extends string>(
  result: CommandResult<unknown, Rejection>,
): CommandResult<null, Rejection> => (result.ok ? done(null, result.position) : result);

/** Narrows a result to the rejections that its command can meet. @throws Error for any other, which is a defect */
export function expectRejections<Value, const Expected extends string>(
  result: CommandResult<Value, string>,
  ...expected: readonly Expected[]
): CommandResult<Value, Expected> {
  if (result.ok) return done(result.value, result.position);
  const known = expected.find((rejection) => rejection === result.rejection);
  if (known === undefined) throw new Error(`Unexpected rejection: ${result.rejection}`);
  return rejected(known, result.position);
}
