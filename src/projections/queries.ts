import type { Counters } from '../ports/counters.ts';
import type { Documents } from '../ports/documents.ts';
import { AccountQueries } from './accounts/queries.ts';
import { ChatbotEventQueries } from './chatbot-events/queries.ts';
import { ChatbotQueries } from './chatbots/queries.ts';
import { ConversationListQueries } from './conversation-list/queries.ts';
import { ConversationQueries } from './conversations/queries.ts';
import { DataSourceQueries } from './data-sources/queries.ts';
import { ReadingProgress } from './data-sources/reading-progress.ts';
import { SkippedUrls } from './data-sources/skipped-urls.ts';
import { LeadQueries } from './leads/queries.ts';
import { MessageQueries } from './messages/queries.ts';
import { OutcomeQueries } from './outcomes/queries.ts';
import { RatingQueries } from './ratings/queries.ts';
import { SessionQueries } from './sessions/queries.ts';
import { WidgetKeyQueries } from './widget-keys/queries.ts';

/** Read-only. Workers write progress and skipped URLs through stores of their own. */
export interface Queries {
  readonly accounts: AccountQueries;
  readonly sessions: SessionQueries;
  readonly chatbots: ChatbotQueries;
  readonly dataSources: DataSourceQueries;
  readonly widgetKeys: WidgetKeyQueries;
  readonly conversations: ConversationQueries;
  readonly conversationList: ConversationListQueries;
  readonly messages: MessageQueries;
  readonly ratings: RatingQueries;
  readonly outcomes: OutcomeQueries;
  readonly leads: LeadQueries;
  readonly chatbotEvents: ChatbotEventQueries;
}

export function queriesOver(documents: Documents, counters: Counters): Queries {
  const dataSources = new DataSourceQueries(documents, new ReadingProgress(documents), new SkippedUrls(documents));
  const conversations = new ConversationQueries(documents);
  const messages = new MessageQueries(documents, conversations);
  return {
    accounts: new AccountQueries(documents),
    sessions: new SessionQueries(documents),
    chatbots: new ChatbotQueries(documents, dataSources),
    dataSources,
    widgetKeys: new WidgetKeyQueries(documents, counters),
    conversations,
    conversationList: new ConversationListQueries(documents, conversations),
    messages,
    ratings: new RatingQueries(documents),
    outcomes: new OutcomeQueries(documents),
    leads: new LeadQueries(documents, conversations, messages),
    chatbotEvents: new ChatbotEventQueries(documents, conversations),
  };
}
