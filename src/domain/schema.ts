/** Schemas that several events share. Limits of outside input are HTTP's; these only say what a stored fact looks like. */
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
/** The chatbot that a subject is, or stands below; null for any other. */
export const chatbotIdOf = (subject: string): string | null => /^chatbot:([^/]+)/.exec(subject)?.[1] ?? null;
/** Below its chatbot: erasing the chatbot erases its leads, erasing a lead leaves the chatbot. */
export const leadSubject = (chatbotId: string, leadId: string): string => `${chatbotSubject(chatbotId)}/lead:${leadId}`;

/** Where the blobs of a source are kept: they end with the source, and with its chatbot. */
export const sourceScope = (chatbotId: string, sourceId: string): string => `${chatbotId}/${sourceId}`;
/** Where the blob of an image is kept: a scope of its own, so that removing it can never take one stored again since. */
export const imageScope = (chatbotId: string, imageId: string): string => `${chatbotId}/${imageId}`;
