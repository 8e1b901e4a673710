import type { App } from '../../app-types.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerId } from '../../plugins/session/session.ts';
import { UsageData } from '../../schemas/accounts.ts';

const usage = operation({
  id: 'getUsage',
  tag: 'Accounts',
  access: 'session',
  summary: 'Get the usage of this month',
  description:
    "How much of the plan is used, exactly as its limits count it: chatbots, and visitors' messages of the calendar month (UTC), including those that are being answered.",
  success: { 200: UsageData },
  errors: [],
});

/** Read from the log, where the limits are decided: a read model could lag behind them. */
export async function usageRoutes(app: App, { commands, clock }: Pick<HttpDeps, 'commands' | 'clock'>): Promise<void> {
  app.get('/auth/me/usage', { schema: usage }, async (request) => {
    const accountId = ownerId(request);
    const [chatbots, messages] = await Promise.all([
      commands.chatbots.usage(accountId),
      commands.messageQuota.usage(accountId, clock.now()),
    ]);
    if (chatbots === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    return success({
      usage: {
        plan: chatbots.plan,
        month: messages.month,
        messages: { used: messages.used, limit: messages.limit },
        chatbots: { used: chatbots.used, limit: chatbots.limit },
      },
    });
  });
}
