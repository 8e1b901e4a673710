import type { Static } from 'typebox';
import { describe, expectTypeOf, it } from 'vitest';
import type { ChatbotChanges, ChatbotConfiguration } from '../../../src/domain/chatbot/configuration.ts';
import type { UserData } from '../../../src/http/schemas/accounts.ts';
import type {
  ChatbotData,
  ChatbotProgress as ChatbotProgressSchema,
  ChatbotUpdate,
  WidgetConfigurationData,
} from '../../../src/http/schemas/chatbots.ts';
import type {
  LeadPage as LeadPageSchema,
  MessagePage as MessagePageSchema,
  SessionHistory as SessionHistorySchema,
} from '../../../src/http/schemas/conversations.ts';
import type { DataSourceData } from '../../../src/http/schemas/data-sources.ts';
import type { Satisfaction as SatisfactionSchema } from '../../../src/http/schemas/satisfaction.ts';
import type { GeneratedWidgetKey, WidgetKeyList } from '../../../src/http/schemas/widget-keys.ts';
import type { User } from '../../../src/projections/accounts/queries.ts';
import type { Chatbot, ChatbotProgress, WidgetConfiguration } from '../../../src/projections/chatbots/queries.ts';
import type { DataSource } from '../../../src/projections/data-sources/queries.ts';
import type { LeadPage } from '../../../src/projections/leads/queries.ts';
import type { MessagePage, SessionHistory } from '../../../src/projections/messages/queries.ts';
import type { Satisfaction } from '../../../src/projections/ratings/queries.ts';
import type { WidgetKey, WidgetKeyWithUsage } from '../../../src/projections/widget-keys/queries.ts';

/** The same shape, with each optional field required and marked: a schema that lacks one is then another type. */
type Fields<Shape> = Shape extends readonly (infer Item)[]
  ? readonly Fields<Item>[]
  : Shape extends object
    ? { [Field in keyof Shape]-?: [Fields<Shape[Field]>, undefined extends Shape[Field] ? 'optional' : 'required'] }
    : Shape;

// Serialization drops a field that its schema lacks, without an error. `npm run check -- types` runs these tests.
describe('the schema of a resource does not compile when it lacks a field of', () => {
  it('a chatbot, or what an owner can configure', () => {
    expectTypeOf<Fields<Static<typeof ChatbotData>['chatbot']>>().toEqualTypeOf<Fields<Chatbot>>();
    expectTypeOf<Fields<Static<typeof ChatbotUpdate>>>().toEqualTypeOf<Fields<ChatbotChanges>>();
    type Extended = ChatbotConfiguration & { readonly added?: string };
    // @ts-expect-error The schema has no field `added`.
    expectTypeOf<Fields<Static<typeof ChatbotUpdate>>>().toEqualTypeOf<Fields<Partial<Extended>>>();
  });

  it('the status of a chatbot, and its configuration for widgets', () => {
    expectTypeOf<Fields<Static<typeof ChatbotProgressSchema>>>().toEqualTypeOf<Fields<ChatbotProgress>>();
    expectTypeOf<Fields<Static<typeof WidgetConfigurationData>['config']>>().toEqualTypeOf<
      Fields<WidgetConfiguration>
    >();
  });

  it('an account', () => {
    expectTypeOf<Fields<Static<typeof UserData>['user']>>().toEqualTypeOf<Fields<User>>();
  });

  it('a data source', () => {
    expectTypeOf<Fields<Static<typeof DataSourceData>['dataSource']>>().toEqualTypeOf<Fields<DataSource>>();
  });

  it('a widget key', () => {
    expectTypeOf<Fields<Static<typeof GeneratedWidgetKey>['widgetKey']>>().toEqualTypeOf<Fields<WidgetKey>>();
    expectTypeOf<Fields<Static<typeof WidgetKeyList>['keys'][number]>>().toEqualTypeOf<Fields<WidgetKeyWithUsage>>();
  });

  it('a page of messages, of a session or of leads', () => {
    expectTypeOf<Fields<Static<typeof MessagePageSchema>>>().toEqualTypeOf<Fields<MessagePage>>();
    expectTypeOf<Fields<Static<typeof SessionHistorySchema>>>().toEqualTypeOf<Fields<SessionHistory>>();
    expectTypeOf<Fields<Static<typeof LeadPageSchema>>>().toEqualTypeOf<Fields<LeadPage>>();
  });

  it('the ratings of answers', () => {
    expectTypeOf<Fields<Static<typeof SatisfactionSchema>>>().toEqualTypeOf<Fields<Satisfaction>>();
  });
});
