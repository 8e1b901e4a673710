/** The document's examples, sent one after the other as an integrator pastes them. */
import { beforeAll, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../support/http/documented.ts';
import { cookiesOf, serviceOfFile } from '../../support/http/service.ts';

const service = serviceOfFile();
let document: OpenApiDocument;
beforeAll(async () => {
  document = await service().document();
});

type Strings = Record<string, string>;

/** Sends the example of the operation as it is documented. */
async function send<Data>(operationId: string, ids: Strings = {}, headers: Strings = {}) {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== operationId) continue;
      const body = operation.requestBody?.content['application/json']?.example;
      const named = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'any');
      return service().call<Data>(method.toUpperCase(), named, { body, headers });
    }
  }
  throw new Error(`The document has no operation ${operationId}`);
}

it('The examples of an account belong together: it is registered, signs in, changes its password, and is deleted', async () => {
  expect((await send('register')).status).toBe(201);
  const cookie = cookiesOf(await send('login'));
  expect((await send('deleteCurrentUser', {}, { cookie })).status).toBe(200);
  const again = cookiesOf(await send('register'));
  expect((await send('updateCurrentUser', {}, { cookie: again })).status).toBe(200);
});

it('The examples lead from an account to an answered question', async () => {
  const owner = await service().owner();
  const { cookie } = owner;
  const created = await send<{ chatbot: { id: string } }>('createChatbot', {}, { cookie });
  const { id } = created.data.chatbot;
  const ids = { id, chatbotId: id };
  expect((await send('updateChatbot', ids, { cookie })).status).toBe(200);
  expect((await send('addDataSource', ids, { cookie })).status).toBe(201);
  const { key } = (await send<{ key: string }>('createWidgetKey', ids, { cookie })).data;
  const page = { 'x-widget-key': key, origin: 'https://example.com' };
  const answer = await send('sendMessage', {}, page);
  expect(answer.text).toContain('event: done');
  expect((await send('testChat', ids, { cookie })).status).toBe(200);
});
