import { Type } from 'typebox';
import { domainFault, normaliseDomain } from '../../../domain/widget-key/allowed-domains.ts';
import type { App } from '../../app-types.ts';
import type { CommandRouteDeps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerCommandContext, ownerId } from '../../plugins/session/session.ts';
import { BelowChatbotParams, Confirmation, KeyId } from '../../schemas/common.ts';
import { GeneratedWidgetKey, NewWidgetKey, WidgetKeyData, WidgetKeyList } from '../../schemas/widget-keys.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';

const tag = 'Widget keys';
const access = 'session';
const params = BelowChatbotParams;

const generate = operation({
  id: 'createWidgetKey',
  tag,
  access,
  params,
  summary: 'Create a widget key',
  description:
    '`key` is the secret. It is shown once, since only its hash is stored. A chatbot has at most 100 active keys.',
  body: NewWidgetKey,
  success: { 201: GeneratedWidgetKey },
  responseHeaders: ['Location'],
  errors: ['CHATBOT_NOT_FOUND', 'WIDGET_KEY_LIMIT_REACHED'],
});

const list = operation({
  id: 'listWidgetKeys',
  tag,
  access,
  params,
  summary: 'List widget keys',
  description: 'Includes revoked keys, and the usage of each key, which is up to date within two seconds.',
  success: { 200: WidgetKeyList },
  errors: ['CHATBOT_NOT_FOUND'],
});

const KeyParams = Type.Object({ ...params.properties, keyId: KeyId });

const get = operation({
  id: 'getWidgetKey',
  tag,
  access,
  summary: 'Get a widget key',
  description: 'Also a revoked key. Its usage is up to date within two seconds.',
  params: KeyParams,
  success: { 200: WidgetKeyData },
  errors: ['CHATBOT_NOT_FOUND', 'WIDGET_KEY_NOT_FOUND'],
});

const revoke = operation({
  id: 'revokeWidgetKey',
  tag,
  access,
  summary: 'Revoke a widget key',
  description: 'Takes effect at once: the next request with the key is refused.',
  params: KeyParams,
  success: { 200: Confirmation },
  errors: ['CHATBOT_NOT_FOUND', 'WIDGET_KEY_NOT_FOUND'],
});

export async function widgetKeyRoutes(app: App, deps: CommandRouteDeps): Promise<void> {
  const { commands, queries, progress } = deps;

  app.post('/chatbots/:chatbotId/widget-keys', { schema: generate }, async (request, reply) => {
    const { chatbotId } = request.params;
    const { label } = request.body;
    const owner = ownerId(request);
    await requireOwnChatbot(queries, owner, chatbotId);
    const allowedDomains = request.body.allowedDomains.map(domain);
    const context = ownerCommandContext(request, deps);
    const random = request.idempotency?.secretBytes('widget key');
    const generated = await commands.widgetKeys.generate(owner, chatbotId, { label, allowedDomains, random }, context);
    await progress.waitFor(generated.position);
    if (!generated.ok) throw rejectionError(generated.rejection);
    const { keyId, secret } = generated.value;
    const widgetKey = await queries.widgetKeys.find(chatbotId, keyId);
    if (widgetKey === null) throw new ApiError('CHATBOT_NOT_FOUND');
    const location = `/api/chatbots/${chatbotId}/widget-keys/${keyId}`;
    return reply
      .code(201)
      .header('Location', location)
      .send(success({ key: secret, widgetKey }));
  });

  app.get('/chatbots/:chatbotId/widget-keys', { schema: list }, async (request) => {
    await requireOwnChatbot(queries, ownerId(request), request.params.chatbotId);
    return success({ keys: await queries.widgetKeys.list(request.params.chatbotId) });
  });

  app.get('/chatbots/:chatbotId/widget-keys/:keyId', { schema: get }, async (request) => {
    const { chatbotId, keyId } = request.params;
    await requireOwnChatbot(queries, ownerId(request), chatbotId);
    const widgetKey = await queries.widgetKeys.findWithUsage(chatbotId, keyId);
    if (widgetKey === null) throw new ApiError('WIDGET_KEY_NOT_FOUND');
    return success({ widgetKey });
  });

  app.delete('/chatbots/:chatbotId/widget-keys/:keyId', { schema: revoke }, async (request) => {
    const { chatbotId, keyId } = request.params;
    await requireOwnChatbot(queries, ownerId(request), chatbotId);
    const revoked = await commands.widgetKeys.revoke(chatbotId, keyId, ownerCommandContext(request, deps));
    await progress.waitFor(revoked.position);
    if (!revoked.ok) throw rejectionError(revoked.rejection);
    return success({ message: 'Widget key revoked' });
  });
}

function domain(entry: string, place: number): string {
  const normalised = normaliseDomain(entry);
  if (normalised === null) throw invalid(`/allowedDomains/${place}`, domainFault(entry) ?? '');
  return normalised;
}
