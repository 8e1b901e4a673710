/** What the document tells of the API as a whole. */
import { ACCESS_COOKIE, REFRESH_COOKIE } from '../session/cookies.ts';
import type { Tag } from './operation.ts';

const TAGS: Readonly<Record<Tag, string>> = {
  Accounts: 'Register, sign in and out. A session is two cookies, which browsers keep and send by themselves.',
  Chatbots: 'Chatbots, their conversations, leads and ratings.',
  'Data sources':
    'What chatbots answer from: websites, texts, YouTube videos and documents. They are read in the background.',
  Images: 'Avatars of chatbots, for pages anywhere.',
  'Widget keys': 'What lets a page use a chatbot, and on which domains.',
  Widget:
    'For pages: authenticated by a widget key, restricted to its domains. The chatbot is the one the key belongs to.',
  Operation: 'How the service is. None of it asks who calls.',
};

const DESCRIPTION = `Chatbots that answer visitors from the content of their owners.

**Answers** are \`{"success": true, "data": {…}}\`, or \`{"success": false, "message", "code", "requestId"}\`: \`code\` is stable, \`message\` is for people,
\`details\` says what was wrong with a request. Every answer carries an \`X-Request-Id\`; a caller's own is kept.

**Two kinds of callers.** Owners have a session: cookies that \`register\` and \`login\` set, renewed by \`refresh\`. Pages have a widget key, sent as
\`X-Widget-Key\`, which works on the domains it allows.

**Reads see writes.** What has been answered is there for every later request, at any node.

**Limits** are answered with 429 and \`Retry-After\` in seconds. A POST with an \`Idempotency-Key\` can be sent again without being done twice.

Ids are UUIDs, times ISO 8601 in UTC with milliseconds. Unknown fields of a body are dropped.`;

export const ABOUT = {
  openapi: '3.1.0',
  info: {
    title: 'Chatledger',
    version: '1',
    summary: 'Chatbots from your own content',
    description: DESCRIPTION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  // Its page tries the API under the name it was opened by, which is the only one it may ask.
  servers: [{ url: '/', description: 'Where this document was read' }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
};

export const COMPONENTS = {
  headers: {
    RequestId: {
      description:
        'Names the request in the log. A caller’s own is kept when it is 1 to 64 characters of `A-Za-z0-9._-`.',
      schema: { type: 'string' },
      example: '01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e',
    },
    RetryAfter: {
      description: 'Seconds after which it is worth trying again.',
      schema: { type: 'integer', minimum: 1 },
      example: 30,
    },
    ETag: {
      description: 'Names what was answered as it stands now.',
      schema: { type: 'string' },
      example: '"7"',
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
      description: 'Set by `register`, `login` and `refresh`. Good for 15 minutes, or until the session ends.',
    },
    refreshToken: {
      type: 'apiKey',
      in: 'cookie',
      name: REFRESH_COOKIE,
      description:
        'Set with the session, and rotated by each `refresh`. Using one twice ends the session: it was stolen.',
    },
    widgetKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Widget-Key',
      description:
        'The secret that `createWidgetKey` answers once. The page’s `Origin` must be among the domains of the key.',
    },
  },
};
