/** What the service needs from language models. Every call takes a signal and ends within its own time limit. */

export interface Embedder {
  /** Model and dimension, e.g. `text-embedding-3-small/1536`: vectors of two ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * How far the vectors can be trusted beside BM25: `model` for a trained one, `hashed` for the offline stand-in, whose ranking
   * may only nudge that of the words.
   */
  readonly kind: 'model' | 'hashed';
  /** One unit-length vector a text, in order. Batches and retries by itself. @throws ModelUnavailable */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
}

export interface ConversationTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A passage the answer may rest on. Its number is its place in the list, from 1. */
export interface AnswerPassage {
  readonly title: string;
  readonly url: string | null;
  readonly headings: readonly string[];
  readonly text: string;
  /** The parts of `text` that were found, best first, when it has been widened to what stands around them. */
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

export interface AnswerUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export type AnswerPart =
  /** Markdown, in order. Cites passages as `[1]`, `[2]`. */
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'usage'; readonly usage: AnswerUsage };

export interface AnswerModel {
  /** As it is recorded: the model's name, or `extractive`. */
  nameFor(chatbotModel: string): string;
  /**
   * Streams an answer. One retry before the first part, none after. Stops the upstream call when the signal aborts or the
   * iteration ends early. @throws ModelUnavailable
   */
  answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<AnswerPart>;
  /** Three follow-up questions, each one line without `|`. Never throws: falls back to questions from the passages. */
  suggest(request: AnswerRequest, answer: string, signal: AbortSignal): Promise<readonly string[]>;
  /**
   * The question as it stands without the conversation, for searching, by the chatbot's model. Falls back to the question itself;
   * never throws.
   */
  condense(
    question: string,
    memory: readonly ConversationTurn[],
    signal: AbortSignal,
    chatbotModel: string,
  ): Promise<string>;
}

/** The model cannot be reached, is overloaded, refuses or breaks off. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
}
