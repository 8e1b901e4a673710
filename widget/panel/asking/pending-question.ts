/** Keeps the question until it is answered, so that a reload goes on with the same Idempotency-Key. */
import type { Question } from '../../entry/api-client.ts';
import { record, text } from '../../entry/public-config.ts';
import { recall, remember } from '../../shared/tab-memory.ts';

export interface PendingQuestion {
  readonly question: Question;
  /** Idempotency-Key of all attempts. */
  readonly key: string;
}

export class PendingStore {
  readonly #chatbotId: string;

  constructor(chatbotId: string) {
    this.#chatbotId = chatbotId;
  }

  /** Returns null without a question of this session. */
  read(sessionId: string): PendingQuestion | null {
    try {
      const stored = record(JSON.parse(recall(this.#chatbotId, 'pending')));
      const question = record(stored.question);
      const isOurs = question.sessionId === sessionId && text(question.message) !== '' && text(stored.key) !== '';
      return isOurs ? (stored as unknown as PendingQuestion) : null;
    } catch {
      return null;
    }
  }

  write(pending: PendingQuestion | null): void {
    remember(this.#chatbotId, 'pending', pending === null ? '' : JSON.stringify(pending));
  }
}
