/** A rejection is a value, not an error, from the decider to the route. */
export type Result<Value, Rejection extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly rejection: Rejection };
