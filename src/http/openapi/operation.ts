/** A route's declaration: from it come its types, what it lets in, what it may answer, and its place in the OpenAPI document. */
import { type TLiteral, type TObject, type TSchema, Type } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../errors/catalogue.ts';
import { exampleOf } from './examples.ts';

export type Tag = 'Accounts' | 'Chatbots' | 'Data sources' | 'Images' | 'Widget keys' | 'Widget' | 'Operation';

/** Who may call it: anybody, an owner with a session, whoever can renew one, a widget with its key. */
type Access = 'public' | 'session' | 'refresh' | 'widget';

/** Headers that an answer has when all went well, besides those of every answer. */
type AnswerHeader = 'ETag' | 'Set-Cookie';
const ANSWER_HEADERS: Readonly<Record<AnswerHeader, string>> = { ETag: 'ETag', 'Set-Cookie': 'SessionCookies' };

interface OperationDeclaration {
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  /** The `data` of the answer when all went well, by status. */
  readonly success: Readonly<Record<number, TSchema>>;
  /** An answer of status 200 that is a stream of events. */
  readonly stream?: TSchema;
  /** An answer of status 200 that is a file of this content type; 304 to a caller who has it already. */
  readonly file?: string;
  /** Headers that it reads. For the document alone: they are checked by the route. */
  readonly headers?: TSchema;
  readonly answersWith?: readonly AnswerHeader[];
  /** What it refuses with, besides what every route of its kind may. */
  readonly errors: readonly ErrorCode[];
}

type Envelope<Data extends TSchema> = TObject<{ success: TLiteral<true>; data: Data }>;

/** What Fastify takes of a declaration, with the types of its parts. */
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
      description: 'Stable: what programs go by. Each belongs to one status and one message.',
    }),
    requestId: Type.String({ description: 'The same as `X-Request-Id`', examples: [REQUEST_ID] }),
    details: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String({
              description:
                'JSON pointer into the body; `/querystring/…`, `/params/…` or `/headers/…` for what is elsewhere',
              examples: ['/name'],
            }),
            message: Type.String({ examples: ['is required'] }),
          },
          { title: 'ErrorDetail', description: 'One thing that is wrong with a request.' },
        ),
        { description: 'With `VALIDATION_FAILED`' },
      ),
    ),
  },
  { title: 'Error', description: 'Every answer that is no success.' },
);

const ALWAYS: readonly ErrorCode[] = ['UNREADABLE_REQUEST', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
const OF_BODIES: readonly ErrorCode[] = ['BODY_TOO_LARGE', 'UNSUPPORTED_CONTENT_TYPE'];
const OF_WIDGETS: readonly ErrorCode[] = [
  'MISSING_WIDGET_KEY',
  'INVALID_WIDGET_KEY',
  'DOMAIN_NOT_AUTHORIZED',
  'ORIGIN_MISSING',
  'INVALID_ORIGIN',
];

/** Every code the route may answer with. */
function errorsOf({ access, body, params, querystring, errors }: OperationDeclaration): readonly ErrorCode[] {
  const all = new Set<ErrorCode>([...ALWAYS, ...OF_BODIES, ...errors]);
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
  const { id, tag, summary, description, access, params, querystring, body, success, stream, file } = declaration;
  const codes = errorsOf(declaration);
  const answers = Object.entries(success).map(([status, data]) => [
    status,
    Type.Object({ success: Type.Literal(true), data }, envelopeOf(id)),
  ]);
  const schema = {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[access],
    answerHeaders: Object.fromEntries((declaration.answersWith ?? []).map((header) => [header, componentOf(header)])),
    ...(declaration.headers === undefined ? {} : { readsHeaders: declaration.headers }),
    ...(params === undefined ? {} : { params }),
    ...(querystring === undefined ? {} : { querystring }),
    ...(body === undefined ? {} : { body }),
    response: {
      ...Object.fromEntries(answers),
      ...(stream === undefined ? {} : { 200: streamResponse(stream) }),
      ...(file === undefined ? {} : fileResponses(file)),
      ...errorResponses(codes),
    },
  };
  return schema as unknown as OperationSchema<Declaration>;
}

/** Named by its operation, so that clients have a type for it. */
const envelopeOf = (id: string) => ({
  title: `${id.charAt(0).toUpperCase()}${id.slice(1)}Answer`,
  description: `What \`${id}\` answers when all went well.`,
});

const componentOf = (header: AnswerHeader) => ({ $ref: `#/components/headers/${ANSWER_HEADERS[header]}` });

const streamResponse = (stream: TSchema) => ({
  description: 'The answer, as it is written',
  content: { 'text/event-stream': { schema: stream, example: exampleOf(stream) } },
});

const fileResponses = (contentType: string) => ({
  200: { description: 'Its bytes', content: { [contentType]: { schema: { type: 'string', format: 'binary' } } } },
  304: { description: 'Unchanged: `If-None-Match` names it' },
});

/** By status, each with the messages that go with it. */
function errorResponses(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status);
  const responses = [...byStatus].map(([status, ofStatus]) => {
    const examples = ofStatus.map((code) => [code, { value: errorExample(code) }]);
    return [
      status,
      {
        description: ofStatus.map((code) => errorCatalogue[code].message).join(' · '),
        ...(ofStatus.some(saysWhen) ? { headers: RETRY_AFTER } : {}),
        content: { 'application/json': { schema: ErrorAnswer, examples: Object.fromEntries(examples) } },
      },
    ];
  });
  return Object.fromEntries(responses);
}

/** Answered with the time after which it is worth trying again. */
const saysWhen = (code: ErrorCode): boolean =>
  [429, 503].includes(errorCatalogue[code].status) || code === 'IDEMPOTENCY_KEY_IN_USE';
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
        "Of the caller's own choosing. For 24 hours the same key with the same body is given the first answer again (with the header " +
        '`Idempotency-Replayed`), and nothing is done twice.',
    }),
  ),
});
const OF_KEYS: readonly ErrorCode[] = ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'];

interface Described {
  readonly readsHeaders?: TObject;
  readonly response?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { examples?: object }>> }>>;
}

/** A POST's schema for the document: it honours keys, and may refuse because of one, whatever the route says of itself. */
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

/** The envelope of an answer when all went well. */
export const success = <Data>(data: Data): { success: true; data: Data } => ({ success: true, data });
