/** Error responses of operations in the OpenAPI document. */

import { Type } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../errors/catalogue.ts';
import { EXAMPLE_ID } from '../schemas/common.ts';

const ErrorResponse = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String({ description: 'For people', examples: [errorCatalogue.VALIDATION_FAILED.message] }),
    code: Type.Enum(Object.keys(errorCatalogue) as ErrorCode[], {
      title: 'ErrorCode',
      description: 'Stable, for programs. Each code has one status and one message.',
    }),
    requestId: Type.String({ description: 'Same as `X-Request-Id`', examples: [EXAMPLE_ID] }),
    details: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String({
              description: 'JSON pointer into the body, or the name of a parameter or header',
              examples: ['/name'],
            }),
            message: Type.String({ examples: ['is required'] }),
          },
          { title: 'ErrorDetail', description: 'One fault of a request.' },
        ),
        { description: 'Present with `VALIDATION_FAILED` and `CROSS_SITE_REQUEST`' },
      ),
    ),
  },
  { title: 'Error', description: 'An error response.' },
);

/** Responses by status, each with its messages and examples. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status);
  const responses = [...byStatus].map(([status, ofStatus]) => {
    const examples = ofStatus.map((code) => [code, { value: errorExample(code) }]);
    return [
      status,
      {
        description: ofStatus.map((code) => errorCatalogue[code].message).join(' · '),
        ...errorHeaders(ofStatus),
        content: { 'application/json': { schema: ErrorResponse, examples: Object.fromEntries(examples) } },
      },
    ];
  });
  return Object.fromEntries(responses);
}

function errorHeaders(codes: readonly ErrorCode[]): { readonly headers?: object } {
  if (codes.some(hasRetryAfter)) return { headers: RETRY_AFTER };
  return codes.includes('UNSUPPORTED_CONTENT_ENCODING') ? { headers: ACCEPT_ENCODING } : {};
}

const hasRetryAfter = (code: ErrorCode): boolean =>
  [429, 503].includes(errorCatalogue[code].status) || code === 'IDEMPOTENCY_KEY_IN_USE';
const ACCEPT_ENCODING = { 'Accept-Encoding': { $ref: '#/components/headers/AcceptEncoding' } };
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

const errorExample = (code: ErrorCode) => ({
  success: false,
  message: errorCatalogue[code].message,
  code,
  requestId: EXAMPLE_ID,
  ...(code === 'VALIDATION_FAILED' ? { details: [{ path: '/name', message: 'is required' }] } : {}),
});
