import { type TObject, type TProperties, type TSchema, type TStringOptions, Type } from 'typebox';

export const named = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  description: string,
): TObject<Properties> => Type.Object(properties, { title: name, description });

export const EXAMPLE_ID = '01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e';
const EXAMPLE_TIME = '2026-03-14T09:26:53.589Z';

export const idOf = (description: string) => Type.String({ format: 'uuid', description, examples: [EXAMPLE_ID] });
export const Id = idOf('UUIDv7');
export const Time = Type.String({
  format: 'date-time',
  description: 'ISO 8601, UTC, with milliseconds',
  examples: [EXAMPLE_TIME],
});
export const textOf = (description: string, example: string) => Type.String({ description, examples: [example] });
export const countOf = (description: string, example = 12) =>
  Type.Integer({ minimum: 0, description, examples: [example] });
/** `fault` says in words what the pattern requires. */
export const patternString = (pattern: string, fault: string, options: TStringOptions) => {
  const form = new RegExp(pattern);
  return Type.Refine(
    Type.String({ ...options, pattern }),
    (text) => form.test(text),
    () => fault,
  );
};

/** Blanks, control characters, and characters that show nothing, such as U+200B and U+2800. */
const INVISIBLE = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/** A text by which people recognise something. */
export const nameOf = (options: TStringOptions) =>
  Type.Refine(
    Type.String({ minLength: 1, ...options }),
    (text) => !INVISIBLE.test(text),
    () => 'must have a visible character',
  );

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const Confirmation = named('Confirmation', { message: Type.String({ examples: ['Done'] }) }, 'A confirmation.');

/** The form of an id in a path is not checked: an unknown id is not found. */
const idInPath = (description: string) => Type.String({ description, examples: [EXAMPLE_ID] });
export const ChatbotParams = Type.Object({ id: idInPath('Chatbot id') });
export const BelowChatbotParams = Type.Object({ chatbotId: idInPath('Chatbot id') });
export const SourceId = idInPath('Data source id');
export const KeyId = idInPath('Widget key id');
export const AnswerId = idInPath('Id of an answer');
export const LeadConversationId = idInPath('Conversation in which the details were left');
export const ConversationId = idInPath('Conversation id');

export const PAGE_SIZE = 200;

export const PAGE_POSITION = 'must be the value that the previous page named';

/** Paging backwards. */
export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: PAGE_SIZE, description: 'Size of the page', examples: [50] }),
  ),
  before: Type.Optional(
    Type.String({
      maxLength: 100,
      description: '`nextBefore` of the previous page',
      examples: [EXAMPLE_ID],
    }),
  ),
});

export const NextBefore = nullable(
  Type.String({ description: 'Value of `before` for the next older page; null at the end', examples: [EXAMPLE_ID] }),
);
