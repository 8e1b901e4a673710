/** Result of a decision, a command or a question, from the decider to the route. A rejection is a value, not an error. */
export type Result<Value, Rejection extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly rejection: Rejection };
