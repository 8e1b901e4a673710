/** Subjects of data keys, by which personal data is sealed. Erasing a subject erases those below it (crypto-shredding). */

export const accountSubject = (accountId: string): string => `account:${accountId}`;
export const chatbotSubject = (chatbotId: string): string => `chatbot:${chatbotId}`;
/** Chatbot of a chatbot's subject and of those below it; null for any other subject. */
export const chatbotIdOf = (subject: string): string | null => /^chatbot:([^/]+)/.exec(subject)?.[1] ?? null;
export const leadSubject = (chatbotId: string, leadId: string): string => `${chatbotSubject(chatbotId)}/lead:${leadId}`;
/** Seals what was said in one conversation. Contact details have a lead's subject. */
export const conversationSubject = (chatbotId: string, conversationId: string): string =>
  `${chatbotSubject(chatbotId)}/conversation:${conversationId}`;
export const isOfConversation = (subject: string | null): boolean => subject?.includes('/conversation:') === true;
export const sourceSubject = (chatbotId: string, sourceId: string): string =>
  `${chatbotSubject(chatbotId)}/source:${sourceId}`;
