import { type TObject, Type } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../errors/catalogue.ts';
import { errorResponses } from './error-responses.ts';

const KEY_HEADER = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      examples: ['order-4711-attempt'],
      description:
        'Chosen by the caller. For 24 hours a request with the same key and body gets the first response again (with the header ' +
        '`Idempotency-Replayed`), and nothing is executed twice.',
    }),
  ),
});
const OF_KEYS: readonly ErrorCode[] = ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'];

interface Described {
  readonly readsHeaders?: TObject;
  readonly response?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { examples?: object }>> }>>;
}

/** Describes the key for a route that honours it. */
export function withIdempotencyKey<Schema extends object>(schema: Schema): Schema {
  const { response = {}, readsHeaders } = schema as Described;
  const named = Object.values(response).flatMap(({ content }) =>
    Object.keys(content?.['application/json']?.examples ?? {}),
  );
  const known = new Set([...named, ...OF_KEYS]);
  const codes = (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => known.has(code));
  const headers = Type.Object({ ...readsHeaders?.properties, ...KEY_HEADER.properties });
  return { ...schema, readsHeaders: headers, response: { ...response, ...errorResponses(codes) } };
}
