declare const stands: unique symbol;

/** The JSON of a `Value`: what is only sent on is not parsed and written again. */
export type JsonText<Value> = string & { readonly [stands]?: Value };

export const jsonTextOf = <Value>(value: Value): JsonText<Value> => JSON.stringify(value);
