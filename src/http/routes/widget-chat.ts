import { Type } from 'typebox';
import type { TakenMessage } from '../../commands/allowances.ts';
import { questionIdOf } from '../../commands/conversations.ts';
import { secondsUntilNextMonth } from '../../domain/allowance/month.ts';
import type { CommandContext } from '../../log/event-store.ts';
import type { ConversationTurn } from '../../ports/models.ts';
import type { App } from '../app-types.ts';
import type { HttpDeps } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import { leavingOf } from '../leaving.ts';
import { operation, success } from '../openapi/operation.ts';
import { takeOne } from '../rate-limiting.ts';
import { WidgetConfigurationData } from '../schemas/chatbots.ts';
import { PAGE_SIZE, PageQuery } from '../schemas/common.ts';
import { MessagePage } from '../schemas/conversations.ts';
import { AnswerStream, Rated, Rating, SessionQuery, VisitorMessage, WidgetParams } from '../schemas/widget-chat.ts';
import { sendSuccess } from '../success-parts.ts';
import type { AnswerStreams } from '../widget/answer-streams.ts';
import { visitorsCommand, widgetKeyOf } from '../widget/widget-access.ts';

const tag = 'Widget';
const access = 'widget';
const params = WidgetParams;

const config = operation({
  id: 'getWidgetConfig',
  ...{ tag, access, params },
  summary: 'Read the configuration',
  description: 'What a widget needs to show itself, and nothing else of the chatbot.',
  success: { 200: WidgetConfigurationData },
  errors: ['CHATBOT_NOT_FOUND'],
});

const message = operation({
  id: 'sendMessage',
  ...{ tag, access, params },
  summary: 'Ask a question',
  description:
    'The answer is streamed as server-sent events. What is wrong with the request is answered as JSON with its status. Then come `token` events, in order, the last of them ' +
    'with the line `[SUGGESTIONS] q1 | q2 | q3`, and one `done`; or `error`, after which the stream ends. Every question that is asked ' +
    'counts towards the messages that its account has in a month, also one whose answer fails.',
  body: VisitorMessage,
  success: {},
  stream: AnswerStream,
  errors: ['CHATBOT_NOT_FOUND', 'RATE_LIMITED', 'MESSAGE_LIMIT_REACHED'],
});

const history = operation({
  id: 'getSessionHistory',
  ...{ tag, access, params },
  summary: 'Read a session',
  description:
    'Its newest messages, oldest first. Page backwards with `before`. A session that nobody has begun has none.',
  querystring: Type.Object({ ...SessionQuery.properties, ...PageQuery.properties }),
  success: { 200: MessagePage },
  errors: ['MESSAGE_NOT_FOUND'],
});

const feedback = operation({
  id: 'rateMessage',
  ...{ tag, access, params },
  summary: 'Rate an answer',
  description: 'Given a second time, the same rating is taken back.',
  body: Rating,
  success: { 200: Rated },
  errors: ['CONVERSATION_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'NOT_AN_ASSISTANT_MESSAGE'],
});

const RATING_REFUSALS = {
  ConversationNotFound: 'CONVERSATION_NOT_FOUND',
  MessageNotFound: 'MESSAGE_NOT_FOUND',
  OnlyAssistantMessagesCanBeRated: 'NOT_AN_ASSISTANT_MESSAGE',
  LeadNotFound: 'CONVERSATION_NOT_FOUND',
  QuestionWithdrawn: 'MESSAGE_NOT_FOUND',
} as const;

const ASKING_REFUSALS = {
  ChatbotNotFound: 'CHATBOT_NOT_FOUND',
  QuestionWithdrawn: 'SERVICE_UNAVAILABLE',
} as const;

export interface WidgetChatDeps
  extends Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'chat' | 'rateLimits' | 'settings' | 'clock' | 'ids'> {
  readonly streams: AnswerStreams;
}

/** The chatbot is always the key's, whatever the path says. Key and origin have been checked before any of this runs. */
export async function widgetChatRoutes(app: App, deps: WidgetChatDeps): Promise<void> {
  const { commands, queries, progress, streams } = deps;

  app.get('/:chatbotPublicId/config', { schema: config }, async (request) => {
    const known = await queries.chatbots.widgetConfiguration(widgetKeyOf(request).chatbotId);
    if (known === null) throw new ApiError('CHATBOT_NOT_FOUND');
    return success({ config: known });
  });

  app.post('/:chatbotPublicId/message', { schema: message, sse: 'manual' }, async (request, reply) => {
    const { id: keyId, chatbotId, ownerId } = widgetKeyOf(request);
    const { sessionId, message: asked, conversationHistory = [], leadData = null } = request.body;
    const first = { context: visitorsCommand(request, deps), isAsked: false };
    // An earlier attempt may have asked, and even been answered: nothing is counted twice then.
    const isRepeated = request.keyed?.isRepeated ?? false;
    const { context: command, isAsked } = isRepeated
      ? await commands.conversations.resume({ chatbotId, sessionId }, first.context)
      : first;
    const leaving = leavingOf(reply);
    const question = { chatbotId, keyId, sessionId, message: asked, history: turnsOf(conversationHistory), leadData };
    const ask = (messageId: string) => deps.chat.askAsVisitor({ ...question, messageId }, command, leaving.signal);
    const from = { ownerId, keyId, chatbotId, sessionId, address: request.ip };
    const outcome = isAsked
      ? await ask(questionIdOf(command))
      : await commands.allowances.spend(await takeMessage(deps, from, command), ask);
    if (!outcome.ok) throw new ApiError(ASKING_REFUSALS[outcome.rejection]);
    await streams.send(reply, outcome.value, progress.waitFor(outcome.position), leaving, request.keyed);
  });

  app.get('/:chatbotPublicId/history', { schema: history }, async (request, reply) => {
    const { sessionId, limit = PAGE_SIZE, before } = request.query;
    const { chatbotId } = widgetKeyOf(request);
    const found = await queries.messages.ofSession(chatbotId, sessionId, { limit, before });
    if (found === null) throw new ApiError('MESSAGE_NOT_FOUND');
    return sendSuccess(reply, found);
  });

  app.post('/:chatbotPublicId/feedback', { schema: feedback }, async (request) => {
    const { chatbotId } = widgetKeyOf(request);
    const { sessionId, messageId, feedback: given } = request.body;
    const rating = { messageId, feedback: given };
    const rated = await commands.conversations.rate({ chatbotId, sessionId }, rating, visitorsCommand(request, deps));
    await progress.waitFor(rated.position);
    if (!rated.ok) throw new ApiError(RATING_REFUSALS[rated.rejection]);
    return success({ feedback: rated.value.feedback });
  });
}

/** What a page says was said before. Roles that are neither visitor nor chatbot have no say. */
function turnsOf(history: readonly { readonly role: string; readonly content: string }[]): ConversationTurn[] {
  return history.flatMap(({ role, content }) => (role === 'user' || role === 'assistant' ? [{ role, content }] : []));
}

interface MessageFrom {
  readonly ownerId: string;
  readonly keyId: string;
  readonly chatbotId: string;
  readonly sessionId: string;
  readonly address: string;
}

/** How often visitors may ask: a minute, by session and by where they come from; then a month, by the chatbot's account. */
async function takeMessage(
  { rateLimits, settings, commands }: Pick<HttpDeps, 'rateLimits' | 'settings' | 'commands'>,
  { ownerId, keyId, chatbotId, sessionId, address }: MessageFrom,
  command: CommandContext,
): Promise<TakenMessage> {
  const { message: session, key } = settings.rates;
  const code = 'RATE_LIMITED';
  await takeOne(rateLimits, { name: 'widget-session', rate: session, code }, `${chatbotId}/${sessionId}`);
  await takeOne(rateLimits, { name: 'widget-key', rate: key, code }, `${keyId}/${address}`);
  const taken = await commands.allowances.take(ownerId, { chatbotId, sessionId }, command);
  if (taken.ok) return taken.value;
  throw new ApiError('MESSAGE_LIMIT_REACHED', { retryAfterSeconds: secondsUntilNextMonth(command.at) });
}
