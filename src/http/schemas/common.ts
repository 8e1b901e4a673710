import { type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** An object that has a name of its own in the OpenAPI document. */
export const named = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  description?: string,
): TObject<Properties> =>
  Type.Object(properties, { title: name, ...(description === undefined ? {} : { description }) });

export const Id = Type.String({ format: 'uuid', description: 'UUIDv7' });
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, with milliseconds' });
export const Count = Type.Integer({ minimum: 0 });
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** An answer that only says what was done. */
export const Said = Type.Object({ message: Type.String() });

/** Ids in a path are not checked for their form: whatever names nothing is not found. */
export const ChatbotParams = Type.Object({ id: Type.String({ description: 'Chatbot id' }) });
export const BelowChatbotParams = Type.Object({ chatbotId: Type.String({ description: 'Chatbot id' }) });

/** Rows of a list that is given a page at a time, unless the caller wants another number. */
export const PAGE_SIZE = 200;

/** How far back a list goes. */
export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: PAGE_SIZE, description: 'At most so many', examples: [50] }),
  ),
  before: Type.Optional(
    Type.String({ maxLength: 100, description: '`nextBefore` of the page that was read: what is older follows' }),
  ),
});
