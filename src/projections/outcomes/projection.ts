import type { ConversationEvent } from '../../domain/conversation/events.ts';
import {
  CHATBOT_ENDS,
  type ChatbotEnd,
  defineProjection,
  reading,
  removedWith,
  sortablePosition,
  writing,
} from '../projection.ts';

/** Reasons for which a question counts as unanswered. The first that applies is shown. */
export const UNANSWERED_REASONS = ['failed', 'rated_negative', 'not_found'] as const;
export type UnansweredReason = (typeof UNANSWERED_REASONS)[number];

/** The end of an answer. It holds no text: questions are read from the messages. */
export type OutcomeDocument = {
  readonly chatbotId: string;
  readonly conversationId: string;
  readonly questionId: string;
  /** `null` when no answer was given. */
  readonly answerId: string | null;
  /** Log position of the answer or its failure, as sortable text. */
  readonly order: string;
  readonly isFound: boolean;
  /** `null`: the question is answered. */
  readonly reason: UnansweredReason | null;
};

type OutcomeEventType =
  | 'AnswerGiven'
  | 'AnswerFailed'
  | 'AnswerRetried'
  | 'MessageRated'
  | 'ConversationErased'
  | ChatbotEnd;

/**
 * One document per answer, under its id, since a later rating names only that; a failure stands under the question's id. A
 * retried question loses the outcomes of its earlier attempts, so that it is listed once.
 */
export const outcomes = defineProjection<OutcomeDocument, OutcomeEventType>({
  collection: {
    name: 'outcomes',
    version: 1,
    indexes: [['chatbotId', 'reason', 'order'], ['questionId'], ['conversationId']],
  },
  handles: ['AnswerGiven', 'AnswerFailed', 'AnswerRetried', 'MessageRated', 'ConversationErased', ...CHATBOT_ENDS],
  touches({ event }) {
    switch (event.type) {
      case 'AnswerGiven':
        return writing(event.data.messageId);
      case 'AnswerFailed':
        return writing(event.data.questionId);
      case 'MessageRated':
        return reading(event.data.messageId);
      default:
        return [];
    }
  },
  removes(recorded) {
    const { event } = recorded;
    return event.type === 'AnswerRetried' ? { questionId: event.data.questionId } : removedWith(recorded);
  },
  apply(before, { event, position }) {
    const order = sortablePosition(position);
    switch (event.type) {
      case 'AnswerGiven': {
        const { chatbotId, conversationId, questionId, messageId: answerId } = event.data;
        const isFound = foundContent(event);
        const reason = isFound ? null : 'not_found';
        return { chatbotId, conversationId, questionId, answerId, order, isFound, reason };
      }
      case 'AnswerFailed': {
        const { chatbotId, conversationId, questionId } = event.data;
        return { chatbotId, conversationId, questionId, answerId: null, order, isFound: false, reason: 'failed' };
      }
      case 'MessageRated': {
        if (before === null || before.answerId === null) return before;
        const unrated = before.isFound ? null : 'not_found';
        return { ...before, reason: event.data.feedback === 'negative' ? 'rated_negative' : unrated };
      }
      default:
        return null;
    }
  },
});

/**
 * Answers of earlier releases record no outcome: they count as found when they name a source. Partial answers count as
 * found too, because they may have broken off before their first citation. Erased answers are listed nowhere.
 */
function foundContent({ data, sealed }: Extract<ConversationEvent, { type: 'AnswerGiven' }>): boolean {
  if (data.outcome !== undefined) return data.outcome === 'answered';
  return data.partial || sealed === null || sealed.sources.length > 0;
}
