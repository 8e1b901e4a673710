/** The question that is being answered, kept until it is: a reload goes on with the same Idempotency-Key. */
import type { Question } from '../../entry/api-client.ts';
import { record, text } from '../../entry/public-config.ts';

export interface PendingQuestion {
  readonly question: Question;
  /** The same for every attempt. */
  readonly key: string;
}

export class PendingStore {
  readonly #name: string;

  constructor(chatbotId: string) {
    this.#name = `chatledger:${chatbotId}:pending`;
  }

  /** Returns null when there is none, or when it is of another session. */
  read(sessionId: string): PendingQuestion | null {
    try {
      const stored = record(JSON.parse(sessionStorage.getItem(this.#name) ?? 'null'));
      const question = record(stored.question);
      const isOurs = question.sessionId === sessionId && text(question.message) !== '' && text(stored.key) !== '';
      return isOurs ? (stored as unknown as PendingQuestion) : null;
    } catch {
      return null;
    }
  }

  write(pending: PendingQuestion | null): void {
    try {
      if (pending === null) sessionStorage.removeItem(this.#name);
      else sessionStorage.setItem(this.#name, JSON.stringify(pending));
    } catch {
      // Pages that may not store anything lose the question with a reload, and nothing else.
    }
  }
}
