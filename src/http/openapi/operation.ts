/** A route's declaration gives its types, its validation, its responses and its place in the OpenAPI document. */
import { type TLiteral, type TObject, type TSchema, Type } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../errors/catalogue.ts';
import { errorResponses } from './error-responses.ts';
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

type Access = 'public' | 'session' | 'refresh' | 'widget';

/** Headers of a successful response, besides those of every response. */
type ResponseHeader = 'ETag' | 'Location' | 'Set-Cookie';
const RESPONSE_HEADERS: Readonly<Record<ResponseHeader, string>> = {
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
  /** Request headers. They are only documented; the route checks them. */
  readonly headers?: TObject;
  readonly responseHeaders?: readonly ResponseHeader[];
  /** Codes besides those of every route of its kind. */
  readonly errors: readonly ErrorCode[];
}

type Envelope<Data extends TSchema> = TObject<{ success: TLiteral<true>; data: Data }>;

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

/** Refuses parts that no declaration has, which a type parameter alone would let through. */
type Known<Declaration> = Declaration & Readonly<Record<Exclude<keyof Declaration, keyof OperationDeclaration>, never>>;

export function operation<const Declaration extends OperationDeclaration>(
  declaration: Known<Declaration>,
): OperationSchema<Declaration> {
  const { id, tag, summary, description, access, params, querystring, body, success, stream, file, isConditional } =
    declaration;
  const codes = errorsOf(declaration);
  const responses = Object.entries(success).map(([status, data]) => [status, envelope(id, data)]);
  const schema = {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[access],
    responseHeaders: Object.fromEntries(
      (declaration.responseHeaders ?? []).map((header) => [header, componentOf(header)]),
    ),
    ...headersOf(declaration),
    ...(params === undefined ? {} : { params }),
    ...(querystring === undefined ? {} : { querystring }),
    ...(body === undefined ? {} : { body }),
    response: {
      ...Object.fromEntries(responses),
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
      title: `${id.charAt(0).toUpperCase()}${id.slice(1)}Response`,
      description: `Successful response of \`${id}\`.`,
    },
  );

const componentOf = (header: ResponseHeader) => ({ $ref: `#/components/headers/${RESPONSE_HEADERS[header]}` });

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

function headersOf({ headers, isConditional }: OperationDeclaration): { readonly readsHeaders?: TObject } {
  if (headers === undefined && isConditional === undefined) return {};
  const conditional = isConditional === undefined ? {} : IF_NONE_MATCH.properties;
  return { readsHeaders: Type.Object({ ...headers?.properties, ...conditional }) };
}

export const success = <Data>(data: Data): { success: true; data: Data } => ({ success: true, data });
