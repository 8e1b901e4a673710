declare const stands: unique symbol;

/** The JSON of a `Value` in UTF-8, in pieces that follow one another: what is only sent on is not parsed and written again. */
export type JsonParts<Value> = readonly Uint8Array[] & { readonly [stands]?: Value };

export const jsonPartsOf = <Value>(value: Value): JsonParts<Value> => [Buffer.from(JSON.stringify(value))];
