/**
 * Stops answers that stream at this node when a human takes over their session, or their conversation, chatbot or key is deleted, on any
 * node.
 */
import { TAKEN_OVER } from '../../answering/answer-recorder.ts';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import type { LiveFeed } from '../../projections/live-feed.ts';
import { endsChatbot } from '../../projections/projection.ts';

interface AnswerUnderWay {
  readonly chatbotId: string;
  /** `null` for the owner's test chat, which has neither session nor key. */
  readonly sessionId: string | null;
  readonly keyId: string | null;
  /** Aborting it stops the answer. */
  readonly disconnect: AbortController;
  /** `null` until the question is recorded, and for the owner's test chat. */
  conversationId: string | null;
}

interface AnswerWatch {
  /** Must be called once the question is recorded. */
  belongsTo(conversationId: string): void;
  end(): void;
}

export class AnswerInterrupts {
  readonly #answers = new Set<AnswerUnderWay>();

  constructor(feed: LiveFeed) {
    feed.listen({
      onEvents: (events) => {
        if (this.#answers.size > 0) for (const { event } of events) this.#interrupt(event);
      },
      onReset: () => undefined,
    });
  }

  /** Must be called before the question is asked; the question itself finds earlier takeovers. */
  watch(answer: Omit<AnswerUnderWay, 'conversationId'>): AnswerWatch {
    const watched: AnswerUnderWay = { ...answer, conversationId: null };
    this.#answers.add(watched);
    return {
      belongsTo: (conversationId) => {
        watched.conversationId = conversationId;
      },
      end: () => this.#answers.delete(watched),
    };
  }

  #interrupt(event: RecordedEvent['event']): void {
    if (event.type === 'SessionTakenOver') {
      const { chatbotId } = event.data;
      const sessionId = event.sealed?.sessionId;
      this.#abort((answer) => answer.chatbotId === chatbotId && answer.sessionId === sessionId, TAKEN_OVER);
    }
    if (event.type === 'ConversationErased') {
      const { conversationId: erased } = event.data;
      this.#abort(({ conversationId }) => conversationId === erased);
    }
    if (event.type === 'WidgetKeyRevoked') this.#abort(({ keyId }) => keyId === event.data.keyId);
    if (endsChatbot(event)) this.#abort(({ chatbotId }) => chatbotId === event.data.chatbotId);
  }

  #abort(matches: (answer: AnswerUnderWay) => boolean, reason?: symbol): void {
    for (const answer of this.#answers) if (matches(answer)) answer.disconnect.abort(reason);
  }
}
