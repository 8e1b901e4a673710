/** Path of a chatbot, and the beginning of the paths of all that belongs to it. */
export const chatbotRoot = (chatbotId: string): string => `/chatbots/${encodeURIComponent(chatbotId)}`;
