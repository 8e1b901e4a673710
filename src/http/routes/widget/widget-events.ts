import type { App } from '../../app-types.ts';
import type { Channels } from '../../channels/channels.ts';
import { EVENT_STREAM, streamEvents } from '../../channels/event-stream.ts';
import type { HttpDeps } from '../../deps.ts';
import { operation } from '../../openapi/operation.ts';
import { widgetKeyOf } from '../../plugins/widget-key/widget-key.ts';
import { ResumeHeaders, VisitorChannelQuery, VisitorEvents } from '../../schemas/channels.ts';
import { WidgetParams } from '../../schemas/widget-chat.ts';

const events = operation({
  id: 'getSessionEvents',
  tag: 'Widget',
  access: 'widget',
  params: WidgetParams,
  summary: 'Stream events of a session',
  description:
    'A live stream of messages that a human writes to the visitor, of takeovers and releases, and of the deletion of the conversation. The session may be one that has asked nothing yet. The stream ends when the key is revoked.',
  querystring: VisitorChannelQuery,
  headers: ResumeHeaders,
  success: {},
  stream: VisitorEvents,
  errors: [],
});

type Deps = Pick<HttpDeps, 'commands' | 'queries'> & { readonly channels: Channels };

export async function widgetEventRoutes(app: App, { commands, queries, channels }: Deps): Promise<void> {
  app.get('/:chatbotPublicId/events', { schema: events, ...EVENT_STREAM }, async (request, reply) => {
    const { id: credential, chatbotId } = widgetKeyOf(request);
    const { sessionId, lastEventId: queried } = request.query;
    const session = { id: sessionId, stream: commands.conversations.streamOf({ chatbotId, sessionId }) };
    await streamEvents(request, reply, {
      channels,
      reader: { chatbotId, session, credential },
      queried,
      isAllowed: async () => (await queries.widgetKeys.find(chatbotId, credential))?.isActive === true,
    });
  });
}
