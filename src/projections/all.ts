import { accounts } from './accounts/projection.ts';
import { chatbotEvents } from './chatbot-events/projection.ts';
import { chatbots } from './chatbots/projection.ts';
import { conversations } from './conversations/projection.ts';
import { dailyAnswers } from './daily-answers/projection.ts';
import { dataSources } from './data-sources/projection.ts';
import { leads } from './leads/projection.ts';
import { messages } from './messages/projection.ts';
import { outcomes } from './outcomes/projection.ts';
import type { Projection } from './projection.ts';
import { ratings } from './ratings/projection.ts';
import { refreshSchedules } from './refresh-schedules/projection.ts';
import { sessions } from './sessions/projection.ts';
import { widgetKeys } from './widget-keys/projection.ts';

export const allProjections: readonly Projection[] = [
  accounts,
  sessions,
  chatbots,
  refreshSchedules,
  dataSources,
  widgetKeys,
  conversations,
  messages,
  ratings,
  dailyAnswers,
  outcomes,
  leads,
  chatbotEvents,
];
