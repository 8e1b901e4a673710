/** The parts of the document that describe the API as a whole. */

import { ACCESS_COOKIE, REFRESH_COOKIE } from '../plugins/session/cookies.ts';
import { EXAMPLE_ID } from '../schemas/common.ts';
import type { Tag } from './operation.ts';

const TAGS: Readonly<Record<Tag, string>> = {
  Accounts: 'Register, sign in and sign out. A session is two cookies, which browsers store and send automatically.',
  Chatbots: 'Chatbots, their conversations, leads and ratings.',
  Audit: 'What happened to a chatbot, how it stood at any time, and why its answers are what they are.',
  Takeover: "Humans who answer in a chatbot's place, and what goes on as it happens.",
  'Data sources':
    'Websites, texts, YouTube videos and documents that chatbots answer from. They are read in the background.',
  Images: 'Avatars of chatbots. Any page may show them.',
  'Widget keys': 'Keys that let pages use a chatbot, and the domains that they allow.',
  Widget: 'For pages: authenticated by a widget key and restricted to its domains. The key determines the chatbot.',
  Operation: 'Health and metrics of the service. No authentication.',
};

const DESCRIPTION = `Chatbots that answer visitors from the content of their owners.

**Responses** are \`{"success": true, "data": {…}}\`, or \`{"success": false, "message", "code", "requestId"}\`: \`code\` is stable, \`message\` is for people,
\`details\` lists what is wrong with a request. Every response has an \`X-Request-Id\`; a caller's own id is kept.

**Authentication.** Owners have a session: cookies that \`register\` and \`login\` set and \`refresh\` renews. Pages send a widget key as
\`X-Widget-Key\`, which works on the domains that it allows.

**Read-your-writes.** Once a write is answered, every later request sees it, on any node.

**Rate limits.** A request over a limit gets 429 with \`Retry-After\` in seconds. \`RateLimit\` and \`RateLimit-Policy\` show what is left.

**Idempotency.** A POST with an \`Idempotency-Key\` can be sent again without being executed twice.

Ids are UUIDs. Times are ISO 8601 in UTC with milliseconds. Unknown fields of a body are ignored.`;

export const ABOUT = {
  openapi: '3.1.0',
  info: {
    title: 'Chatledger',
    version: '1',
    summary: 'Chatbots from your own content',
    description: DESCRIPTION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  // The documentation page may only send requests to the origin that it was loaded from.
  servers: [{ url: '/', description: 'The server of this document' }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
};

export const COMPONENTS = {
  headers: {
    RequestId: {
      description:
        'Identifies the request in the log. A caller’s own id is kept when it has 1 to 64 characters of `A-Za-z0-9._-`.',
      schema: { type: 'string' },
      example: EXAMPLE_ID,
    },
    RetryAfter: {
      description: 'Seconds to wait before trying again.',
      schema: { type: 'integer', minimum: 1 },
      example: 30,
    },
    AcceptEncoding: {
      description: 'With `UNSUPPORTED_CONTENT_ENCODING`: the encodings in which a body is accepted.',
      schema: { type: 'string' },
      example: 'identity',
    },
    RateLimit: {
      description:
        'For each rate that counted the request: `r`, the requests left, and `t`, the seconds until the rate is reset ' +
        '(IETF draft httpapi-ratelimit-headers).',
      schema: { type: 'string' },
      example: '"address";r=11999;t=60, "owner-reads";r=5999;t=60',
    },
    RateLimitPolicy: {
      description: 'The policy of the same rates: `q` requests in `w` seconds.',
      schema: { type: 'string' },
      example: '"address";q=12000;w=60, "owner-reads";q=6000;w=60',
    },
    ETag: {
      description: 'Version of the resource, for conditional requests.',
      schema: { type: 'string' },
      example: '"7-ready-5-12"',
    },
    Location: {
      description: 'Path of the created resource.',
      schema: { type: 'string', format: 'uri-reference' },
      example: '/api/chatbots/01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e',
    },
    SessionCookies: {
      description: `\`${ACCESS_COOKIE}\` (15 minutes) and \`${REFRESH_COOKIE}\` (30 days, only for \`/api/auth\`), HttpOnly and SameSite=Lax.`,
      schema: { type: 'string' },
      example: `${ACCESS_COOKIE}=eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl; Max-Age=900; Path=/; HttpOnly; SameSite=Lax`,
    },
  },
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: ACCESS_COOKIE,
      description: 'Set by `register`, `login` and `refresh`. Valid for 15 minutes, or until the session ends.',
    },
    refreshToken: {
      type: 'apiKey',
      in: 'cookie',
      name: REFRESH_COOKIE,
      description:
        'Set with the session and rotated by each `refresh`. A token that is used twice counts as stolen and ends the session.',
    },
    widgetKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Widget-Key',
      description:
        'The secret that `createWidgetKey` returns once. The page’s `Origin` must be among the domains of the key.',
    },
  },
};
