import type { App } from '../../app-types.ts';
import type { CommandRouteDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { limitVisitorAction } from '../../plugins/rate-limiting/rate-limiting.ts';
import { visitorCommandContext, widgetKeyOf } from '../../plugins/widget-key/widget-key.ts';
import { Handoff, HandoffRequest } from '../../schemas/takeovers.ts';
import { WidgetParams } from '../../schemas/widget-chat.ts';

const requestHandoff = operation({
  id: 'requestHandoff',
  tag: 'Widget',
  access: 'widget',
  params: WidgetParams,
  summary: 'Request a human',
  description:
    'The session must have asked a question before. The owner sees the request and is mailed once. Asking again changes nothing until somebody takes the session over.',
  body: HandoffRequest,
  success: { 200: Handoff },
  errors: ['CHATBOT_NOT_FOUND', 'HANDOFF_NOT_ENABLED', 'CONVERSATION_NOT_FOUND'],
});

export async function widgetHandoffRoutes(app: App, deps: CommandRouteDeps): Promise<void> {
  const { commands, queries, progress } = deps;

  app.post('/:chatbotPublicId/handoff', { schema: requestHandoff }, async (request, reply) => {
    const { id: keyId, chatbotId } = widgetKeyOf(request);
    const { sessionId } = request.body;
    await limitVisitorAction(reply, 'handoff', sessionId);
    const configuration = await queries.chatbots.configuration(chatbotId);
    if (configuration === null) throw new ApiError('CHATBOT_NOT_FOUND');
    if (!configuration.humanHandoffEnabled) throw new ApiError('HANDOFF_NOT_ENABLED');
    const context = visitorCommandContext(request, deps);
    const requested = await commands.takeovers.requestHandoff({ chatbotId, sessionId }, keyId, context);
    await progress.waitFor(requested.position);
    if (!requested.ok) throw rejectionError(requested.rejection);
    const { isHandoffRequested, takenOverSince } = requested.value;
    return success({ handoffRequested: isHandoffRequested, takenOver: takenOverSince !== null });
  });
}
