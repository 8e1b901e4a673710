/** Texts, values, headers and addresses that break programs. */
import type { HeaderLines } from './wire.ts';

const LONG = 'a'.repeat(70_000);

const TEXTS = [
  ...['', ' ', 'a'.repeat(300), 'a'.repeat(5000), LONG, '😀'.repeat(300), 'e\u0301'.repeat(300)],
  ...['\u0000', 'a\u0000b', '\u202egnp.exe', '\u200b', '\ufeff', '\u2028', '\r\nSet-Cookie: a=b', '\u001b[31m'],
  ...['../../../etc/passwd', '..\\..\\boot.ini', 'file:///etc/passwd', 'http://[::1]:1/', 'javascript:alert(1)'],
  ...["' OR 1=1 --", '{"$gt": ""}', '$where', '{{7*7}}', '<script>alert(1)</script>', '%00', '%s%n'],
  ...['__proto__', 'constructor', 'hasOwnProperty', 'null', 'NaN', '1', 'true', '-1', '[object Object]'],
];

/** JSON as text, since some of it no program would write. */
export const VALUES = [
  ...TEXTS.map((text) => JSON.stringify(text)),
  ...['"\\ud800"', '"a\\udfff\\ud800b"', '"\\u0000"', '"\\x"', '"\n"'],
  ...[
    '0',
    '-0',
    '-1',
    '1.5',
    '1e308',
    '1e999',
    '-1e999',
    '9007199254740993',
    '1'.repeat(400),
    '01',
    '+1',
    'NaN',
    'Infinity',
  ],
  ...['null', 'true', 'false', 'undefined', '', '{', '[', ',', '//'],
  ...['{}', '{"$gt":""}', '{"$ne":null}', '{"$where":"sleep(1000)"}', '{"length":1e9}', '{"toString":1,"toJSON":1}'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"a":1,"a":2}'],
  ...['[]', '[[]]', '[null]', `[${'"a",'.repeat(2000)}"a"]`, `${'['.repeat(5000)}${']'.repeat(5000)}`],
];

export const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '$where',
  '$set',
  'a.b',
  '',
  'ownerId',
  'id',
  'status',
  LONG,
];

export const DISPOSITIONS = [
  'form-data; name="file"; filename="a.txt"',
  'form-data; name="file"; filename="../../etc/passwd.txt"',
  'form-data; name="file"; filename="a\u0000.txt"',
  `form-data; name="file"; filename="${'a'.repeat(3000)}.txt"`,
  'form-data; name="file"; filename*=UTF-8\'\'%F0%9F%98%80%zz.txt',
  'form-data; name="file"; filename=""',
  'form-data; name="file"; filename=".txt"',
  'form-data; name="file"; filename="a.txt.exe"',
  'form-data; name="file"',
  'form-data; name="__proto__"; filename="a.txt"',
  'form-data; name="__proto__"',
  'form-data',
  'attachment',
  '',
];

export const PART_TYPES = [
  'text/plain',
  'application/pdf',
  'image/png',
  'text/plain; charset=utf-99',
  'nonsense',
  '',
  'a'.repeat(2000),
];
export const PART_BODIES = ['', 'text', '%PDF-1.7 nonsense', '\x89PNG\r\n\x1a\n', '\u0000\u0001\u0002', '--x', LONG];

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'multipart/form-data; boundary=x';
export const TYPES = [
  ...[JSON_TYPE, FORM_TYPE, 'application/json; charset=utf-16', 'application/json;;;', 'APPLICATION/JSON', 'text/json'],
  ...[
    'application/json, text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=x',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/ld+json',
    '',
    '/',
    'x',
    `a/${'b'.repeat(5000)}`,
  ],
];

/** Besides those a route needs. A second one of a name comes after the first. */
export const HEADERS: HeaderLines = [
  ['content-encoding', 'gzip'],
  ['content-encoding', 'identity'],
  ['accept', 'text/html;q=x, */*'],
  ['accept-encoding', 'gzip, nonsense'],
  ['cookie', 'access_token=; access_token=x; __proto__=1; =; ;;'],
  ['cookie', `refresh_token=${'x'.repeat(4000)}`],
  ['x-widget-key', 'cwk_nonsense'],
  ['origin', 'null'],
  ['origin', 'http://a b'],
  ['origin', 'https://example.com, https://example.org'],
  ['if-match', '*'],
  ['if-match', '"-1", W/"0", nonsense'],
  ['if-match', '"99999999999999999999"'],
  ['if-none-match', '*'],
  ['idempotency-key', ''],
  ['idempotency-key', 'a'.repeat(129)],
  ['idempotency-key', '\u00ff{"$gt":""}'],
  ['last-event-id', '-1'],
  ['range', 'bytes=0-99999999999'],
  ['expect', '200-maybe'],
  ['x-forwarded-for', '"><script>, 999.999.999.999'],
  ['x-forwarded-host', 'evil.example.org'],
  ['x-forwarded-proto', 'gopher'],
  ['x-http-method-override', 'DELETE'],
  ['authorization', 'Bearer null'],
  ['accept-language', 'x'.repeat(3000)],
  ['traceparent', '\u0080\u00ff'],
];

export const SEGMENTS = [
  ...[
    '..',
    '.',
    '%2e%2e',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '%5c..%5c',
    '%00',
    '%0d%0aSet-Cookie:%20a=b',
    '%',
    '%E0%A4%A',
    '%zz',
  ],
  ...[
    '%ff%fe',
    '%ed%a0%80',
    '%f0%9f%98%80',
    '%25',
    '__proto__',
    'constructor',
    '*',
    ':id',
    '{id}',
    "'",
    '%7B%22$gt%22:%22%22%7D',
  ],
  ...['a'.repeat(400), 'a'.repeat(2000), '00000000-0000-0000-0000-000000000000', '[]', ';a=b', '@', '~', '%20', '+'],
];

export const QUERIES = [
  ...[
    'limit=0',
    'limit=501',
    'limit=-1',
    'limit=1e2',
    'limit=NaN',
    'limit=',
    'limit=1&limit=2',
    'limit[]=1',
    'limit[$gt]=1',
  ],
  ...['before=', 'before=nonsense', 'before[$ne]=', `before=${'a'.repeat(3000)}`, 'before=%00', 'before=a&before=b'],
  ...[
    'sessionId=',
    'sessionId=a&sessionId=b',
    'sessionId[]=a',
    'sessionId=%ed%a0%80',
    'sessionId=%',
    'sessionId=%F0%9F%98%80',
  ],
  ...[
    '__proto__=1',
    '__proto__[admin]=1',
    'constructor.prototype.admin=1',
    '=',
    '&&&',
    '?',
    '%',
    '%ff',
    'a='.repeat(1500),
  ],
];
