/** The console's types are held to the schemas when types are checked: `npm run check -- types`. */
import type { Static, TSchema } from 'typebox';
import { describe, expectTypeOf, it } from 'vitest';
import type * as Console from '../../console/api/types.ts';
import type { Explanation, RecordedExplanation } from '../../console/explanation/types.ts';
import type * as History from '../../console/pages/history/types.ts';
import type { CurrentUserData, Registration, UserData } from '../../src/http/schemas/accounts.ts';
import type { AuditEventPage, ChatbotState } from '../../src/http/schemas/audit.ts';
import type { Chatbot, ChatbotProgress, ChatbotUpdate, ListedChatbot } from '../../src/http/schemas/chatbots.ts';
import type { LeadPage, Message } from '../../src/http/schemas/conversations.ts';
import type { DataSource, ReadPageList, SkippedUrlPage } from '../../src/http/schemas/data-sources.ts';
import type { AnswerExplanation, TestExplanation } from '../../src/http/schemas/explanations.ts';
import type { DailySatisfaction, Satisfaction, UnansweredPage } from '../../src/http/schemas/satisfaction.ts';
import type { ListedConversation } from '../../src/http/schemas/takeovers.ts';
import type { WidgetKeyList } from '../../src/http/schemas/widget-keys.ts';

type Answered<Schema extends TSchema> = Static<Schema>;

describe('The types of the console', () => {
  it('are what the REST interface answers and takes', () => {
    expectTypeOf<Answered<typeof UserData>['user']>().toExtend<Console.User>();
    expectTypeOf<Answered<typeof CurrentUserData>['service']>().toExtend<Console.ServiceFeatures>();
    expectTypeOf<{ name: string; email: string; password: string }>().toExtend<Static<typeof Registration>>();
    expectTypeOf<Answered<typeof Chatbot>>().toExtend<Console.Chatbot>();
    expectTypeOf<Answered<typeof ListedChatbot>>().toExtend<Console.ListedChatbot>();
    expectTypeOf<Answered<typeof ChatbotProgress>>().toExtend<Console.ChatbotProgress>();
    expectTypeOf<keyof Console.ChatbotConfiguration>().toEqualTypeOf<keyof Static<typeof ChatbotUpdate>>();
    expectTypeOf<Answered<typeof DataSource>>().toExtend<Console.DataSource>();
    expectTypeOf<Answered<typeof SkippedUrlPage>['skippedUrls'][number]>().toExtend<Console.SkippedUrl>();
    expectTypeOf<Answered<typeof ReadPageList>>().toExtend<Console.ReadPageList>();
    expectTypeOf<Answered<typeof WidgetKeyList>['keys'][number]>().toExtend<Console.WidgetKey>();
    expectTypeOf<Answered<typeof Message>>().toExtend<Console.Message>();
    expectTypeOf<Answered<typeof TestExplanation>>().toExtend<Explanation>();
    expectTypeOf<Answered<typeof AnswerExplanation>>().toExtend<RecordedExplanation>();
    expectTypeOf<Answered<typeof AuditEventPage>>().toExtend<History.AuditEventPage>();
    expectTypeOf<Answered<typeof ChatbotState>>().toExtend<History.ChatbotState>();
    expectTypeOf<Answered<typeof ListedConversation>>().toExtend<Console.Conversation>();
    expectTypeOf<Answered<typeof LeadPage>['leads'][number]>().toExtend<Console.Lead>();
    expectTypeOf<Answered<typeof Satisfaction>>().toExtend<Console.Satisfaction>();
    expectTypeOf<Answered<typeof DailySatisfaction>['days'][number]>().toExtend<Console.SatisfactionOfDay>();
    expectTypeOf<Answered<typeof UnansweredPage>['questions'][number]>().toExtend<Console.UnansweredQuestion>();
  });
});
