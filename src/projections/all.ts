import { accounts } from './accounts.ts';
import { chatbots } from './chatbots.ts';
import { conversations } from './conversations.ts';
import { dataSources } from './data-sources.ts';
import { leads } from './leads.ts';
import { messages } from './messages.ts';
import type { Projection } from './projection.ts';
import { ratings } from './ratings.ts';
import { refreshSchedules } from './refresh-schedules.ts';
import { sessions } from './sessions.ts';
import { widgetKeys } from './widget-keys.ts';

/** Every read model of the service. */
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
  leads,
];
