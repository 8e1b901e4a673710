/** A route's declaration: from it come its types, what it lets in, what it may answer, and its place in the OpenAPI document. */
import { type TLiteral, type TObject, type TSchema, Type } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../errors/catalogue.ts';

export type Tag = 'Accounts' | 'Chatbots' | 'Data sources' | 'Images' | 'Widget keys' | 'Widget' | 'Operation';

/** Who may call it: anybody, an owner with a session, a widget with its key. */
export type Access = 'public' | 'session' | 'widget';

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

const ErrorAnswer = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String(),
    code: Type.Enum(Object.keys(errorCatalogue) as ErrorCode[], { title: 'ErrorCode' }),
    requestId: Type.String(),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String({ description: 'JSON pointer' }), message: Type.String() })),
    ),
  },
  { title: 'Error' },
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
  widget: [{ widgetKey: [] }],
};

export function operation<const Declaration extends OperationDeclaration>(
  declaration: Declaration,
): OperationSchema<Declaration> {
  const { id, tag, summary, description, access, params, querystring, body, success, stream, file } = declaration;
  const codes = errorsOf(declaration);
  const answers = Object.entries(success).map(([status, data]) => [
    status,
    Type.Object({ success: Type.Literal(true), data }, { description: 'Done' }),
  ]);
  const schema = {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[access],
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

const streamResponse = (stream: TSchema) => ({
  description: 'The answer, as it is written',
  content: { 'text/event-stream': { schema: stream } },
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
        content: { 'application/json': { schema: ErrorAnswer, examples: Object.fromEntries(examples) } },
      },
    ];
  });
  return Object.fromEntries(responses);
}

const errorExample = (code: ErrorCode) => ({
  success: false,
  message: errorCatalogue[code].message,
  code,
  requestId: '01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e',
  ...(code === 'VALIDATION_FAILED' ? { details: [{ path: '/name', message: 'is required' }] } : {}),
});

const KEY_HEADER = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        "Of the caller's own choosing. For 24 hours the same key with the same body is given the first answer again (with the header " +
        '`Idempotency-Replayed`), and nothing is done twice.',
    }),
  ),
});
const OF_KEYS: readonly ErrorCode[] = ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'];

interface Described {
  readonly response?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { examples?: object }>> }>>;
}

/** A POST's schema for the document: it honours keys, and may refuse because of one, whatever the route says of itself. */
export function withIdempotencyKey<Schema extends object>(schema: Schema): Schema {
  const { response = {} } = schema as Described;
  const named = Object.values(response).flatMap(({ content }) =>
    Object.keys(content?.['application/json']?.examples ?? {}),
  );
  const known = new Set([...named, ...OF_KEYS]);
  const codes = (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => known.has(code));
  return { ...schema, headers: KEY_HEADER, response: { ...response, ...errorResponses(codes) } };
}

/** The envelope of an answer when all went well. */
export const success = <Data>(data: Data): { success: true; data: Data } => ({ success: true, data });
