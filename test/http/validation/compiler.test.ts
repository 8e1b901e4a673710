import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { NewPassword, Registration } from '../../../src/http/schemas/accounts.ts';
import { ChatbotUpdate, NewChatbot } from '../../../src/http/schemas/chatbots.ts';
import { SourcePagesQuery } from '../../../src/http/schemas/data-sources.ts';
import { VisitorMessage } from '../../../src/http/schemas/widget-chat.ts';
import { NewWidgetKey } from '../../../src/http/schemas/widget-keys.ts';
import { bodyLimitOf } from '../../../src/http/validation/body-limit.ts';
import { validatorCompiler } from '../../../src/http/validation/compiler.ts';

interface Result {
  readonly value?: unknown;
  readonly error?: readonly { readonly instancePath: string; readonly message: string }[];
}

const validate = (schema: TSchema, body: unknown): Result => {
  const validator = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' });
  return validator(body) as Result;
};
const faults = (schema: TSchema, body: unknown) =>
  (validate(schema, body).error ?? []).map(({ instancePath, message }) => [instancePath, message]);

/** A list of which every element that is looked at is counted. */
function watched(length: number): { readonly list: unknown[]; readonly looks: () => number } {
  let looks = 0;
  const list = new Proxy(new Array(length).fill({}), {
    get(target, name, receiver) {
      if (/^\d+$/.test(String(name))) looks += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return { list, looks: () => looks };
}

describe('The validation of a body', () => {
  it.each([
    [ChatbotUpdate, 'quickPrompts', 10],
    [ChatbotUpdate, 'embedDomains', 50],
    [VisitorMessage, 'conversationHistory', 50],
  ] as const)('refuses a list that is too long without reading its elements: %#', (schema, field, most) => {
    const { list, looks } = watched(300_000);
    const rest = schema === VisitorMessage ? { sessionId: 's', message: 'm' } : {};
    expect(faults(schema, { ...rest, [field]: list })).toEqual([
      [`/${field}`, `must not have more than ${most} items`],
    ]);
    expect(looks()).toBe(0);
  });

  it('refuses a text that is too long without trying its pattern', () => {
    const email = `a@${'.'.repeat(100_000)} `;
    expect(faults(Registration, { email, password: 'correct horse', name: 'Ada' })).toEqual([
      ['/email', 'must not have more than 254 characters'],
    ]);
  });

  it('counts characters, not UTF-16 code units', () => {
    expect(validate(Type.String({ maxLength: 3 }), '😀😀😀')).toEqual({ value: '😀😀😀' });
    expect(faults(Type.String({ maxLength: 3 }), '😀😀😀😀')).toEqual([['', 'must not have more than 3 characters']]);
  });

  it.each([' ', '\0\0', '\t\n', '\u200b', '\u3164', '\u2800', '\u00ad \u202e'])(
    'refuses a name without a visible character: %j',
    (name) => {
      for (const schema of [NewChatbot, ChatbotUpdate]) {
        expect(faults(schema, { name })).toEqual([['/name', 'must have a visible character']]);
      }
      expect(faults(NewWidgetKey, { label: name, allowedDomains: [] })).toEqual([
        ['/label', 'must have a visible character'],
      ]);
    },
  );

  it.each([' a ', '.', '店', '👩\u200d👩', 'مرحبا\u200f'])('accepts a name with a visible character: %j', (name) => {
    expect(validate(NewChatbot, { name }).value).toEqual({ name });
  });

  it('reports faults of several fields', () => {
    const body = { quickPrompts: new Array(11).fill('a'), name: '', persona: 1 };
    expect(faults(ChatbotUpdate, body).sort()).toEqual([
      ['/name', 'must not be empty'],
      ['/persona', 'must be a string'],
      ['/quickPrompts', 'must not have more than 10 items'],
    ]);
  });
});

describe('A body with unknown fields', () => {
  it('is validated without listing them', () => {
    const body = new Proxy(
      { name: 'Support', other: 1 },
      {
        ownKeys() {
          throw new Error('The names were asked for');
        },
      },
    );
    expect(validate(Type.Object({ name: Type.String() }), body)).toEqual({ value: { name: 'Support' } });
  });

  it('loses them at every level', () => {
    const history = [{ role: 'user', content: 'Hello', hidden: true }];
    const body = { sessionId: 's', message: 'm', conversationHistory: history, leadData: { name: 'Ada', more: {} } };
    expect(validate(VisitorMessage, body).value).toEqual({
      sessionId: 's',
      message: 'm',
      conversationHistory: [{ role: 'user', content: 'Hello' }],
      leadData: { name: 'Ada' },
    });
  });
});

describe('The errors of a validation', () => {
  it('are eight at most', () => {
    const turns = new Array(50).fill({});
    expect(faults(VisitorMessage, { sessionId: 's', message: 'm', conversationHistory: turns })).toHaveLength(8);
    expect(faults(Type.Array(Type.String({ maxLength: 1 })), new Array(50).fill('long'))).toHaveLength(8);
  });

  it('name the allowed values of an enumeration', () => {
    expect(faults(ChatbotUpdate, { autoRefreshSchedule: 'hourly', chatbotModel: 1 })).toEqual([
      ['/chatbotModel', 'must be one of: gpt-4o-mini, gpt-4o'],
      ['/autoRefreshSchedule', 'must be one of: none, daily, weekly, monthly'],
    ]);
    expect(faults(Type.Literal('a'), 'b')).toEqual([['', 'must be one of: a']]);
  });

  it('of a union name its types, or what is wrong with a value of one of them', () => {
    const nullable = Type.Union([Type.String({ minLength: 2 }), Type.Null()]);
    expect(faults(nullable, 5)).toEqual([['', 'must be a string or null']]);
    expect(faults(nullable, 'a')).toEqual([['', 'must not have fewer than 2 characters']]);
    expect(validate(nullable, null)).toEqual({ value: null });
  });
});

describe('An error of format', () => {
  it('is a sentence, never a regular expression', () => {
    expect(faults(Registration, { email: 'ada', password: 'correct horse', name: 'Ada' })).toEqual([
      ['/email', 'must be an email address such as ada@example.com'],
    ]);
    expect(faults(ChatbotUpdate, { primaryColor: 'red', theme: { bg: '#12' } })).toEqual([
      ['/primaryColor', 'must be a colour such as #2563eb or #26e'],
      ['/theme/bg', 'must be a colour such as #2563eb or #26e'],
    ]);
  });

  it('names the bound that a number breaks', () => {
    const query = (limit: string) => {
      const validator = validatorCompiler({
        schema: SourcePagesQuery,
        method: 'GET',
        url: '/',
        httpPart: 'querystring',
      });
      return ((validator({ limit }) as Result).error ?? []).map(({ message }) => message);
    };
    expect(['-1', '0', '501', '1.5'].map(query)).toEqual([
      ['must be at least 1'],
      ['must be at least 1'],
      ['must be at most 500'],
      ['must be an integer'],
    ]);
  });
});

describe('A password', () => {
  it.each(['12345678', 'x'.repeat(72), '😀😀', '密码密'])('may have 8 to 72 bytes: %j', (password) => {
    expect(validate(NewPassword, password)).toEqual({ value: password });
  });

  it.each(['', '1', '1234567', '😀1', '😀'.repeat(19)])('must have 8 to 72 bytes: %j', (password) => {
    expect(faults(NewPassword, password)).toEqual([['', 'must have 8 to 72 bytes']]);
  });
});

describe('The size limit of a route’s body', () => {
  it('admits every valid body, also with all characters escaped', () => {
    const escaped = (text: string) => text.replaceAll('😀', '\\ud83d\\ude00');
    const name = '😀'.repeat(2000);
    const schema = Type.Object({
      name: Type.String({ maxLength: 2000 }),
      all: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
    });
    const body = JSON.stringify({ name, all: new Array(50).fill('😀'.repeat(200)) });
    expect(bodyLimitOf(schema)).toBeGreaterThan(Buffer.byteLength(escaped(body)));
  });

  it('follows its schema, from 16 KB to 1 MB', () => {
    expect(bodyLimitOf(Type.Object({}))).toBe(16 * 1024);
    expect(bodyLimitOf(Type.Object({ text: Type.String() }))).toBe(1024 * 1024);
    expect(bodyLimitOf(VisitorMessage)).toBe(1024 * 1024);
    expect(bodyLimitOf(ChatbotUpdate)).toBe(512 * 1024);
  });
});
