import type { Counters } from '../ports/counters.ts';
import type { Documents } from '../ports/documents.ts';
import { AccountQueries } from './accounts.ts';
import { ChatbotQueries } from './chatbots.ts';
import { ConversationQueries } from './conversations.ts';
import { DataSourceQueries } from './data-sources.ts';
import { LeadQueries } from './leads.ts';
import { MessageQueries } from './messages.ts';
import { ReadingProgress } from './reading-progress.ts';
import { SessionQueries } from './sessions.ts';
import { WidgetKeyQueries } from './widget-keys.ts';

/** All read sides of the service. */
export interface Queries {
  readonly accounts: AccountQueries;
  readonly sessions: SessionQueries;
  readonly chatbots: ChatbotQueries;
  readonly dataSources: DataSourceQueries;
  readonly readingProgress: ReadingProgress;
  readonly widgetKeys: WidgetKeyQueries;
  readonly conversations: ConversationQueries;
  readonly messages: MessageQueries;
  readonly leads: LeadQueries;
}

export function queriesOver(documents: Documents, counters: Counters): Queries {
  const readingProgress = new ReadingProgress(documents);
  const dataSources = new DataSourceQueries(documents, readingProgress);
  const conversations = new ConversationQueries(documents);
  const messages = new MessageQueries(documents, conversations);
  return {
    accounts: new AccountQueries(documents),
    sessions: new SessionQueries(documents),
    chatbots: new ChatbotQueries(documents, dataSources),
    dataSources,
    readingProgress,
    widgetKeys: new WidgetKeyQueries(documents, counters),
    conversations,
    messages,
    leads: new LeadQueries(documents, conversations, messages),
  };
}
