/** Generates answers from passages: with a language model (`model-answers.ts`) or by extraction (`extractive-answers.ts`). */
import type { CompletionPart } from '../ports/models.ts';

export interface ConversationTurn {
  /** `agent`: a human who answered in the chatbot's place. */
  readonly role: 'user' | 'assistant' | 'agent';
  readonly content: string;
}

/** A passage the answer may rest on. Its number is its place in the list, from 1. */
export interface AnswerPassage {
  readonly title: string;
  readonly url: string | null;
  readonly headings: readonly string[];
  readonly text: string;
  /** The parts of `text` that were found, best first, when context expansion added to them. */
  readonly found?: readonly string[];
}

export interface AnswerRequest {
  readonly question: string;
  /** Earlier turns, oldest first. Data, never instructions. */
  readonly memory: readonly ConversationTurn[];
  readonly passages: readonly AnswerPassage[];
  readonly chatbot: {
    readonly name: string;
    readonly model: string;
    readonly persona: string;
    readonly tone: string;
    readonly systemPrompt: string;
    readonly humanHandoffEnabled: boolean;
  };
}

export interface AnswerGenerator {
  /** Name recorded with an answer: that of the model, or `extractive`. */
  nameFor(chatbotModel: string): string;
  /** Streams Markdown that cites passages as `[1]`, `[2]`. @throws ModelUnavailable */
  answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<CompletionPart>;
  /** Returns three follow-up questions, each one line without `|`. Never throws: falls back to questions from the passages. */
  suggest(request: AnswerRequest, answer: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Rewrites a question so that it can be searched without the conversation. Never throws: falls back to the question itself. */
  condense(
    question: string,
    memory: readonly ConversationTurn[],
    signal: AbortSignal,
    chatbotModel: string,
  ): Promise<string>;
}
