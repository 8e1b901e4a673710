import type { App } from '../../app-types.ts';
import type { Channels } from '../../channels/channels.ts';
import { EVENT_STREAM, streamEvents } from '../../channels/event-stream.ts';
import type { HttpDeps } from '../../deps.ts';
import { operation } from '../../openapi/operation.ts';
import { ownerSession } from '../../plugins/session/session.ts';
import { OwnerEvents, ResumeHeaders, ResumeQuery } from '../../schemas/channels.ts';
import { ChatbotParams } from '../../schemas/common.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';

const events = operation({
  id: 'getEvents',
  tag: 'Takeover',
  access: 'session',
  params: ChatbotParams,
  summary: 'Stream events of a chatbot',
  description:
    'A live stream of messages, takeovers, releases, requests for a human, leads, ratings, deleted conversations, source changes and status changes. It ends when the session ends and when the chatbot is deleted.',
  querystring: ResumeQuery,
  headers: ResumeHeaders,
  success: {},
  stream: OwnerEvents,
  errors: ['CHATBOT_NOT_FOUND'],
});

type Deps = Pick<HttpDeps, 'queries' | 'clock'> & { readonly channels: Channels };

export async function eventRoutes(app: App, { queries, clock, channels }: Deps): Promise<void> {
  app.get('/chatbots/:id/events', { schema: events, ...EVENT_STREAM }, async (request, reply) => {
    const { id: chatbotId } = request.params;
    const { accountId, sessionId: credential } = ownerSession(request);
    await requireOwnChatbot(queries, accountId, chatbotId);
    await streamEvents(request, reply, {
      channels,
      reader: { chatbotId, session: null, credential },
      queried: request.query.lastEventId,
      isAllowed: async () =>
        (await queries.chatbots.owns(accountId, chatbotId)) &&
        (await queries.sessions.accountOf(credential, clock.now())) === accountId,
    });
  });
}
