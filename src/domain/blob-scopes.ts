/** Scopes in which bytes and embeddings are stored, and deleted together. */

/** Deleted with the source or its chatbot. */
export const sourceScope = (chatbotId: string, sourceId: string): string => `${chatbotId}/${sourceId}`;
/** Deleting an image never affects a later upload of the same bytes. */
export const imageScope = (chatbotId: string, imageId: string): string => `${chatbotId}/${imageId}`;
