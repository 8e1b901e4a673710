import type { Position } from '../ports/event-log.ts';

/** A rejection is an answer. `position` is what a reader must have seen before the outcome may be told. */
export type Outcome<Value, Rejection extends string> =
  | { readonly ok: true; readonly value: Value; readonly position: Position | null }
  | { readonly ok: false; readonly rejection: Rejection; readonly position: Position | null };

export const done = <Value>(
  value: Value,
  position: Position | null,
): { ok: true; value: Value; position: Position | null } => ({ ok: true, value, position });

export const rejected = <const Rejection extends string>(
  rejection: Rejection,
  position: Position | null = null,
): { ok: false; rejection: Rejection; position: Position | null } => ({ ok: false, rejection, position });
