/** A route's declaration gives its types, its validation, its responses and its place in the OpenAPI document. */
import { type TLiteral, type TObject, type TSchema, Type } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../errors/catalogue.ts';
import { exampleOf } from './examples.ts';

export type Tag =
  | 'Accounts'
  | 'Chatbots'
  | 'Audit'
  | 'Takeover'
  | 'Data sources'
  | 'Images'
  | 'Widget keys'
  | 'Widget'
  | 'Operation';

/** None, an owner's session, a refresh token, or a widget key. */
type Access = 'public' | 'session' | 'refresh' | 'widget';

/** Headers of a successful response, besides those of every response. */
type AnswerHeader = 'ETag' | 'Location' | 'Set-Cookie';
const ANSWER_HEADERS: Readonly<Record<AnswerHeader, string>> = {
  ETag: 'ETag',
  Location: 'Location',
  'Set-Cookie': 'SessionCookies',
};

interface OperationDeclaration {
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  /** The `data` of a successful response, by status. */
  readonly success: Readonly<Record<number, TSchema>>;
  /** Event stream with status 200. Beside a `success[200]`, it is for callers that accept only such a stream. */
  readonly stream?: TSchema;
  /** A response of status 200 that is a file of this content type. */
  readonly file?: string;
  /** `If-None-Match`: 304 to a caller who has the current representation. */
  readonly isConditional?: true;
  /** For the document only: the route checks them. */
  readonly headers?: TObject;
  readonly answersWith?: readonly AnswerHeader[];
  /** Besides those of every route of its kind. */
  readonly errors: readonly ErrorCode[];
}

type Envelope<Data extends TSchema> = TObject<{ success: TLiteral<true>; data: Data }>;

/** The part of a declaration that Fastify uses, with the types of its parts. */
type OperationSchema<Declaration extends OperationDeclaration> = {
  readonly [Part in 'params' | 'querystring' | 'body' as Declaration[Part] extends TSchema
    ? Part
    : never]: Declaration[Part];
} & {
  readonly response: {
    readonly [Status in keyof Declaration['success']]: Declaration['success'][Status] extends TSchema
      ? Envelope<Declaration['success'][Status]>
      : never;
  };
};

const REQUEST_ID = '01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e';

const ErrorAnswer = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String({ description: 'For people', examples: [errorCatalogue.VALIDATION_FAILED.message] }),
    code: Type.Enum(Object.keys(errorCatalogue) as ErrorCode[], {
      title: 'ErrorCode',
      description: 'Stable, for programs. Each code has one status and one message.',
    }),
    requestId: Type.String({ description: 'Same as `X-Request-Id`', examples: [REQUEST_ID] }),
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
        { description: 'With `VALIDATION_FAILED`' },
      ),
    ),
  },
  { title: 'Error', description: 'An error response.' },
);

const ALWAYS: readonly ErrorCode[] = ['UNREADABLE_REQUEST', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
const OF_BODIES: readonly ErrorCode[] = ['BODY_TOO_LARGE', 'UNSUPPORTED_CONTENT_TYPE', 'UNSUPPORTED_CONTENT_ENCODING'];
const OF_WIDGETS: readonly ErrorCode[] = [
  'MISSING_WIDGET_KEY',
  'INVALID_WIDGET_KEY',
  'DOMAIN_NOT_AUTHORIZED',
  'ORIGIN_MISSING',
  'INVALID_ORIGIN',
];

function errorsOf({ access, body, params, querystring, errors }: OperationDeclaration): readonly ErrorCode[] {
  const all = new Set<ErrorCode>([...ALWAYS, ...OF_BODIES, ...errors]);
  all.add(access === 'widget' ? 'RATE_LIMITED' : 'TOO_MANY_REQUESTS');
  if (access === 'session') all.add('AUTHENTICATION_REQUIRED').add('CROSS_SITE_REQUEST');
  if (access === 'widget') for (const code of OF_WIDGETS) all.add(code);
  if (body !== undefined || querystring !== undefined || params !== undefined) all.add('VALIDATION_FAILED');
  return (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => all.has(code));
}

const SECURITY: Readonly<Record<Access, readonly Record<string, readonly string[]>[]>> = {
  public: [],
  session: [{ session: [] }],
  refresh: [{ refreshToken: [] }],
  widget: [{ widgetKey: [] }],
};

export function operation<const Declaration extends OperationDeclaration>(
  declaration: Declaration,
): OperationSchema<Declaration> {
  const { id, tag, summary, description, access, params, querystring, body, success, stream, file, isConditional } =
    declaration;
  const codes = errorsOf(declaration);
  const answers = Object.entries(success).map(([status, data]) => [status, envelope(id, data)]);
  const schema = {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[access],
    answerHeaders: Object.fromEntries((declaration.answersWith ?? []).map((header) => [header, componentOf(header)])),
    ...headersOf(declaration),
    ...(params === undefined ? {} : { params }),
    ...(querystring === undefined ? {} : { querystring }),
    ...(body === undefined ? {} : { body }),
    response: {
      ...Object.fromEntries(answers),
      ...(stream === undefined ? {} : { 200: streamResponse(stream, success[200] && envelope(id, success[200])) }),
      ...(file === undefined ? {} : fileResponse(file)),
      ...(isConditional === undefined ? {} : NOT_MODIFIED),
      ...errorResponses(codes),
    },
  };
  return schema as unknown as OperationSchema<Declaration>;
}

/** Named after its operation, so that clients have a type for it. */
const envelope = (id: string, data: TSchema) =>
  Type.Object(
    { success: Type.Literal(true), data },
    {
      title: `${id.charAt(0).toUpperCase()}${id.slice(1)}Answer`,
      description: `Successful response of \`${id}\`.`,
    },
  );

const componentOf = (header: AnswerHeader) => ({ $ref: `#/components/headers/${ANSWER_HEADERS[header]}` });

const streamResponse = (stream: TSchema, whole: TSchema | undefined) => ({
  description: whole === undefined ? 'A stream of server-sent events' : 'JSON, or a stream of server-sent events',
  content: {
    ...(whole === undefined ? {} : { 'application/json': { schema: whole, example: exampleOf(whole) } }),
    'text/event-stream': { schema: stream, example: exampleOf(stream) },
  },
});

const fileResponse = (contentType: string) => ({
  200: { description: 'The file', content: { [contentType]: { schema: { type: 'string', format: 'binary' } } } },
});

const NOT_MODIFIED = { 304: { description: 'Not modified: `If-None-Match` names the current `ETag`' } };
const IF_NONE_MATCH = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({
      description: 'The `ETag` of an earlier response: 304 while it is current',
      examples: ['"7-ready-5-12"'],
    }),
  ),
});

/** For the document. */
function headersOf({ headers, isConditional }: OperationDeclaration): { readonly readsHeaders?: TObject } {
  if (headers === undefined && isConditional === undefined) return {};
  const conditional = isConditional === undefined ? {} : IF_NONE_MATCH.properties;
  return { readsHeaders: Type.Object({ ...headers?.properties, ...conditional }) };
}

/** By status, each with its messages and examples. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status);
  const responses = [...byStatus].map(([status, ofStatus]) => {
    const examples = ofStatus.map((code) => [code, { value: errorExample(code) }]);
    return [
      status,
      {
        description: ofStatus.map((code) => errorCatalogue[code].message).join(' · '),
        ...errorHeaders(ofStatus),
        content: { 'application/json': { schema: ErrorAnswer, examples: Object.fromEntries(examples) } },
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
  requestId: REQUEST_ID,
  ...(code === 'VALIDATION_FAILED' ? { details: [{ path: '/name', message: 'is required' }] } : {}),
});

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

/** For the document of a route that honours the key. */
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

export const success = <Data>(data: Data): { success: true; data: Data } => ({ success: true, data });
