declare const stands: unique symbol;

/** UTF-8 JSON in consecutive chunks, passed through without parsing. */
export type RawJson<Value> = readonly Uint8Array[] & { readonly [stands]?: Value };

export const rawJsonOf = <Value>(value: Value): RawJson<Value> => [Buffer.from(JSON.stringify(value))];
