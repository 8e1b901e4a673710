/** Compares responses with the OpenAPI document of their service. An undocumented response fails the test that got it. */
import { Compile } from 'typebox/compile';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

interface DocumentedAnswer {
  readonly content?: Readonly<Record<string, { readonly schema: JsonObject; readonly examples?: JsonObject }>>;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly security?: readonly JsonObject[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonObject; readonly example?: JsonObject }>>;
  };
  readonly parameters?: readonly JsonObject[];
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
}

export interface AnswerToCheck {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export class Documented {
  readonly #document: OpenApiDocument;
  readonly #routes: readonly {
    readonly pattern: RegExp;
    readonly methods: Readonly<Record<string, DocumentedOperation>>;
  }[];
  readonly #validators = new Map<JsonObject, ReturnType<typeof Compile>>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#routes = Object.entries(document.paths)
      .map(([path, methods]) => ({ path, methods }))
      // A word before a parameter: `/datasources/file` is not `/datasources/{id}`.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
      .map(({ path, methods }) => ({ pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), methods }));
  }

  /** @throws Error when the answer is not as documented. Addresses that are no route are passed over. */
  check({ method, url, status, contentType, text }: AnswerToCheck): void {
    const path = url.split('?')[0] ?? '';
    const route = this.#routes.find(({ pattern }) => pattern.test(path));
    const operation = route?.methods[method.toLowerCase()];
    if (operation === undefined) return;
    const where = `${method} ${path} answered ${status}`;
    const documented = operation.responses[status];
    if (documented === undefined) throw new Error(`${where}, which is not documented: ${text.slice(0, 300)}`);
    if (documented.content === undefined && contentType === '' && text === '') return;
    const content = documented.content?.[contentType.split(';')[0] ?? ''];
    if (content === undefined) throw new Error(`${where} as ${contentType}, which is not documented`);
    if (!contentType.startsWith('application/json')) return;
    const body: unknown = JSON.parse(text);
    const validator = this.#validatorOf(content.schema);
    if (!validator.Check(body)) {
      throw new Error(`${where}, not as documented: ${JSON.stringify(validator.Errors(body))} ${text.slice(0, 500)}`);
    }
    const { code } = body as { code?: string };
    if (code !== undefined && content.examples !== undefined && !Object.hasOwn(content.examples, code)) {
      throw new Error(`${where} with ${code}, which is not documented`);
    }
  }

  #validatorOf(schema: JsonObject): ReturnType<typeof Compile> {
    const known = this.#validators.get(schema);
    if (known !== undefined) return known;
    const made = Compile(this.#resolved(schema) as JsonObject);
    this.#validators.set(schema, made);
    return made;
  }

  /** References replaced by what they stand for; objects closed unless they say otherwise, so that an undocumented field shows. */
  #resolved(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.#resolved(item));
    if (typeof value !== 'object' || value === null) return value;
    if (typeof value.$ref === 'string') {
      const name = value.$ref.replace('#/components/schemas/', '');
      return this.#resolved(this.#document.components.schemas[name] ?? null);
    }
    const inside = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.#resolved(part)]));
    return inside.type === 'object' ? { additionalProperties: false, ...inside } : inside;
  }
}
