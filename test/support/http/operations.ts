/** The routes of the API as its OpenAPI document tells them, and requests made from nothing but that: no route is forgotten. */
import type { DocumentedOperation, OpenApiDocument } from './documented.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonSchema = { readonly [key: string]: Json };

/** Something of a chatbot that has an id. */
export type Kind = 'chatbot' | 'source' | 'key' | 'conversation' | 'lead' | 'session' | 'message';

/** A place of a request that names something. */
export interface Place {
  readonly in: 'path' | 'query' | 'body';
  readonly name: string;
  readonly kind: Kind;
}

export interface Operation {
  /** As `POST /api/chatbots/{id}/chat`. */
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly access: 'public' | 'session' | 'widget';
  /** By name. Optional ones too. */
  readonly query: Readonly<Record<string, JsonSchema>>;
  /** `null` when it takes no body. */
  readonly body: JsonSchema | null;
  readonly isForm: boolean;
  readonly places: readonly Place[];
}

/** Ids of a request, by the place they stand in. */
export type IdOf = (place: Place) => string;

export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: JsonSchema | FormData;
}

/** Kinds of ids by the path segment before them, and by name elsewhere. */
const KIND_AFTER: Readonly<Record<string, Kind>> = {
  chatbots: 'chatbot',
  chat: 'chatbot',
  uploads: 'chatbot',
  datasources: 'source',
  leads: 'conversation',
  conversations: 'conversation',
  answers: 'message',
  sessions: 'session',
  'widget-keys': 'key',
};
const KIND_NAMED: Readonly<Record<string, Kind>> = {
  sessionId: 'session',
  messageId: 'message',
  conversationId: 'conversation',
};
/** A page is asked for with the id of the oldest row that was seen: of what, the last word of the path tells. */
const KIND_OF_ROWS: Readonly<Record<string, Kind>> = { history: 'message', leads: 'lead', state: 'conversation' };

/** Every operation of the API. @throws Error naming the route and the place whose kind of id is not known */
export function operationsOf(document: OpenApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    path.startsWith('/api/')
      ? Object.entries(methods).map(([method, documented]) => operation(document, path, method, documented))
      : [],
  );
}

function operation(
  document: OpenApiDocument,
  path: string,
  method: string,
  { parameters = [], requestBody, security = [] }: DocumentedOperation,
): Operation {
  const route = `${method.toUpperCase()} ${path}`;
  const queried = parameters.filter((parameter) => parameter.in === 'query');
  const query = Object.fromEntries(
    queried.map(({ name, schema }) => [String(name), whole(document, schema ?? null) as JsonSchema]),
  );
  const [contentType = null, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content === undefined ? null : (whole(document, content.schema) as JsonSchema);
  const scheme = Object.keys(security[0] ?? {})[0];
  const fields = Object.keys((body?.properties ?? {}) as JsonSchema);
  return {
    route,
    method: method.toUpperCase(),
    path,
    access: scheme === 'session' ? 'session' : scheme === 'widgetKey' ? 'widget' : 'public',
    query,
    body,
    isForm: contentType === 'multipart/form-data',
    places: [
      ...[...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, word = '', name = '']): Place => {
        return { in: 'path', name, kind: known(KIND_AFTER[word], route, name) };
      }),
      ...Object.keys(query).flatMap((name) => named('query', name, route, path)),
      ...fields.flatMap((name) => named('body', name, route, path)),
    ],
  };
}

function named(where: 'query' | 'body', name: string, route: string, path: string): Place[] {
  // Pages of a source have a place in their list, conversations, unanswered questions and events one in the log: none has an id.
  if (name === 'after' && /\/(?:pages|skipped)$/.test(path)) return [];
  if (name === 'before' && /\/(?:conversations|unanswered)$/.test(path)) return [];
  if (name === 'after' && path.endsWith('/audit')) return [];
  if (name === 'lastEventId') return [];
  const ofRows = name === 'before' || name === 'after';
  if (!ofRows && !/^id$|Id$/.test(name)) return [];
  const kind = ofRows ? KIND_OF_ROWS[path.split('/').at(-1) ?? ''] : KIND_NAMED[name];
  return [{ in: where, name, kind: known(kind, route, name) }];
}

function known(kind: Kind | undefined, route: string, name: string): Kind {
  if (kind !== undefined) return kind;
  throw new Error(`${route}: nobody knows what ${name} is the id of; say it in test/support/http/operations.ts`);
}

/** References replaced by what they stand for. */
function whole(document: OpenApiDocument, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => whole(document, item));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ref === 'string') {
    return whole(document, document.components.schemas[value.$ref.replace('#/components/schemas/', '')] ?? null);
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, whole(document, part)]));
}

/** Values of fields that their schema alone does not determine. An address that is refused at once; no picture. */
const FIELDS: Readonly<Record<string, Json>> = { sourceUrl: 'http://127.0.0.1:1/', avatarUrl: null };

/**
 * A request that the route accepts when the ids are of what is there.
 * @param text that stands wherever any text may: by default what the document gives as an example
 */
export function validRequest(operation: Operation, idOf: IdOf, text?: string): GeneratedRequest {
  const { method, isForm, body } = operation;
  const request = { method, path: addressOf(operation, idOf) };
  if (isForm) return { ...request, body: formOf(operation, text ?? 'a') };
  return body === null ? request : { ...request, body: validBody(operation, idOf, text) };
}

export function addressOf({ path, places }: Operation, idOf: IdOf): string {
  const query = new URLSearchParams(
    places.filter((place) => place.in === 'query').map((place) => [place.name, idOf(place)]),
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const place = places.find((candidate) => candidate.in === 'path' && candidate.name === name);
    return place === undefined ? '' : encodeURIComponent(idOf(place));
  });
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** Every field there is. */
export function validBody({ body, places }: Operation, idOf: IdOf, text?: string): JsonSchema {
  const ids = places.filter((place) => place.in === 'body').map((place) => [place.name, idOf(place)]);
  return { ...(sampleOf(body ?? {}, text) as JsonSchema), ...(Object.fromEntries(ids) as JsonSchema) };
}

function sampleOf(schema: JsonSchema, text?: string): Json {
  const { type, anyOf, examples } = schema;
  if (type === 'object') return sampleOfObject(schema, text);
  const isFree = type === 'string' && !('pattern' in schema) && !('enum' in schema);
  if (isFree && text !== undefined) return text;
  if (Array.isArray(examples)) return examples[0] ?? null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if (Array.isArray(anyOf)) return sampleOf(anyOf.at(-1) as JsonSchema, text);
  return SAMPLES_BY_TYPE[String(type)]?.(schema, text) ?? null;
}

function sampleOfObject({ properties }: JsonSchema, text?: string): Json {
  const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  return Object.fromEntries(fields.map(([name, field]) => [name, FIELDS[name] ?? sampleOf(field, text)]));
}

/** Samples of types that nothing but their bounds determines. */
const SAMPLES_BY_TYPE: Readonly<Record<string, (schema: JsonSchema, text?: string) => Json>> = {
  array: ({ items }, text) => [sampleOf((items ?? {}) as JsonSchema, text)],
  boolean: () => true,
  integer: ({ minimum }) => Number(minimum ?? 1),
  string: ({ minLength }) => 'a'.repeat(Math.max(1, Number(minLength ?? 1))),
};

/** The smallest picture there is, of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

function formOf({ path }: Operation, name: string): FormData {
  const form = new FormData();
  if (path.endsWith('/image')) form.append('file', new Blob([PNG], { type: 'image/png' }), `${name}.png`);
  else form.append('file', new Blob([`Some ${name}`], { type: 'text/plain' }), `${name}.txt`);
  return form;
}
