import { Type } from 'typebox';
import type { App } from '../../app-types.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerId } from '../../plugins/session/session.ts';
import { ChatbotParams, LeadConversationId } from '../../schemas/common.ts';
import { LeadExport } from '../../schemas/lead-export.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';

const exportLead = operation({
  id: 'exportLead',
  tag: 'Audit',
  access: 'session',
  summary: 'Export a lead',
  description:
    'Everything stored about a visitor who left contact details, to answer a data access request: every version of the details, the whole conversation, ratings, requests for a human and takeovers.',
  params: Type.Object({ ...ChatbotParams.properties, conversationId: LeadConversationId }),
  success: { 200: LeadExport },
  errors: ['CHATBOT_NOT_FOUND', 'LEAD_NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

type Deps = Pick<HttpDeps, 'queries' | 'exportLead'>;

export async function leadExportRoutes(app: App, deps: Deps): Promise<void> {
  const options = { schema: exportLead, config: { accountRate: 'explain' } } as const;
  app.get('/chatbots/:id/leads/:conversationId/export', options, async (request) => {
    const { id, conversationId } = request.params;
    await requireOwnChatbot(deps.queries, ownerId(request), id);
    const exported = await deps.exportLead(id, conversationId);
    if (exported === null) throw new ApiError('LEAD_NOT_FOUND');
    const { messages } = exported.conversation;
    const copied = messages.map(({ sources, suggestions, ...message }) => {
      return { ...message, sources: [...sources], suggestions: [...suggestions] };
    });
    return success({ ...exported, conversation: { ...exported.conversation, messages: copied } });
  });
}
