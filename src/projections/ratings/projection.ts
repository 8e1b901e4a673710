import type { Feedback } from '../../domain/conversation/events.ts';
import { CHATBOT_ENDS, type ChatbotEnd, defineProjection, endsChatbot, writing } from '../projection.ts';

/** Few beside all messages, so that counting them is cheap. */
export type RatingDocument = {
  readonly chatbotId: string;
  readonly feedback: Feedback;
};

export const ratings = defineProjection<RatingDocument, 'MessageRated' | ChatbotEnd>({
  collection: { name: 'ratings', version: 1, indexes: [['chatbotId', 'feedback']] },
  handles: ['MessageRated', ...CHATBOT_ENDS],
  touches: ({ event }) => (endsChatbot(event) ? [] : writing(event.data.messageId)),
  removes: ({ event }) => (endsChatbot(event) ? { chatbotId: event.data.chatbotId } : null),
  apply(_before, { event }) {
    if (endsChatbot(event) || event.data.feedback === null) return null;
    const { chatbotId, feedback } = event.data;
    return { chatbotId, feedback };
  },
});
