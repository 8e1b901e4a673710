import { Type } from 'typebox';
import type { App } from '../../app-types.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerId } from '../../plugins/session/session.ts';
import { AnswerId, ChatbotParams } from '../../schemas/common.ts';
import { AnswerExplanation } from '../../schemas/explanations.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';

const explain = operation({
  id: 'explainAnswer',
  tag: 'Audit',
  access: 'session',
  summary: 'Explain an answer',
  description:
    'Everything that was recorded about an answer: the question, the configuration and the prompt as they were, the passages with their scores, the model, its tokens and times, what was cited and what was filtered. `today` searches again, in the content as it is now. What was erased is `{"erased": true}`.',
  params: Type.Object({ ...ChatbotParams.properties, messageId: AnswerId }),
  success: { 200: AnswerExplanation },
  errors: ['CHATBOT_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

type Deps = Pick<HttpDeps, 'queries' | 'explainAnswer'>;

export async function explanationRoutes(app: App, { queries, explainAnswer }: Deps): Promise<void> {
  const options = { schema: explain, config: { accountRate: 'explain' } } as const;
  app.get('/chatbots/:id/audit/answers/:messageId', options, async (request) => {
    const { id, messageId } = request.params;
    await requireOwnChatbot(queries, ownerId(request), id);
    const explanation = await explainAnswer(id, messageId);
    if (explanation === null) throw new ApiError('MESSAGE_NOT_FOUND');
    return success(explanation);
  });
}
