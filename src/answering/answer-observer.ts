/**
 * `not_found`: no passage was found. `stopped`: the client disconnected, or the answer could not be recorded in time.
 * `taken_over`: a human took the conversation over.
 */
export const ANSWER_OUTCOMES = ['answered', 'not_found', 'failed', 'stopped', 'taken_over'] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

export interface SettledAnswer {
  readonly chatbotId: string;
  readonly outcome: AnswerOutcome;
  /** Name recorded with the answer: of the model, or `extractive`. */
  readonly model: string | null;
  readonly passages: number;
  readonly sources: number;
  /** Null when no token was sent. */
  readonly firstTokenMs: number | null;
}

/** Receives the outcome of each answer to a visitor, once. */
export interface AnswerObserver {
  answered(answer: SettledAnswer): void;
}
