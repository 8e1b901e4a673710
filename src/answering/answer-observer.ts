/** `not_found`: the content does not answer the question. `stopped`: the client disconnected, or the answer could not be recorded in time. */
export const ANSWER_OUTCOMES = ['answered', 'not_found', 'failed', 'stopped', 'taken_over'] as const;
export type ObservedOutcome = (typeof ANSWER_OUTCOMES)[number];

export interface SettledAnswer {
  readonly chatbotId: string;
  readonly outcome: ObservedOutcome;
  /** The model, or `extractive`. */
  readonly model: string | null;
  readonly passages: number;
  readonly sources: number;
  /** `null` when no token was sent. */
  readonly firstTokenMs: number | null;
}

/** Called once per answer to a visitor. */
export interface AnswerObserver {
  answered(answer: SettledAnswer): void;
}
