import { beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../src/http/errors/catalogue.ts';
import { NamedSchemas } from '../../../src/http/openapi/named-schemas.ts';
import { appOver } from '../../support/http/app.ts';
import type { DocumentedOperation, OpenApiDocument } from '../../support/http/documented.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let document: OpenApiDocument;
let operations: { readonly route: string; readonly operation: DocumentedOperation }[];
beforeAll(async () => {
  document = await service().document();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );
});

/** Interface specification, section 4, and decisions, section 9. */
const ROUTES = [
  'GET /api/chatbots/{id}/audit/answers/{messageId}',
  'GET /api/chatbots/{id}/conversations',
  'POST /api/chatbots/{id}/sessions/{sessionId}/takeover',
  'DELETE /api/chatbots/{id}/sessions/{sessionId}/takeover',
  'POST /api/chatbots/{id}/sessions/{sessionId}/messages',
  'GET /api/chatbots/{id}/audit',
  'GET /api/chatbots/{id}/audit/state',
  'GET /api/chatbots/{id}/events',
  'GET /api/chat/{chatbotPublicId}/events',
  'POST /api/chat/{chatbotPublicId}/handoff',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/refresh',
  'POST /api/auth/logout',
  'POST /api/auth/password-reset',
  'POST /api/auth/password-reset/confirm',
  'GET /api/auth/me',
  'GET /api/auth/me/usage',
  'PATCH /api/auth/me',
  'DELETE /api/auth/me',
  'POST /api/chatbots',
  'GET /api/chatbots',
  'GET /api/chatbots/{id}',
  'PATCH /api/chatbots/{id}',
  'DELETE /api/chatbots/{id}',
  'GET /api/chatbots/{id}/status',
  'POST /api/chatbots/{id}/recrawl',
  'POST /api/chatbots/{id}/chat',
  'GET /api/chatbots/{id}/history',
  'GET /api/chatbots/{id}/leads',
  'DELETE /api/chatbots/{id}/leads/{conversationId}',
  'DELETE /api/chatbots/{id}/conversations/{conversationId}',
  'GET /api/chatbots/{id}/leads/{conversationId}/export',
  'GET /api/chatbots/{id}/satisfaction',
  'GET /api/chatbots/{id}/satisfaction/daily',
  'GET /api/chatbots/{id}/unanswered',
  'POST /api/chatbots/{chatbotId}/datasources',
  'POST /api/chatbots/{chatbotId}/datasources/file',
  'GET /api/chatbots/{chatbotId}/datasources',
  'GET /api/chatbots/{chatbotId}/datasources/{id}',
  'GET /api/chatbots/{chatbotId}/datasources/{id}/skipped',
  'GET /api/chatbots/{chatbotId}/datasources/{id}/pages',
  'POST /api/chatbots/{chatbotId}/datasources/{id}/refresh',
  'DELETE /api/chatbots/{chatbotId}/datasources/{id}',
  'POST /api/uploads/{chatbotId}/image',
  'POST /api/chatbots/{chatbotId}/widget-keys',
  'GET /api/chatbots/{chatbotId}/widget-keys',
  'GET /api/chatbots/{chatbotId}/widget-keys/{keyId}',
  'DELETE /api/chatbots/{chatbotId}/widget-keys/{keyId}',
  'GET /api/chat/{chatbotPublicId}/config',
  'POST /api/chat/{chatbotPublicId}/message',
  'GET /api/chat/{chatbotPublicId}/history',
  'POST /api/chat/{chatbotPublicId}/feedback',
  'GET /uploads/{chatbotId}/{file}',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
];

const isApi = (route: string) => route.includes(' /api/');
const isForOperators = (route: string) => !isApi(route) && !route.includes(' /uploads/');

describe('The OpenAPI document', () => {
  it('is of version 3.1 and describes every route', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(operations.map(({ route }) => route).sort()).toEqual([...ROUTES].sort());
  });

  it('leaves out no route of the API that the app serves', async () => {
    const app = await appOver();
    const served = app
      .printRoutes({ commonPrefix: false, includeHooks: false })
      .split('\n')
      .filter((line) => line.includes('(') && !line.includes('(OPTIONS)')).length;
    // The document itself, the page that shows it, the widget's scripts, and what stands at the root; the console's pages and files.
    expect(served).toBe(new Set(Object.keys(document.paths)).size + 9 + 4);
  });

  it('gives every operation a name of its own, a summary, a description and a tag', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations) {
      expect(operation).toMatchObject({
        operationId: expect.stringMatching(/^[a-z]\w+$/),
        summary: expect.any(String),
        description: expect.stringMatching(/\S/),
      });
      expect(operation).toHaveProperty('tags.0');
    }
  });

  it('names the authentication of every operation', () => {
    for (const { route, operation } of operations) {
      const open = !isApi(route) || /^POST .api.auth.(register|login|logout|password-reset(\/confirm)?)$/.test(route);
      const owners = route === 'POST /api/auth/refresh' ? [{ refreshToken: [] }] : [{ session: [] }];
      const expected = open ? [] : route.includes('/api/chat/') ? [{ widgetKey: [] }] : owners;
      expect([route, operation.security]).toEqual([route, expected]);
    }
  });

  it('documents errors in the one envelope, with codes, statuses and messages of the catalogue', () => {
    const documented = new Set<string>();
    for (const { route, operation } of operations.filter((one) => !isForOperators(one.route))) {
      for (const [status, answer] of Object.entries(operation.responses).filter(([key]) => Number(key) >= 400)) {
        const content = answer.content?.['application/json'];
        expect([route, content?.schema]).toEqual([route, { $ref: '#/components/schemas/Error' }]);
        for (const [code, example] of Object.entries(content?.examples ?? {})) {
          const entry = errorCatalogue[code as keyof typeof errorCatalogue];
          expect([route, Number(status)]).toEqual([route, entry.status]);
          expect(example).toMatchObject({ value: { success: false, code, message: entry.message } });
          documented.add(code);
        }
      }
    }
    // Errors of unknown routes are not in the document.
    expect([...documented, 'ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'].sort()).toEqual(Object.keys(errorCatalogue).sort());
  });

  it('names its schemas, and refers to none that is not there', () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(
      expect.arrayContaining(['Chatbot', 'DataSource', 'Error', 'Lead', 'Message', 'User', 'WidgetKey']),
    );
    const referred = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    expect(new Set([...referred].map(([, name]) => name))).toEqual(new Set(names));
    expect(names).toEqual(names.toSorted());
    expect(JSON.stringify(document)).not.toContain('"title":"Chatbot"');
  });

  it('describes answers that are streams, and forms', () => {
    const find = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation;
    const stream = find('sendMessage')?.responses['200']?.content ?? {};
    expect(Object.keys(stream)).toEqual(['text/event-stream']);
    expect(JSON.stringify(stream)).toContain('event: token');
    for (const [id, name, type] of [
      ['uploadFile', 'FileUpload', 'application/pdf'],
      ['uploadImage', 'ImageUpload', 'image/webp'],
    ] as const) {
      expect(find(id)?.requestBody?.content).toMatchObject({
        'multipart/form-data': {
          schema: { $ref: `#/components/schemas/${name}` },
          encoding: { file: { contentType: expect.stringContaining(type) } },
        },
      });
      expect(document.components.schemas[name]).toHaveProperty('properties.file.format', 'binary');
    }
    expect(find('getImage')?.responses['200']?.content).toHaveProperty('image/webp.schema.format', 'binary');
    expect(find('getImage')?.security).toEqual([]);
  });

  it('says where to find what was created', () => {
    const creating = operations.filter(({ operation }) => operation.responses['201'] !== undefined);
    expect(creating.length).toBeGreaterThan(4);
    for (const { route, operation } of creating) {
      const headers = operation.responses['201'];
      expect([route, headers]).toEqual([
        route,
        expect.objectContaining({ headers: expect.objectContaining({ Location: expect.anything() }) }),
      ]);
    }
  });

  it('bounds every text and list of a body', () => {
    const unbounded = operations.flatMap(({ route, operation }) => {
      const schema = operation.requestBody?.content['application/json']?.schema;
      return schema === undefined ? [] : unboundedIn(resolved(schema), route);
    });
    expect(unbounded).toEqual([]);
  });

  it('tells the bounds of a password, and that sources are plain text', () => {
    const { Registration, AnswerSource } = document.components.schemas;
    expect(Registration).toMatchObject({
      properties: { password: { minLength: 2, maxLength: 72, description: expect.stringContaining('8 to 72 bytes') } },
    });
    const plain = { description: expect.stringContaining('never as HTML') };
    expect(AnswerSource).toMatchObject({ properties: { title: plain, snippet: plain } });
  });

  it('names what a body must hold', () => {
    for (const { route, operation } of operations) {
      const content = operation.requestBody?.content['application/json'];
      if (content !== undefined) expect([route, content.schema]).toEqual([route, { $ref: expect.any(String) }]);
    }
  });
});

type Schema = OpenApiDocument['components']['schemas'][string];

/** References replaced by what they stand for. */
function resolved(schema: Schema): Schema {
  const text = JSON.stringify(schema, (_key, value: unknown) => {
    const name = /^#.components.schemas.(\w+)$/.exec(String(Reflect.get(Object(value), '$ref')))?.[1];
    return name === undefined ? value : document.components.schemas[name];
  });
  return JSON.parse(text) as Schema;
}

/** Paths of texts and lists that may be of any length. */
function unboundedIn(schema: Schema, path: string): string[] {
  const { type, properties, items, anyOf, maxLength, maxItems } = schema as Record<string, never>;
  const parts = Object.entries({ ...(properties ?? {}), ...(anyOf ?? {}), ...(items === undefined ? {} : { items }) });
  const inside = parts.flatMap(([name, part]) => unboundedIn(part as Schema, `${path}/${name}`));
  const isBounded = type === 'string' ? maxLength !== undefined || 'enum' in schema : true;
  return isBounded && (type !== 'array' || maxItems !== undefined) ? inside : [path, ...inside];
}

describe('Schemas of one name', () => {
  const named = (properties: object) => ({ title: 'A', type: 'object', properties });
  const count = { type: 'integer', examples: [1] };

  it('stand once, with an example of the whole', () => {
    const schemas = new NamedSchemas();
    const reference = { $ref: '#/components/schemas/A' };
    const shared = schemas.share({ a: named({ count }), list: [named({ count })], example: named({}) });
    expect(shared).toEqual({ a: reference, list: [reference], example: named({}) });
    expect(schemas.schemas()).toEqual({ A: { type: 'object', properties: { count }, examples: [{ count: 1 }] } });
  });

  it('must be the same', () => {
    const schemas = new NamedSchemas();
    schemas.share(named({ count }));
    expect(() => schemas.share(named({}))).toThrow('called A');
  });
});
