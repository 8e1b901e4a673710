import { Type } from 'typebox';
import { conversationSubject } from '../../../domain/key-subjects.ts';
import { secondsUntilNextMonth } from '../../../domain/message-quota/month.ts';
import { RESPONSE_RETENTION_MS } from '../../../ports/idempotency.ts';
import { STREAM_READ_WAIT_MS } from '../../../ports/read-progress.ts';
import type { App } from '../../app-types.ts';
import type { AnswerInterrupts } from '../../channels/answer-interrupts.ts';
import { abortOnDisconnect } from '../../client-disconnect.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { type Rejection, rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { limitVisitorAction } from '../../plugins/rate-limiting/rate-limiting.ts';
import { visitorCommandContext, widgetKeyOf } from '../../plugins/widget-key/widget-key.ts';
import { sendRawSuccess } from '../../raw-success.ts';
import { onResponseClose } from '../../response-close.ts';
import { WidgetConfigurationData } from '../../schemas/chatbots.ts';
import { PAGE_SIZE, PageQuery } from '../../schemas/common.ts';
import { SessionHistory } from '../../schemas/conversations.ts';
import { AnswerStream, Rated, Rating, SessionQuery, VisitorMessage, WidgetParams } from '../../schemas/widget-chat.ts';
import type { AnswerStreams } from '../answers/answer-streams.ts';
import { turnsFromPage } from '../answers/page-history.ts';

const tag = 'Widget';
const access = 'widget';
const params = WidgetParams;

const config = operation({
  id: 'getWidgetConfig',
  tag,
  access,
  params,
  summary: 'Get the configuration',
  description: 'The public part of the configuration of the chatbot.',
  success: { 200: WidgetConfigurationData },
  errors: ['CHATBOT_NOT_FOUND'],
});

const message = operation({
  id: 'sendMessage',
  tag,
  access,
  params,
  summary: 'Ask a question',
  description:
    'Streams the answer as server-sent events: `token` events in order, the last of them with the line `[SUGGESTIONS] q1 | q2 | q3`, then one `done` event, or one ' +
    '`error` event. A request that is refused gets a JSON response with its status instead. Every question that is asked counts towards ' +
    'the monthly messages of the account, even if its answer fails.',
  body: VisitorMessage,
  success: {},
  stream: AnswerStream,
  errors: ['CHATBOT_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'RATE_LIMITED', 'MESSAGE_LIMIT_REACHED'],
});

const history = operation({
  id: 'getSessionHistory',
  tag,
  access,
  params,
  summary: 'List messages of a session',
  description:
    'The newest messages, oldest first. Page backwards with `before`. The list of an unknown session is empty.',
  querystring: Type.Object({ ...SessionQuery.properties, ...PageQuery.properties }),
  success: { 200: SessionHistory },
  errors: ['MESSAGE_NOT_FOUND'],
});

const feedback = operation({
  id: 'rateMessage',
  tag,
  access,
  params,
  summary: 'Rate an answer',
  description: 'Sending the same rating again removes it. The rating of an answer changes a thousand times at most.',
  body: Rating,
  success: { 200: Rated },
  errors: ['CONVERSATION_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'NOT_AN_ASSISTANT_MESSAGE', 'RATING_LIMIT_REACHED'],
});

export interface WidgetChatDeps extends Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'chat' | 'clock' | 'ids'> {
  readonly streams: AnswerStreams;
  readonly interrupts: AnswerInterrupts;
}

/** The widget key determines the chatbot, not the path. Key and origin are checked before these routes run. */
export async function widgetChatRoutes(app: App, deps: WidgetChatDeps): Promise<void> {
  configurationRoute(app, deps);
  messageRoute(app, deps);
  historyRoute(app, deps);
  ratingRoute(app, deps);
}

function configurationRoute(app: App, deps: WidgetChatDeps): void {
  const { queries, chat } = deps;

  app.get('/:chatbotPublicId/config', { schema: config }, async (request) => {
    chat.warmUp();
    const known = await queries.chatbots.widgetConfiguration(widgetKeyOf(request).chatbotId);
    if (known === null) throw new ApiError('CHATBOT_NOT_FOUND');
    return success({ config: known });
  });
}

function messageRoute(app: App, deps: WidgetChatDeps): void {
  const { chat, progress, streams, interrupts } = deps;

  app.post('/:chatbotPublicId/message', { schema: message, sse: 'manual' }, async (request, reply) => {
    const { id: keyId, chatbotId, ownerId } = widgetKeyOf(request);
    const { sessionId, message: asked, conversationHistory = [], leadData = null } = request.body;
    const history = turnsFromPage(conversationHistory);
    const disconnect = abortOnDisconnect(reply);
    const context = visitorCommandContext(request, deps);
    const watch = interrupts.watch({ chatbotId, sessionId, keyId, disconnect });
    onResponseClose(reply.raw, watch.end);
    const answer = await chat.askAsVisitor(
      { chatbotId, ownerId, keyId, sessionId, message: asked, history, leadData },
      {
        context,
        isRepeated: request.idempotency?.isRepeated ?? false,
        signal: disconnect.signal,
        admit: () => limitVisitorAction(reply, 'widget', sessionId),
      },
    );
    if (!answer.ok) throw rejectionError(answer.rejection, retryAfter(answer.rejection, context.at));
    const whenVisible = () => progress.waitFor(answer.position, STREAM_READ_WAIT_MS);
    const { conversationId, events } = answer.value;
    watch.belongsTo(conversationId);
    request.idempotency?.setSubject(conversationSubject(chatbotId, conversationId));
    await streams.send(reply, { events, whenVisible, disconnect, idempotency: request.idempotency });
  });
}

function historyRoute(app: App, deps: WidgetChatDeps): void {
  const { queries } = deps;

  app.get('/:chatbotPublicId/history', { schema: history }, async (request, reply) => {
    const { sessionId, limit = PAGE_SIZE, before } = request.query;
    const { chatbotId } = widgetKeyOf(request);
    const found = await queries.messages.historyOfSession(chatbotId, sessionId, { limit, before });
    if (found === null) throw new ApiError('MESSAGE_NOT_FOUND');
    return sendRawSuccess(reply, found);
  });
}

function ratingRoute(app: App, deps: WidgetChatDeps): void {
  const { commands, progress } = deps;

  app.post('/:chatbotPublicId/feedback', { schema: feedback }, async (request, reply) => {
    const { chatbotId } = widgetKeyOf(request);
    const { sessionId, messageId, feedback: given } = request.body;
    await limitVisitorAction(reply, 'rating', sessionId);
    const rating = { messageId, feedback: given };
    const rated = await commands.conversations.rateMessage(
      { chatbotId, sessionId },
      rating,
      visitorCommandContext(request, deps),
    );
    await progress.waitFor(rated.position);
    if (!rated.ok) throw rejectionError(rated.rejection);
    return success({ feedback: rated.value.feedback });
  });
}

/** @param askedAt epoch milliseconds */
function retryAfter(rejection: Rejection, askedAt: number): { retryAfterSeconds?: number } {
  if (rejection === 'MessageLimitReached') return { retryAfterSeconds: secondsUntilNextMonth(askedAt) };
  // Once its stored response has expired, the question is a new one.
  return rejection === 'TooManyAttempts' ? { retryAfterSeconds: RESPONSE_RETENTION_MS / 1000 } : {};
}
