/** Routes that tell how well visitors were answered. */
import type { App } from '../../app-types.ts';
import type { HttpDeps } from '../../deps.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerId } from '../../plugins/session/session.ts';
import { ChatbotParams, PAGE_SIZE } from '../../schemas/common.ts';
import {
  DailyQuery,
  DailySatisfaction,
  DEFAULT_DAYS,
  Satisfaction,
  UnansweredPage,
  UnansweredQuery,
} from '../../schemas/satisfaction.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';

const tag = 'Chatbots';
const access = 'session';
const params = ChatbotParams;

const total = operation({
  id: 'getSatisfaction',
  tag,
  access,
  params,
  summary: 'Get the satisfaction',
  description: 'How visitors rated the answers.',
  success: { 200: Satisfaction },
  errors: ['CHATBOT_NOT_FOUND'],
});

const daily = operation({
  id: 'getDailySatisfaction',
  tag,
  access,
  params,
  summary: 'Get the satisfaction by day',
  description:
    'Answers and ratings of the last days, in UTC. A rating counts once, on the day on which it was given or last changed; one that was taken back does not count. Erased conversations stay counted.',
  querystring: DailyQuery,
  success: { 200: DailySatisfaction },
  errors: ['CHATBOT_NOT_FOUND'],
});

const unanswered = operation({
  id: 'listUnansweredQuestions',
  tag,
  access,
  params,
  summary: 'List unanswered questions',
  description:
    'Questions that the content does not answer, whose answer was rated negative, or whose answer failed: they show which content is missing. Each question is listed once, the most recently answered first.',
  querystring: UnansweredQuery,
  success: { 200: UnansweredPage },
  errors: ['CHATBOT_NOT_FOUND'],
});

type Deps = Pick<HttpDeps, 'queries' | 'clock'>;

export async function satisfactionRoutes(app: App, { queries, clock }: Deps): Promise<void> {
  app.get('/chatbots/:id/satisfaction', { schema: total }, async (request) => {
    await requireOwnChatbot(queries, ownerId(request), request.params.id);
    return success(await queries.ratings.total(request.params.id));
  });

  app.get('/chatbots/:id/satisfaction/daily', { schema: daily }, async (request) => {
    const { id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), id);
    const { days = DEFAULT_DAYS } = request.query;
    return success({ days: await queries.ratings.daily(id, days, clock.now()) });
  });

  app.get('/chatbots/:id/unanswered', { schema: unanswered }, async (request) => {
    const { id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), id);
    const { limit = PAGE_SIZE, before, reason } = request.query;
    return success(await queries.outcomes.unanswered(id, { limit, before, reason }));
  });
}
