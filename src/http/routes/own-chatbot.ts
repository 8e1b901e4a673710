import type { Queries } from '../../projections/queries.ts';
import { ApiError } from '../errors/api-error.ts';

/** @throws ApiError CHATBOT_NOT_FOUND also for another account's chatbot */
export async function requireOwnChatbot(
  { chatbots }: Pick<Queries, 'chatbots'>,
  accountId: string,
  chatbotId: string,
): Promise<void> {
  if (!(await chatbots.owns(accountId, chatbotId))) throw new ApiError('CHATBOT_NOT_FOUND');
}
