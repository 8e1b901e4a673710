import { type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** An object that has a name of its own in the OpenAPI document. */
export const named = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  description: string,
): TObject<Properties> => Type.Object(properties, { title: name, description });

const EXAMPLE_ID = '01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e';
const EXAMPLE_TIME = '2026-03-14T09:26:53.589Z';

export const idOf = (description: string) => Type.String({ format: 'uuid', description, examples: [EXAMPLE_ID] });
export const Id = idOf('UUIDv7');
export const Time = Type.String({
  format: 'date-time',
  description: 'ISO 8601, UTC, with milliseconds',
  examples: [EXAMPLE_TIME],
});
export const countOf = (description: string, example = 12) =>
  Type.Integer({ minimum: 0, description, examples: [example] });
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** An answer that only says what was done. */
export const Said = named('Said', { message: Type.String({ examples: ['Done'] }) }, 'Says what was done.');

/** Ids in a path are not checked for their form: whatever names nothing is not found. */
const idInPath = (description: string) => Type.String({ description, examples: [EXAMPLE_ID] });
export const ChatbotParams = Type.Object({ id: idInPath('Chatbot id') });
export const BelowChatbotParams = Type.Object({ chatbotId: idInPath('Chatbot id') });
export const SourceId = idInPath('Data source id');
export const KeyId = idInPath('Widget key id');
export const ConversationId = idInPath('Where they were left');

/** Rows of a list that is given a page at a time, unless the caller wants another number. */
export const PAGE_SIZE = 200;

/** How far back a list goes. */
export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: PAGE_SIZE, description: 'At most so many', examples: [50] }),
  ),
  before: Type.Optional(
    Type.String({
      maxLength: 100,
      description: '`nextBefore` of the page that was read: what is older follows',
      examples: [EXAMPLE_ID],
    }),
  ),
});

export const NextBefore = nullable(
  Type.String({ description: 'Ask for the page before with it; null at the beginning', examples: [EXAMPLE_ID] }),
);
