/** Shared by several events. Limits of outside input belong to HTTP. */
import { Type } from 'typebox';

/** A UUID in lower case. */
export const Id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
/** Lower-case hex SHA-256. */
export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** Epoch milliseconds. */
export const Instant = Type.Integer({ minimum: 0 });
export const Count = Type.Integer({ minimum: 0 });
export const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const accountSubject = (accountId: string): string => `account:${accountId}`;
export const chatbotSubject = (chatbotId: string): string => `chatbot:${chatbotId}`;
/** For a chatbot's subject and those below it; null for any other subject. */
export const chatbotIdOf = (subject: string): string | null => /^chatbot:([^/]+)/.exec(subject)?.[1] ?? null;
/** Erasing the chatbot erases its leads; erasing a lead leaves the chatbot. */
export const leadSubject = (chatbotId: string, leadId: string): string => `${chatbotSubject(chatbotId)}/lead:${leadId}`;
/** Seals what was said in one conversation. Contact details have a lead's subject. */
export const conversationSubject = (chatbotId: string, conversationId: string): string =>
  `${chatbotSubject(chatbotId)}/conversation:${conversationId}`;
export const isOfConversation = (subject: string | null): boolean => subject?.includes('/conversation:') === true;
export const sourceSubject = (chatbotId: string, sourceId: string): string =>
  `${chatbotSubject(chatbotId)}/source:${sourceId}`;

/** Deleted with the source or its chatbot. */
export const sourceScope = (chatbotId: string, sourceId: string): string => `${chatbotId}/${sourceId}`;
/** Deleting an image never affects a later upload of the same bytes. */
export const imageScope = (chatbotId: string, imageId: string): string => `${chatbotId}/${imageId}`;
