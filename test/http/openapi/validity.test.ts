import { Validator } from '@seriousme/openapi-schema-validator';
import { Compile } from 'typebox/compile';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleOf } from '../../../src/http/openapi/examples.ts';
import type { Json, JsonObject } from '../../../src/http/openapi/json.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let document: JsonObject;
beforeAll(async () => {
  document = (await service().document()) as unknown as JsonObject;
});

const schemas = () => (document.components as { schemas: { [name: string]: JsonObject } }).schemas;

/** References replaced by what they stand for. */
function resolved(value: Json): Json {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ref === 'string') return resolved(schemas()[value.$ref.split('/').at(-1) ?? ''] ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part)]));
}

/** Every object in the document that has the field, with the way to it; not those in examples. */
function* holding(field: string, value: Json, path = ''): Generator<readonly [path: string, holder: JsonObject]> {
  if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) yield* holding(field, item, `${path}/${place}`);
  } else if (typeof value === 'object' && value !== null) {
    if (field in value) yield [path, value];
    for (const [key, part] of Object.entries(value)) {
      if (!/^examples?$/.test(key)) yield* holding(field, part, `${path}/${key}`);
    }
  }
}

describe('The OpenAPI document', () => {
  it('is valid', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect([errors, valid]).toEqual([undefined, true]);
  });

  it('describes every schema that has a name, and gives examples that fit it', () => {
    expect(Object.keys(schemas()).length).toBeGreaterThan(50);
    for (const [name, schema] of Object.entries(schemas())) {
      expect([name, schema.description]).toEqual([name, expect.stringMatching(/\S\.$/)]);
      const validator = Compile(resolved(schema) as JsonObject);
      expect([name, schema.examples]).toEqual([name, expect.arrayContaining([expect.anything()])]);
      for (const example of schema.examples as Json[]) {
        expect([name, example, [...validator.Errors(example)]]).toEqual([name, example, []]);
      }
    }
  });

  it('gives with every body and answer examples that fit', () => {
    let looked = 0;
    for (const [path, { schema, example, examples }] of holding('schema', document.paths ?? null)) {
      if (example === undefined && examples === undefined) continue;
      const given =
        example === undefined
          ? Object.values(examples as JsonObject).map((one) => (one as JsonObject).value)
          : [example];
      const validator = Compile(resolved(schema ?? null) as JsonObject);
      for (const value of given) {
        looked += 1;
        expect([path, value, [...validator.Errors(value)]]).toEqual([path, value, []]);
      }
    }
    expect(looked).toBeGreaterThan(300);
  });

  it('gives an example of every body and answer that is no form and no picture', () => {
    for (const [path, { content }] of holding('content', document.paths ?? null)) {
      for (const [type, media] of Object.entries(content as { [type: string]: JsonObject })) {
        const isForm = type === 'multipart/form-data' || type.startsWith('image/');
        expect([path, type, isForm || 'example' in media || 'examples' in media]).toEqual([path, type, true]);
      }
    }
  });

  it('describes every parameter, and every tag, header and way to be let in', () => {
    for (const [path, { parameters }] of holding('parameters', document.paths ?? null)) {
      for (const parameter of parameters as JsonObject[]) {
        expect([path, parameter]).toEqual([
          path,
          expect.objectContaining({ description: expect.stringMatching(/\w/) }),
        ]);
      }
    }
    const { headers, securitySchemes } = document.components as { [kind: string]: { [name: string]: JsonObject } };
    const described = [...(document.tags as JsonObject[]), ...Object.values({ ...headers, ...securitySchemes })];
    expect(described.length).toBeGreaterThan(10);
    for (const one of described) expect(one).toHaveProperty('description');
  });

  it('tells of the headers that answers carry', () => {
    const all = document.paths as {
      [path: string]: { [method: string]: { responses: { [status: string]: JsonObject } } };
    };
    const headersOf = (path: string, method: string, status: number) =>
      Object.keys((all[path]?.[method]?.responses[status]?.headers ?? {}) as JsonObject);
    const always = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
    expect(headersOf('/api/auth/login', 'post', 200)).toEqual([...always, 'Set-Cookie']);
    expect(headersOf('/api/auth/login', 'post', 429)).toEqual([...always, 'Retry-After']);
    for (const path of ['/api/chatbots', '/api/chatbots/{id}']) {
      expect(headersOf(path, 'get', 200)).toEqual([...always, 'ETag']);
    }
    for (const [, { responses }] of holding('responses', document.paths ?? null)) {
      for (const answer of Object.values(responses as { [status: string]: JsonObject })) {
        for (const header of always) expect(answer.headers).toHaveProperty(header);
      }
    }
  });

  it('says what a stream holds in the words of JSON Schema', () => {
    const stream = schemas().AnswerStream;
    expect(stream).toMatchObject({
      type: 'string',
      contentMediaType: 'text/event-stream',
      contentSchema: { type: 'array', items: { $ref: '#/components/schemas/AnswerEvent' } },
    });
    const validator = Compile(resolved(stream?.contentSchema ?? null) as JsonObject);
    const [transcript = ''] = (stream?.examples ?? []) as string[];
    const events = transcript.split('\n\n').flatMap((block) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }];
    });
    expect(events.map(({ event }) => event)).toEqual(['token', 'token', 'token', 'done']);
    expect([...validator.Errors(events)]).toEqual([]);
  });
});

describe('An example', () => {
  it('is made of those of the parts', () => {
    const text = { type: 'string', examples: ['a', 'b'] };
    const schema = {
      type: 'object',
      properties: {
        text,
        list: { type: 'array', items: text },
        none: { anyOf: [{ type: 'null' }, text] },
        few: { enum: [2] },
      },
    };
    expect(exampleOf(schema)).toEqual({ text: 'a', list: ['a'], none: null, few: 2 });
  });

  it('is missed where a text gives none', () => {
    expect(() => exampleOf({ type: 'object', properties: { text: { type: 'string' } } })).toThrow('no example');
  });
});
