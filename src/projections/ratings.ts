import type { Feedback } from '../domain/conversation/events.ts';
import { defineProjection, writing } from './projection.ts';

/** The answers that are rated now: few beside all messages, so that counting them is cheap. */
export type RatingDocument = {
  readonly chatbotId: string;
  readonly feedback: Feedback;
};

export const ratings = defineProjection<RatingDocument, 'MessageRated' | 'ChatbotDeleted'>({
  collection: { name: 'ratings', version: 1, indexes: [['chatbotId', 'feedback']] },
  handles: ['MessageRated', 'ChatbotDeleted'],
  touches: ({ event }) => (event.type === 'ChatbotDeleted' ? [] : writing(event.data.messageId)),
  removes: ({ event }) => (event.type === 'ChatbotDeleted' ? { chatbotId: event.data.chatbotId } : null),
  apply(_before, { event }) {
    if (event.type === 'ChatbotDeleted' || event.data.feedback === null) return null;
    const { chatbotId, feedback } = event.data;
    return { chatbotId, feedback };
  },
});
