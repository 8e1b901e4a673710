import type { RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { exampleOf } from './examples.ts';
import { withIdempotencyKey } from './idempotency-key.ts';
import type { Json, JsonObject } from './json.ts';
import type { NamedSchemas } from './named-schemas.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schema of a multipart body, for the document. The route reads the body itself. */
    form?: TSchema;
    /** Honours an `Idempotency-Key`, as every POST does. */
    isIdempotent?: true;
  }
}

/** A route schema that `operation` created. */
interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: Json;
  readonly params?: ObjectSchema;
  readonly querystring?: ObjectSchema;
  /** Request headers that the document lists. */
  readonly readsHeaders?: ObjectSchema;
  readonly body?: TSchema;
  readonly response?: Readonly<Record<string, DescribedResponse>>;
  readonly responseHeaders?: JsonObject;
}

type ObjectSchema = TSchema & {
  readonly properties: Readonly<Record<string, TSchema & { description?: string; examples?: unknown }>>;
  readonly required?: readonly string[];
};

interface ResponseObject {
  readonly description: string;
  readonly content?: object;
  readonly headers?: object;
}

/** The schema of a JSON response, or a Response Object of OpenAPI. */
type DescribedResponse = TSchema | ResponseObject;

/** @returns null for routes outside the API (pages, preflights), and for HEAD, which every GET has */
export function descriptionOf({ schema, method }: RouteOptions): Described | null {
  const described = schema as Partial<Described> | undefined;
  if (described?.operationId === undefined || typeof method !== 'string' || method === 'HEAD') return null;
  return described as Described;
}

/** `/api/chatbots/:id` as `/api/chatbots/{id}`. */
export const pathOf = ({ url }: RouteOptions): string => url.replace(/:(\w+)/g, '{$1}');

export function operationObject(route: RouteOptions, described: Described, named: NamedSchemas): JsonObject {
  const whole = route.method === 'POST' || route.config?.isIdempotent ? withIdempotencyKey(described) : described;
  const { operationId, tags, summary, description, security, params, querystring, readsHeaders } = whole;
  const parameters = [
    ...parametersOf('query', querystring, named),
    ...parametersOf('path', params, named),
    ...parametersOf('header', readsHeaders, named),
  ];
  const body = bodyOf(route.config?.form, whole.body, named);
  const responses = Object.entries(whole.response ?? {}).map(([status, response]) => {
    return [status, responseOf(Number(status), response, whole.responseHeaders ?? {}, named)] as const;
  });
  return {
    operationId,
    tags: [...tags],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    ...(security === undefined ? {} : { security }),
    responses: Object.fromEntries(responses),
  };
}

function parametersOf(
  where: 'query' | 'path' | 'header',
  schema: ObjectSchema | undefined,
  named: NamedSchemas,
): Json[] {
  if (schema === undefined) return [];
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, { description, examples, ...rest }]) => ({
    name,
    in: where,
    required: required.has(name),
    ...(description === undefined ? {} : { description }),
    schema: named.share(rest),
    // A page that tries the API fills in every example, and optional parameters are better left out.
    ...(examples !== undefined && required.has(name) ? { example: exampleOf({ examples }) } : {}),
  }));
}

function bodyOf(form: TSchema | undefined, body: TSchema | undefined, named: NamedSchemas): Json | null {
  if (form !== undefined) {
    const { contentType, ...schema } = form as TSchema & { contentType?: string };
    const encoding = contentType === undefined ? {} : { encoding: { file: { contentType } } };
    return { required: true, content: { 'multipart/form-data': { schema: named.share(schema), ...encoding } } };
  }
  if (body === undefined) return null;
  return { required: true, content: { 'application/json': { schema: named.share(body), example: exampleOf(body) } } };
}

const SUCCESS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted; continues in the background',
};

const isResponseObject = (response: DescribedResponse): response is ResponseObject => !('type' in response);

function responseOf(status: number, response: DescribedResponse, headers: JsonObject, named: NamedSchemas): Json {
  const always: JsonObject = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    RateLimit: { $ref: '#/components/headers/RateLimit' },
    'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  };
  if (isResponseObject(response)) {
    return named.share({ ...response, headers: { ...always, ...(status < 400 ? headers : {}), ...response.headers } });
  }
  return {
    description: SUCCESS_DESCRIPTIONS[status] ?? 'OK',
    headers: { ...always, ...headers },
    content: { 'application/json': { schema: named.share(response), example: exampleOf(response) } },
  };
}
