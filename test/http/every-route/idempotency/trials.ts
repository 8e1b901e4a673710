/** A way to try each POST with an idempotency key. */
import { randomUUID } from 'node:crypto';
import { png } from '../../../support/files/images.ts';
import { type Attempt, address, type IdempotencyWorld, newCredentials } from './world.ts';

/** One way to try an operation. */
export interface Trial {
  /** Creates what the request needs. Returns the request, which may be sent any number of times. */
  prepare(): Promise<Attempt>;
  /** The same request with another body. */
  readonly otherBody: (body: unknown) => unknown;
  /** The same request as somebody else sends it. */
  readonly otherCaller: (attempt: Attempt) => Attempt;
  readonly status: number;
}

const fromElsewhere = (attempt: Attempt): Attempt => ({
  ...attempt,
  headers: { ...attempt.headers, 'x-forwarded-for': '203.0.113.8' },
});
const asOtherVisitor = (attempt: Attempt): Attempt => ({
  ...attempt,
  body: { ...(attempt.body as object), sessionId: randomUUID() },
});
const more = (body: unknown) => ({ ...(body as object), unknown: 1 });
const something = () => ({ unknown: 1 });
function formOf(bytes: Uint8Array<ArrayBuffer>, name: string, type: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  return form;
}
const textForm = (text: string) => formOf(new TextEncoder().encode(text), 'a.txt', 'text/plain');
const question = () => ({ sessionId: randomUUID(), message: 'When are you open?' });

/** By operation id. */
export function trialsOf(world: IdempotencyWorld): Readonly<Record<string, Trial>> {
  const cookie = () => ({ cookie: world.owner().cookie });
  const below = (path = '') => `/api/chatbots/${world.chatbotId()}${path}`;
  const asStranger = (attempt: Attempt): Attempt => ({
    ...attempt,
    headers: { ...attempt.headers, cookie: world.stranger().cookie },
  });
  /** A session that has asked something. */
  const asked = async (): Promise<string> => {
    const { sessionId, message } = question();
    await world.widget().ask(sessionId, message);
    return sessionId;
  };
  return {
    register: {
      prepare: async () => ({
        path: '/api/auth/register',
        headers: address(),
        body: { ...newCredentials(), name: 'Ada' },
      }),
      otherBody: more,
      otherCaller: fromElsewhere,
      status: 201,
    },
    login: {
      async prepare() {
        const { email, password } = (await world.registered()).body;
        return { path: '/api/auth/login', headers: address(), body: { email, password } };
      },
      otherBody: more,
      otherCaller: fromElsewhere,
      status: 200,
    },
    refresh: {
      prepare: async () => ({
        path: '/api/auth/refresh',
        headers: address({ cookie: (await world.registered()).cookies }),
      }),
      otherBody: something,
      otherCaller: (attempt) => ({ ...attempt, headers: address() }),
      status: 200,
    },
    logout: {
      prepare: async () => ({
        path: '/api/auth/logout',
        headers: address({ cookie: (await world.registered()).cookies }),
      }),
      otherBody: something,
      otherCaller: (attempt) => ({ ...attempt, headers: address() }),
      status: 200,
    },
    requestPasswordReset: {
      prepare: async () => ({
        path: '/api/auth/password-reset',
        headers: address(),
        body: { email: newCredentials().email },
      }),
      otherBody: more,
      otherCaller: fromElsewhere,
      status: 202,
    },
    resetPassword: {
      async prepare() {
        const token = await world.service().resetToken((await world.registered()).body.email);
        return {
          path: '/api/auth/password-reset/confirm',
          headers: address(),
          body: { token, password: 'battery staple' },
        };
      },
      otherBody: more,
      otherCaller: fromElsewhere,
      status: 200,
    },
    createChatbot: {
      prepare: async () => ({ path: '/api/chatbots', headers: cookie(), body: { name: 'Helper' } }),
      otherBody: () => ({ name: 'Another' }),
      otherCaller: asStranger,
      status: 201,
    },
    recrawlChatbot: {
      prepare: async () => ({ path: below('/recrawl'), headers: cookie() }),
      otherBody: something,
      otherCaller: asStranger,
      status: 202,
    },
    testChat: {
      prepare: async () => ({ path: below('/chat'), headers: cookie(), body: { message: 'When are you open?' } }),
      otherBody: more,
      otherCaller: asStranger,
      status: 200,
    },
    addDataSource: {
      prepare: async () => ({
        path: below('/datasources'),
        headers: cookie(),
        body: { type: 'text', title: 'Parking', content: 'Parking is free.' },
      }),
      otherBody: more,
      otherCaller: asStranger,
      status: 201,
    },
    uploadFile: {
      prepare: async () => ({
        path: below('/datasources/file'),
        headers: cookie(),
        body: textForm('Parking is free.'),
      }),
      otherBody: () => textForm('Parking costs a lot.'),
      otherCaller: asStranger,
      status: 201,
    },
    uploadImage: {
      async prepare() {
        const body = formOf(await png(), 'a.png', 'image/png');
        return { path: `/api/uploads/${world.chatbotId()}/image`, headers: cookie(), body };
      },
      otherBody: () => formOf(new TextEncoder().encode('no image'), 'a.png', 'image/png'),
      otherCaller: asStranger,
      status: 201,
    },
    refreshDataSource: {
      async prepare() {
        const body = { type: 'url', sourceUrl: 'http://127.0.0.1:1/' };
        const path = `/chatbots/${world.chatbotId()}/datasources`;
        const added = await world.owner().call<{ dataSource: { id: string } }>('POST', path, { body });
        return { path: below(`/datasources/${added.data.dataSource.id}/refresh`), headers: cookie() };
      },
      otherBody: something,
      otherCaller: asStranger,
      status: 202,
    },
    createWidgetKey: {
      prepare: async () => ({
        path: below('/widget-keys'),
        headers: cookie(),
        body: { label: 'Shop', allowedDomains: ['example.com'] },
      }),
      otherBody: more,
      otherCaller: asStranger,
      status: 201,
    },
    sendMessage: {
      prepare: async () => ({ path: '/api/chat/any/message', headers: world.widget().headers, body: question() }),
      otherBody: more,
      otherCaller: asOtherVisitor,
      status: 200,
    },
    takeOverSession: {
      prepare: async () => ({ path: below(`/sessions/${await asked()}/takeover`), headers: cookie() }),
      otherBody: something,
      otherCaller: asStranger,
      status: 200,
    },
    sendAgentMessage: {
      async prepare() {
        const session = below(`/sessions/${await asked()}`);
        await world.service().call('POST', `${session}/takeover`, { headers: cookie() });
        return { path: `${session}/messages`, headers: cookie(), body: { message: 'Ada here.' } };
      },
      otherBody: more,
      otherCaller: asStranger,
      status: 201,
    },
    requestHandoff: {
      prepare: async () => ({
        path: '/api/chat/any/handoff',
        headers: world.widget().headers,
        body: { sessionId: await asked() },
      }),
      otherBody: more,
      otherCaller: asOtherVisitor,
      status: 200,
    },
    rateMessage: {
      async prepare() {
        const { sessionId, message } = question();
        const { messageId } = await world.widget().ask(sessionId, message);
        const body = { sessionId, messageId, feedback: 'positive' };
        return { path: '/api/chat/any/feedback', headers: world.widget().headers, body };
      },
      otherBody: more,
      otherCaller: asOtherVisitor,
      status: 200,
    },
  };
}
